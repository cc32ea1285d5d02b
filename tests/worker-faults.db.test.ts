import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stages } from '../contract/quality.ts'
import { repairWorkflowId } from '../workflows/job.ts'
import { type RepairsOnWorkers, repairsOnWorkers } from './support/repairs.ts'
import { workerProcess } from './worker-process.ts'

/*
 * Each test has a worker and a queue of its own, and they go side by side: what takes long here is waiting until a hung
 * engine, or a worker that is no more, is given up. Our own checker judges; what the official one says is not asked here.
 */
let repairs: RepairsOnWorkers

beforeAll(async () => {
  repairs = await repairsOnWorkers()
})
afterAll(() => repairs?.close())

const plain = { OFFICIAL_JUDGE: 'off' }

async function withWorker(work: (worker: ReturnType<RepairsOnWorkers['onQueue']>) => Promise<void>) {
  const worker = repairs.onQueue()
  try {
    await work(worker)
  } finally {
    await worker.stop()
  }
}

async function until(condition: () => Promise<boolean>, sentence: string) {
  for (const end = Date.now() + 150_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50)))
    if (await condition()) return
  throw new Error(`Waited 150 s for this: ${sentence}`)
}

describe('an engine that fails', () => {
  const faults = [
    ['throw', 'threw', {}],
    ['hang', 'timed-out', { ENGINE_TIMEOUT: '30000' }],
    ['oom', 'out-of-memory', {}],
    ['rubbish', 'unreadable-result', {}],
  ] as const
  test.concurrent.each(faults)('%s: the next engine takes over, with one message', async (fault, reason, env) =>
    withWorker(async (worker) => {
      await worker.start({ ...plain, BOOKMENDER_FAULTS: `engine.primary=${fault}`, ...env })
      const { jobId } = await worker.submit()
      await repairs.finished(jobId)
      const events = await repairs.eventsOf(jobId)
      expect(events.filter(({ type }) => type === 'EngineSwitched').map(({ data }) => data)).toEqual([
        { from: 'primary', to: 'backup', reason },
      ])
      expect(events.at(-1)).toMatchObject({ type: 'RepairCompleted', data: { outcome: 'valid', engine: 'backup' } })
    }),
  )

  test.concurrent('all three fail: the job ends with a sentence', async () =>
    withWorker(async (worker) => {
      await worker.start({
        ...plain,
        BOOKMENDER_FAULTS: 'engine.primary=throw;engine.backup=rubbish;engine.emergency=throw',
      })
      const { jobId } = await worker.submit()
      await repairs.finished(jobId)
      expect((await repairs.eventsOf(jobId)).at(-1)).toMatchObject({
        type: 'RepairFailed',
        data: { code: 'all-engines-failed', stage: 'repair' },
      })
    }))
})

describe('a worker that is killed', () => {
  test.concurrent.each(stages)('in %s: the job goes on where it was, and ends once', async (stage) =>
    withWorker(async (worker) => {
      const hold = join(repairs.folder, `hold-${stage}`)
      writeFileSync(hold, '')
      await worker.start({ ...plain, BOOKMENDER_FAULTS: `stage.${stage}=hold:${hold}` })
      const { jobId, owner } = await worker.submit()
      await until(
        async () => (await repairs.eventsOf(jobId)).some((event) => event.type === 'StageStarted' && event.data.stage === stage),
        `the stage ${stage} begins`,
      )
      await worker.stop('SIGKILL')
      rmSync(hold)
      expect(existsSync(hold)).toBe(false)
      await worker.start(plain)
      await repairs.finished(jobId)
      const types = await repairs.typesOf(jobId)
      expect(types.filter((type) => type === 'RepairCompleted')).toHaveLength(1)
      expect(types.filter((type) => type === 'StageStarted')).toHaveLength(4)
      expect(types.at(-1)).toBe('RepairCompleted')
      expect(await repairs.log.readStream(`account-${owner}`)).toHaveLength(1)
    }),
  )

  test.concurrent('a cancelled job says so, keeps nothing, and is not counted', async () =>
    withWorker(async (worker) => {
      const hold = join(repairs.folder, 'hold-cancel')
      writeFileSync(hold, '')
      await worker.start({ ...plain, BOOKMENDER_FAULTS: `stage.repair=hold:${hold}` })
      const { jobId, owner } = await worker.submit()
      const begun = async () => (await repairs.typesOf(jobId)).filter((type) => type === 'StageStarted').length === 3
      await until(begun, 'the repair begins')
      await repairs.client.workflow.getHandle(repairWorkflowId(jobId)).cancel()
      await repairs.finished(jobId)
      expect((await repairs.eventsOf(jobId)).at(-1)).toEqual(
        expect.objectContaining({ type: 'RepairCancelled', data: { stage: 'repair' } }),
      )
      expect(await repairs.log.readStream(`account-${owner}`)).toMatchObject([{ type: 'RepairReleased' }])
    }))
})

describe('an upgrade while jobs are at work', () => {
  const makeCurrent = async (deploymentName: string, buildId: string) => {
    const { client } = repairs
    const { namespace } = client.options
    await until(
      () =>
        client.workflowService.setWorkerDeploymentCurrentVersion({ namespace, deploymentName, buildId }).then(
          () => true,
          // known only once its worker has asked for work
          () => false,
        ),
      `version ${buildId} becomes the current one`,
    )
  }
  const versionOf = async (jobId: string) => {
    const { raw } = await repairs.client.workflow.getHandle(repairWorkflowId(jobId)).describe()
    return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId
  }

  test.concurrent('a job ends with the code that it began with, the next one begins with the new', async () =>
    withWorker(async (old) => {
      const hold = join(repairs.folder, 'hold-upgrade')
      writeFileSync(hold, '')
      const deployment = { ...plain, WORKER_DEPLOYMENT: old.taskQueue }
      await old.start({ ...deployment, WORKER_BUILD_ID: 'yesterday', BOOKMENDER_FAULTS: `stage.validation=hold:${hold}` })
      await makeCurrent(old.taskQueue, 'yesterday')
      const before = await old.submit()
      const isHeld = async () => (await repairs.typesOf(before.jobId)).filter((type) => type === 'StageStarted').length === 2
      await until(isHeld, 'the first job is at work')

      const next = workerProcess(() => ({ DATABASE_URL: repairs.database.url, BLOB_STORE: repairs.blobStore }))
      try {
        await next.start({ ...deployment, TASK_QUEUE: old.taskQueue, WORKER_BUILD_ID: 'today' })
        await makeCurrent(old.taskQueue, 'today')
        const after = await old.submit()
        await repairs.finished(after.jobId)
        rmSync(hold)
        await repairs.finished(before.jobId)
        expect([await versionOf(before.jobId), await versionOf(after.jobId)]).toEqual(['yesterday', 'today'])
        for (const { jobId } of [before, after]) expect((await repairs.typesOf(jobId)).at(-1)).toBe('RepairCompleted')
      } finally {
        await next.stop()
      }
    }))
})
