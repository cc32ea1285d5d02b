import { expect, test } from 'vitest'
import type { Engine, SwitchReason } from '../contract/engine.ts'
import { engines } from '../contract/engine.ts'
import type { Attempt } from '../contract/job.ts'
import { tryInOrder } from './fallback.ts'

const good = (result: string): Attempt<string> => ({ ok: true, result })
const bad = (reason: SwitchReason): Attempt<string> => ({ ok: false, reason })

async function run(outcomes: Partial<Record<Engine, Attempt<string>>>) {
  const switches: string[] = []
  const result = await tryInOrder(engines, {
    attempt: async (engine) => outcomes[engine] ?? bad('threw'),
    onSwitch: async (from, to, reason) => void switches.push(`${from} → ${to}: ${reason}`),
  })
  return { result, switches }
}

test('the first engine that has a result ends it', async () => {
  expect(await run({ primary: good('book') })).toEqual({ result: { engine: 'primary', result: 'book' }, switches: [] })
})

test('each failure is one switch, with its reason', async () => {
  expect(await run({ primary: bad('timed-out'), backup: bad('out-of-memory'), emergency: good('book') })).toEqual({
    result: { engine: 'emergency', result: 'book' },
    switches: ['primary → backup: timed-out', 'backup → emergency: out-of-memory'],
  })
})

test('no engine left: no result, and no switch to nowhere', async () => {
  const { result, switches } = await run({})
  expect(result).toBeUndefined()
  expect(switches).toHaveLength(2)
})

test('what an attempt throws passes through: a cancellation is not a reason for the next engine', async () => {
  const cancelled = new Error('cancelled')
  await expect(tryInOrder(engines, { attempt: () => Promise.reject(cancelled), onSwitch: async () => {} })).rejects.toBe(
    cancelled,
  )
})
