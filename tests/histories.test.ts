import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundleWorkflows } from '../activities/bundle.ts'
import { historiesFolder, historySuffix, readHistory } from './save-history.ts'

/**
 * Workflows that began with yesterday's code go on with today's: each kept history must lead today's code to the very same
 * decisions. What differs on purpose is put behind `patched`; a history is not replaced without a line in docs/decisions.md.
 */
const names = readdirSync(historiesFolder)
  .filter((name) => name.endsWith(historySuffix))
  .map((name) => name.slice(0, -historySuffix.length))

let codePath: string
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR', () => {}) })
  codePath = await bundleWorkflows(join(tmpdir(), 'bookmender-test-workflows.js'))
}, 60_000)

const replay = (history: unknown) => Worker.runReplayHistory({ workflowBundle: { codePath } }, history)

describe('what ran before runs on', () => {
  test.each(names)('%s', async (name) => {
    await replay(readHistory(name))
  })
})

test('one path each of what a repair, a conversion and a subscription can come to', () => {
  expect(names.filter((name) => name.startsWith('convert-')).length).toBeGreaterThanOrEqual(5)
  expect(names.filter((name) => name.startsWith('repair-')).length).toBeGreaterThanOrEqual(7)
  expect(names.filter((name) => name.startsWith('subscription-')).length).toBeGreaterThanOrEqual(6)
})

test('the replay itself sees activities in another order', async () => {
  const history = readHistory('repair-improved')
  const scheduled = (history.events ?? []).flatMap(({ activityTaskScheduledEventAttributes: one }) => (one ? [one] : []))
  const [first, second] = scheduled
  const [one, two] = [first!.activityType, second!.activityType]
  first!.activityType = two
  second!.activityType = one
  await expect(replay(history)).rejects.toThrow(/[Nn]ondeterminism/)
})
