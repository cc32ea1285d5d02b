import { expect, test } from 'vitest'
import { dateLine } from './date-line.ts'

const now = new Date('2026-03-10T12:00:00Z')
const past = '2026-03-01T12:00:00Z'
const future = '2026-03-31T12:00:00Z'

test.each([
  ['the free plan has none', { planExpiry: null, renews: false, graceUntil: null }, undefined],
  ['a plan that goes on', { planExpiry: future, renews: true, graceUntil: null }, { label: 'Renews on', at: future }],
  ['a plan that was cancelled', { planExpiry: future, renews: false, graceUntil: null }, { label: 'Access until', at: future }],
  ['a plan that has run out', { planExpiry: past, renews: false, graceUntil: null }, { label: 'Expired on', at: past }],
  [
    'a renewal that is tried again',
    { planExpiry: past, renews: true, graceUntil: future },
    { label: 'Access until', at: future },
  ],
])('%s', (_, subscription, line) => {
  expect(dateLine(subscription, now)).toEqual(line)
})
