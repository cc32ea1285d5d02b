import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client, Connection } from '@temporalio/client'
import { inject } from 'vitest'
import { type RepairEvent, repairStream } from '../../contract/events/repair.ts'
import { openBlobs, uploadKey } from '../../db/blobs.ts'
import { createLog } from '../../db/log.ts'
import { book, bytesOf } from '../../epub/testing/book.ts'
import { type RepairJob, repairWorkflowId } from '../../workflows/job.ts'
import { migratedDatabase } from '../migrated.ts'
import { workerProcess } from '../worker-process.ts'

/** Broken in features 2 (no mimetype), 3 (no container), 10 (undeclared file) and 13 (stale NCX identifier). */
const brokenBook = () =>
  bytesOf(
    book({
      'META-INF/container.xml': undefined,
      'toc.ncx': (text) => text.replace(/content="urn:uuid:[^"]*"/, 'content="calibre:42"'),
      'package.opf': (text) => text.replace(/<item [^>]*style\.css[^>]*>/, ''),
    }),
  )

/** Repairs by real workers, as they are asked for behind the gateway; on a database and a blob store of their own. */
export async function repairsOnWorkers() {
  const folder = mkdtempSync(join(tmpdir(), 'bookmender-worker-'))
  const blobStore = join(folder, 'blobs')
  const blobs = openBlobs(blobStore)
  const database = await migratedDatabase()
  const connection = await Connection.connect({ address: inject('temporalAddress') })
  const client = new Client({ connection, namespace: inject('temporalNamespace') })
  const log = createLog(database.sql)

  const eventsOf = async (jobId: string) => (await log.readStream(repairStream(jobId))) as unknown as RepairEvent[]

  return {
    folder,
    blobs,
    blobStore,
    database,
    client,
    log,
    eventsOf,
    typesOf: async (jobId: string) => (await eventsOf(jobId)).map(({ type }) => type),
    finished: (jobId: string) => client.workflow.getHandle(repairWorkflowId(jobId)).result(),

    /** A worker that takes tasks from a queue of its own, and how a job gets there. */
    onQueue() {
      const taskQueue = `repairs-${randomUUID()}`
      const { start, stop } = workerProcess(() => ({ DATABASE_URL: database.url, BLOB_STORE: blobStore, TASK_QUEUE: taskQueue }))

      async function submit(job: Partial<RepairJob> = {}, given?: Uint8Array): Promise<RepairJob> {
        const jobId = randomUUID()
        const bytes = given ?? (await brokenBook())
        await blobs.write(uploadKey(jobId), Readable.from([bytes]))
        const full: RepairJob = {
          jobId,
          owner: randomUUID(),
          upload: uploadKey(jobId),
          bytes: bytes.length,
          mode: 'deep-analysis',
          plan: 'publisher',
          ...job,
        }
        const { owner, upload, mode, plan } = full
        await log.append(repairStream(jobId), [
          { id: `${jobId}/requested`, type: 'RepairRequested', data: { owner, upload, bytes: bytes.length, mode, plan } },
        ])
        await client.workflow.start('repair', { taskQueue, workflowId: repairWorkflowId(jobId), args: [full] })
        return full
      }
      return { taskQueue, start, stop, submit }
    },

    async close() {
      await connection.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type RepairsOnWorkers = Awaited<ReturnType<typeof repairsOnWorkers>>
