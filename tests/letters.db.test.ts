import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApplicationFailure } from '@temporalio/activity'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bundleWorkflows } from '../activities/bundle.ts'
import { type Deletion, deletionStart } from '../contract/deletion.ts'
import { type RepairJob, repairStart } from '../contract/job.ts'
import { type MailOrder, mailWorkflowId } from '../contract/mail.ts'
import { saveHistory } from './save-history.ts'
import { timeSkipping } from './test-server.ts'

const taskQueue = 'letters'
const owner = 'somebody'
let environment: TestWorkflowEnvironment
let createWorker: (queue: string) => Promise<Worker>
let worker: Worker
let running: Promise<void>

/** What the world does; each test says what is different. */
const calm = { fails: '', deletion: [] as string[], busy: 0, card: 0 }
const world = { ...calm, sent: [] as MailOrder[] }
const book = { sound: false, found: 2 }

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR', () => {}) })
  const [temporal, codePath] = await Promise.all([
    timeSkipping(['JobId', 'Plan', 'Mode', 'Stage', 'Engine', 'Verdict']),
    bundleWorkflows(join(tmpdir(), 'bookmender-test-workflows.js')),
  ])
  environment = temporal
  const done = (step: string) => async () => void world.deletion.push(step)
  createWorker = (queue) =>
    Worker.create({
      connection: environment.nativeConnection,
      taskQueue: queue,
      workflowBundle: { codePath },
      activities: {
        extract: async () => {},
        validate: async () => {
          if (world.fails) throw ApplicationFailure.nonRetryable('it is not', world.fails)
          return book
        },
        repairWith: async () => ({ ok: true, result: 'key' }),
        score: async () => ({ outcome: 'valid', counts: true }),
        settle: async () => {},
        recordFailure: async () => {},
        recordCancellation: async () => {},
        sendMail: async (order: MailOrder) => {
          world.sent.push(order)
          return 'sent'
        },
        forgetPerson: done('key'),
        stopJobs: async ({ insist }: Deletion & { insist: boolean }) => {
          world.deletion.push(insist ? 'insist' : 'stop')
          if (insist) world.busy = 0
          return { running: world.busy }
        },
        discardFiles: async () => {
          world.deletion.push('files')
          return { files: 3 }
        },
        closeSubscription: async () => {
          world.deletion.push('card')
          world.card -= 1
          return { settled: world.card < 0 }
        },
        forgetMail: done('letters'),
        recordDeletion: async ({ files }: { files: number }) => void world.deletion.push(`done: ${files}`),
      },
    })
  worker = await createWorker(taskQueue)
  running = worker.run()
})
afterAll(async () => {
  worker?.shutdown()
  await running
  await environment?.teardown()
})
beforeEach(() => Object.assign(world, calm, { sent: [], deletion: [] }))

const jobOf = (jobId: string): RepairJob => ({ jobId, owner, upload: 'k', bytes: 1, mode: 'deep-analysis', plan: 'pro' })
const repair = (jobId: string) => environment.client.workflow.execute('repair', { ...repairStart(jobOf(jobId)), taskQueue })

/** A repair whose worker comes after more than a minute; ends when `enough` letters have gone. */
async function lateRepair(jobId: string, enough: number) {
  const queue = `late ${jobId}`
  const handle = await environment.client.workflow.start('repair', { ...repairStart(jobOf(jobId)), taskQueue: queue })
  await environment.sleep('61 seconds')
  await (await createWorker(queue)).runUntil(async () => {
    await handle.result()
    await expect.poll(() => world.sent.length, { timeout: 20_000 }).toBe(enough)
  })
}

describe('a repair tells its owner', () => {
  test('not when it was quick, whatever came of it', async () => {
    await repair('quick')
    world.fails = 'drm'
    await repair('protected')
    expect(world.sent).toEqual([])
  })

  // the server's clock does not jump while a task waits for a worker, so this takes as long as it says
  test.runIf(process.env.BOOKMENDER_FULL)(
    'when it took longer than a minute, also when it ended badly',
    async () => {
      world.fails = 'drm'
      await lateRepair('slow', 1)
      expect(world.sent).toEqual([{ owner, kind: 'repair-ready', about: 'slow' }])
      const letter = mailWorkflowId({ owner, kind: 'repair-ready', about: 'slow' })
      if (process.env.BOOKMENDER_SAVE_HISTORIES) await saveHistory(environment.client, letter, 'mail-sent')
    },
    150_000,
  )
})

describe('leaving', () => {
  const leave = async (requested: number) => {
    const start = deletionStart({ owner, requested })
    await environment.client.workflow.execute('accountDeletion', { ...start, taskQueue })
    if (process.env.BOOKMENDER_SAVE_HISTORIES)
      await saveHistory(environment.client, start.workflowId, `deletion-${requested === 1 ? 'done' : 'patient'}`)
    return world.deletion
  }

  test('in this order; letters last, as some may have been on their way', async () => {
    expect(await leave(1)).toEqual(['key', 'stop', 'files', 'card', 'letters', 'done: 3'])
  })

  test('a job that will not stop is ended after 20 s; the card provider may take as long as it likes', async () => {
    Object.assign(world, { busy: 1, card: 12 })
    const steps = await leave(2)
    expect(steps.filter((step) => step === 'stop')).toHaveLength(20)
    expect(steps.filter((step) => step === 'card')).toHaveLength(13)
    expect(steps.slice(20, 24)).toEqual(['stop', 'insist', 'files', 'card'])
    expect(steps.at(-1)).toBe('done: 3')
  })
})
