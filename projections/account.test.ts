import { describe, expect, test } from 'vitest'
import type { Recorded } from '../contract/event.ts'
import type { AccountEvent } from '../contract/events/account.ts'
import { accountAt, evolveAccount, foldAccount, initialAccount, isOpened, reservationOf } from './account.ts'

type Told = readonly [at: string, event: AccountEvent]

const recorded = (told: readonly Told[]): Recorded[] =>
  told.map(([at, event], index) => ({
    ...event,
    position: BigInt(index + 1),
    stream: 'account-1',
    version: index + 1,
    id: `${index}`,
    metadata: {},
    recordedAt: new Date(`${at}Z`),
  }))

const at = (now: string, ...told: Told[]) => {
  const { plan, scansToday, repairsThisMonth, scansLeft, repairsLeft } = accountAt(
    foldAccount(recorded(told)),
    new Date(`${now}Z`),
  )
  return { plan, scansToday, repairsThisMonth, scansLeft, repairsLeft }
}

const opened: AccountEvent = { type: 'AccountOpened', data: {} }
const granted = (plan: 'pro' | 'publisher', until: string): AccountEvent => ({
  type: 'SubscriptionGranted',
  data: { plan, interval: 'monthly', until: `${until}:00Z`, source: 'local-seed' },
})
const event = (type: `${'Scan' | 'Repair'}${'Reserved' | 'Counted' | 'Released'}`, jobId: string): AccountEvent => ({
  type,
  data: { jobId },
})

const free: Told = ['2027-01-05T08:00', opened]
const pro: Told = ['2027-01-31T10:00', granted('pro', '2028-01-31T10:00')]

describe('the free scan of a day', () => {
  const reserved: Told = ['2027-03-01T23:50', event('ScanReserved', 'a')]

  test('is there until it is reserved, and reserved counts as used', () => {
    expect(at('2027-03-01T12:00', free)).toMatchObject({ plan: 'free', scansToday: 0, scansLeft: 1 })
    expect(at('2027-03-01T23:59', free, reserved)).toMatchObject({ scansToday: 1, scansLeft: 0 })
  })

  test('is there again with the next UTC day', () => {
    expect(at('2027-03-02T00:00', free, reserved)).toMatchObject({ scansToday: 0, scansLeft: 1 })
  })

  test('stays used when it gave a result, and comes back when it gave none', () => {
    expect(at('2027-03-01T23:59', free, reserved, ['2027-03-01T23:51', event('ScanCounted', 'a')])).toMatchObject({
      scansLeft: 0,
    })
    expect(at('2027-03-01T23:59', free, reserved, ['2027-03-01T23:51', event('ScanReleased', 'a')])).toMatchObject({
      scansLeft: 1,
    })
  })

  test('given back after midnight gives nothing to the new day', () => {
    const today: Told = ['2027-03-02T00:05', event('ScanReserved', 'b')]
    const late: Told = ['2027-03-02T00:06', event('ScanReleased', 'a')]
    expect(at('2027-03-02T00:10', free, reserved, today, late)).toMatchObject({ scansToday: 1, scansLeft: 0 })
  })

  test('is settled once: a release after the count, or twice, gives nothing back', () => {
    const counted: Told = ['2027-03-01T23:51', event('ScanCounted', 'a')]
    const released: Told = ['2027-03-01T23:52', event('ScanReleased', 'a')]
    expect(at('2027-03-01T23:59', free, reserved, counted, released)).toMatchObject({ scansToday: 1 })
    expect(at('2027-03-01T23:59', free, reserved, released, released)).toMatchObject({ scansToday: 0 })
  })
})

describe('the 25 repairs of a month', () => {
  const repairs = (count: number, day: string): Told[] =>
    Array.from({ length: count }, (_, index) => [`${day}T12:00`, event('RepairReserved', `${day}-${index}`)] as const)

  test('are counted from the day of the plan, at its time', () => {
    const used = repairs(25, '2027-02-27')
    expect(at('2027-02-28T09:59', free, pro, ...used)).toMatchObject({ plan: 'pro', repairsThisMonth: 25, repairsLeft: 0 })
    expect(at('2027-02-28T10:00', free, pro, ...used)).toMatchObject({ repairsThisMonth: 0, repairsLeft: 25 })
  })

  test('are none on the free plan, and without limit for a publisher', () => {
    expect(at('2027-03-01T12:00', free)).toMatchObject({ repairsLeft: 0 })
    const publisher: Told = ['2027-01-31T10:00', granted('publisher', '2028-01-31T10:00')]
    expect(at('2027-02-27T13:00', free, publisher, ...repairs(60, '2027-02-27'))).toMatchObject({
      plan: 'publisher',
      repairsThisMonth: 60,
      repairsLeft: undefined,
      scansLeft: undefined,
    })
  })

  test('begin anew with a new plan', () => {
    const again: Told = ['2027-02-27T18:00', granted('pro', '2027-03-27T18:00')]
    expect(at('2027-02-27T19:00', free, pro, ...repairs(25, '2027-02-27'), again)).toMatchObject({ repairsLeft: 25 })
  })
})

test('a plan ends at its time, and the account is free again', () => {
  expect(at('2028-01-31T09:59', free, pro)).toMatchObject({ plan: 'pro' })
  expect(at('2028-01-31T10:00', free, pro)).toMatchObject({ plan: 'free', scansLeft: 1 })
})

test('the state knows its version, whether it was opened, and which jobs hold a place', () => {
  const events = recorded([free, ['2027-03-01T12:00', event('ScanReserved', 'a')]])
  expect(isOpened(initialAccount)).toBe(false)
  const account = foldAccount(events)
  expect(account.version).toBe(2)
  expect(isOpened(account)).toBe(true)
  expect(reservationOf(account, 'a')).toEqual({ jobId: 'a', kind: 'scan', at: '2027-03-01T12:00:00.000Z' })
  expect(reservationOf(account, 'b')).toBeUndefined()
  const stepwise = events.reduce((state, one) => evolveAccount(JSON.parse(JSON.stringify(state)), one), initialAccount)
  expect(stepwise).toEqual(account)
})

test('its size does not grow with what was used', () => {
  const many = Array.from({ length: 500 }, (_, index) => [
    ['2027-03-01T12:00', event('RepairReserved', `${index}`)] as const,
    ['2027-03-01T12:01', event('RepairCounted', `${index}`)] as const,
  ]).flat()
  expect(JSON.stringify(foldAccount(recorded([free, pro, ...many]))).length).toBeLessThan(500)
})
