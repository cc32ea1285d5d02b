import { expect, test } from 'vitest'
import { type Offer, offerOf, type Standing, smallerPlans } from './offers.ts'

const standing = (text: string): Standing => {
  const [plan, subscriptionInterval, status] = text.split(' ') as [
    Standing['plan'],
    Standing['subscriptionInterval'],
    Standing['status'],
  ]
  return { plan, subscriptionInterval, status }
}

/** Free, Pro and Publisher as they are offered with the switch on monthly, then on yearly. */
const table: [string, Offer[], Offer[]][] = [
  ['free monthly free', ['current', 'upgrade', 'upgrade'], ['current', 'upgrade', 'upgrade']],
  ['pro monthly active', ['none', 'current', 'upgrade'], ['none', 'other-interval', 'upgrade']],
  ['pro yearly active', ['none', 'smaller-interval', 'upgrade'], ['none', 'current', 'upgrade']],
  ['pro monthly cancelled', ['none', 'again', 'upgrade'], ['none', 'other-interval', 'upgrade']],
  ['pro monthly past-due', ['none', 'pay-again', 'upgrade'], ['none', 'other-interval', 'upgrade']],
  ['publisher yearly active', ['none', 'none', 'smaller-interval'], ['none', 'none', 'current']],
  ['pro monthly granted', ['none', 'current', 'upgrade'], ['none', 'other-interval', 'upgrade']],
]

test.each(table)('%s: monthly %j, yearly %j', (text, monthly, yearly) => {
  const plans = ['free', 'pro', 'publisher'] as const
  expect(plans.map((plan) => offerOf(standing(text), plan, 'monthly'))).toEqual(monthly)
  expect(plans.map((plan) => offerOf(standing(text), plan, 'yearly'))).toEqual(yearly)
})

test.each([
  ['free monthly free', []],
  ['pro monthly active', ['free']],
  ['publisher yearly past-due', ['pro', 'free']],
  ['publisher monthly cancelled', ['pro']],
  ['publisher monthly granted', ['pro', 'free']],
])('%s can go down to %j', (text, plans) => {
  expect(smallerPlans(standing(text))).toEqual(plans)
})
