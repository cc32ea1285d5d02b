/**
 * `node tests/record-histories.ts NAME…` runs these paths on a house of their own and keeps their histories. Only for paths
 * that are new: replacing one that is there hides that running workflows would break, and needs a line in docs/decisions.md.
 * Those of subscriptions over months are kept by `subscription.db.test.ts` with `BOOKMENDER_SAVE_HISTORIES=NAME,…`, those of
 * conversions by `converter.db.test.ts` in the same way.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import { repairWorkflowId } from '../contract/job.ts'
import { subscriptionWorkflowId } from '../contract/subscription.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { saveHistory } from './save-history.ts'
import { startedHouse } from './started-house.ts'
import { createVisitor, type Visitor } from './visitor.ts'

interface Stage {
  readonly client: Client
  readonly signedIn: (plan: string) => Promise<Visitor>
  readonly hold: string
}

const asked = process.argv.slice(2)
const hold = join(mkdtempSync(join(tmpdir(), 'bookmender-histories-')), 'hold')

const broken = async () => new Uint8Array(await bytesOf(book({ 'META-INF/container.xml': undefined })))
const ended = (client: Client, workflowId: string) => client.workflow.getHandle(workflowId).result()

async function repaired({ client, signedIn }: Stage, plan: string, bytes: Uint8Array<ArrayBuffer>) {
  const jobId = randomUUID()
  await (await signedIn(plan)).upload({ bytes, jobId })
  await ended(client, repairWorkflowId(jobId))
  return repairWorkflowId(jobId)
}

const paths: Readonly<Record<string, { readonly faults?: string; readonly run: (stage: Stage) => Promise<string> }>> = {
  'repair-improved': { run: async (stage) => repaired(stage, 'pro', await broken()) },
  'repair-sound': { run: async (stage) => repaired(stage, 'pro', new Uint8Array(await bytesOf(book({})))) },
  'repair-scan': { run: async (stage) => repaired(stage, 'free', await broken()) },
  'repair-refused': { run: (stage) => repaired(stage, 'pro', new Uint8Array(Buffer.from('This is no archive. '.repeat(40)))) },
  'repair-switched': { faults: 'engine.primary=throw', run: async (stage) => repaired(stage, 'pro', await broken()) },
  'repair-failed': {
    faults: 'engine.primary=throw;engine.backup=throw;engine.emergency=throw',
    run: async (stage) => repaired(stage, 'pro', await broken()),
  },
  'repair-cancelled': {
    faults: `stage.repair=hold:${hold}`,
    async run({ client, signedIn, hold: file }) {
      writeFileSync(file, '')
      const jobId = randomUUID()
      const visitor = await signedIn('pro')
      const uploading = visitor.upload({ bytes: await broken(), jobId })
      const stage = () => client.workflow.getHandle(repairWorkflowId(jobId)).query<{ stage: string }>('progress')
      while ((await stage().catch(() => undefined))?.stage !== 'repair') await pause(200)
      await visitor.post(`/api/epub/${jobId}/cancel`, {})
      await ended(client, repairWorkflowId(jobId))
      await uploading
      rmSync(file)
      return repairWorkflowId(jobId)
    },
  },
  'subscription-declined': {
    async run({ signedIn }) {
      const visitor = await signedIn('free')
      const body = { planName: 'pro', interval: 'monthly', amount: 599 }
      await visitor.post('/api/payments/process-square', { ...body, sourceId: `cnon:card-insufficient-funds-${randomUUID()}` })
      await pause(1000)
      return subscriptionWorkflowId((await visitor.json<{ id: string }>('/api/auth/user')).id)
    },
  },
}

const wanted = Object.entries(paths).filter(([name]) => asked.includes(name))
for (const faults of new Set(wanted.map(([, path]) => path.faults))) {
  const house = await startedHouse({ say: () => {}, livePages: true, ...(faults ? { faults } : {}) })
  const connection = await Connection.connect({ address: house.temporalAddress })
  const client = new Client({ connection, namespace: house.temporalNamespace })
  const signedIn = async (plan: string) => {
    const visitor = createVisitor(house.url)
    await visitor.signIn(`${plan}+${randomUUID()}@example.test`)
    return visitor
  }
  try {
    for (const [name, path] of wanted) {
      if (path.faults !== faults) continue
      await saveHistory(client, await path.run({ client, signedIn, hold }), name)
      console.log(name)
    }
  } finally {
    await connection.close()
    await house.stop()
  }
}
