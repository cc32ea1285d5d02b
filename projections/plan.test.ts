import { expect, test } from 'vitest'
import type { Recorded } from '../contract/event.ts'
import type { AccountEvent } from '../contract/events/account.ts'
import { purchase } from '../contract/subscription.ts'
import { evolvePlan, noPlan, planAt } from './plan.ts'
import type { Folded } from './projection.ts'

const at = '2027-03-01T10:00:00.000Z'
const bought = purchase(undefined, { plan: 'pro', interval: 'monthly' }, at)
const gift = (plan: 'pro' | 'publisher'): AccountEvent => ({
  type: 'SubscriptionGranted',
  data: { plan, interval: 'monthly', until: '2027-12-31T00:00:00.000Z', source: 'support' },
})
const cancelled: AccountEvent = { type: 'SubscriptionCancelled', data: { accessUntil: '2027-04-01T10:00:00.000Z', at } }
const ended: AccountEvent = { type: 'SubscriptionEnded', data: { reason: 'unpaid', at } }

const plan = (now: string, ...events: AccountEvent[]) => {
  const recorded = events.map(
    (event, index) =>
      ({ ...event, stream: 'account-a', version: index + 1, recordedAt: new Date(at) }) as unknown as Recorded &
        Folded<AccountEvent>,
  )
  const { plan: name, source, cancelled: over } = planAt(recorded.reduce(evolvePlan, noPlan), new Date(`${now}Z`))
  return `${name} ${source}${over ? ' cancelled' : ''}`
}

test('what was bought lasts its period, and the days in which a renewal is tried again', () => {
  expect(plan('2027-04-01T09:59:59', bought)).toBe('pro paid')
  expect(plan('2027-04-08T09:59:59', bought)).toBe('pro paid')
  expect(plan('2027-04-08T10:00:00', bought)).toBe('free none')
  expect(plan('2027-03-02T00:00:00', bought, ended)).toBe('free none')
})

test('cancelled, it lasts its period and no longer', () => {
  expect(plan('2027-04-01T09:59:59', bought, cancelled)).toBe('pro paid cancelled')
  expect(plan('2027-04-01T10:00:00', bought, cancelled)).toBe('free none')
})

test('the larger of what was bought and what was given counts', () => {
  expect(plan('2027-03-02T00:00:00', bought, gift('publisher'))).toBe('publisher granted')
  expect(plan('2027-03-02T00:00:00', gift('pro'), bought)).toBe('pro paid')
  expect(plan('2027-06-01T00:00:00', gift('pro'), bought)).toBe('pro granted')
})

test('without anything bought a cancellation is that of the gift', () => {
  expect(plan('2027-03-02T00:00:00', gift('pro'), cancelled)).toBe('pro granted cancelled')
  expect(plan('2028-01-01T00:00:00', gift('pro'), cancelled)).toBe('free none')
})
