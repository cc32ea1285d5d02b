import { describe, expect, test } from 'vitest'
import type { Recorded } from '../contract/event.ts'
import { foldAccount } from '../projections/account.ts'
import { defaultMode, maxFileBytes, mayDownload, refusalFor, refusalForAny } from './limits.ts'

const recorded = (events: readonly [type: string, at: string, data?: object][]): Recorded[] =>
  events.map(([type, at, data = {}], index) => ({
    position: BigInt(index + 1),
    stream: 'account-1',
    version: index + 1,
    id: `${index}`,
    type,
    data,
    metadata: {},
    recordedAt: new Date(at),
  }))

const opened = ['AccountOpened', '2026-01-01T00:00:00Z'] as const
const granted = (plan: string, until = '2999-01-01T00:00:00Z') =>
  ['SubscriptionGranted', '2026-01-01T00:00:00Z', { plan, interval: 'monthly', until, source: 'local-seed' }] as const
const account = (...events: (readonly [string, string, object?])[]) =>
  foldAccount(recorded([opened, ...events] as [string, string, object?][]))

const now = new Date('2026-01-10T12:00:00Z')
const scan = (jobId: string) => ({ jobId, mode: 'find-error' as const })
const repair = (jobId: string) => ({ jobId, mode: 'deep-analysis' as const })

describe('free', () => {
  test('one scan a UTC day, reserved counts as used', () => {
    expect(refusalFor(account(), scan('a'), now)).toBeUndefined()
    const used = account(['ScanReserved', '2026-01-10T00:00:01Z', { jobId: 'a' }])
    expect(refusalFor(used, scan('b'), now)).toBe('scan-used')
    expect(refusalFor(used, scan('a'), now)).toBeUndefined()
    expect(refusalFor(used, scan('b'), new Date('2026-01-11T00:00:00Z'))).toBeUndefined()
    expect(refusalForAny(used, 'b', now)).toBe('scan-used')
  })
  test('a scan given back is free again', () => {
    const back = account(
      ['ScanReserved', '2026-01-10T01:00:00Z', { jobId: 'a' }],
      ['ScanReleased', '2026-01-10T01:01:00Z', { jobId: 'a' }],
    )
    expect(refusalFor(back, scan('b'), now)).toBeUndefined()
  })
  test('no repair, no download, 5 MB', () => {
    expect(refusalFor(account(), repair('a'), now)).toBe('mode-not-allowed')
    expect(mayDownload(account(), now)).toBe(false)
    expect(defaultMode('free')).toBe('find-error')
    expect(maxFileBytes('free')).toBe(5 * 1024 * 1024)
  })
})

describe('pro', () => {
  const repaired = (count: number) =>
    Array.from({ length: count }, (_, n) => ['RepairReserved', '2026-01-09T00:00:00Z', { jobId: `old-${n}` }] as const)
  test('25 repairs a month, scans without end', () => {
    expect(refusalFor(account(granted('pro'), ...repaired(24)), repair('a'), now)).toBeUndefined()
    const used = account(granted('pro'), ...repaired(25))
    expect(refusalFor(used, repair('a'), now)).toBe('repairs-used')
    expect(refusalFor(used, scan('a'), now)).toBeUndefined()
    expect(refusalForAny(used, 'a', now)).toBeUndefined()
    expect(refusalFor(used, repair('a'), new Date('2026-02-01T00:00:00Z'))).toBeUndefined()
  })
  test('a plan that has ended is free', () => {
    const ended = account(granted('pro', '2026-01-05T00:00:00Z'))
    expect(refusalFor(ended, repair('a'), now)).toBe('mode-not-allowed')
    expect(mayDownload(ended, now)).toBe(false)
    expect(mayDownload(account(granted('pro')), now)).toBe(true)
  })
})
