import { expect, test } from 'vitest'
import { orderOf, readSelection } from './selection.ts'

test.each([
  [{}, {}],
  [{ plan: 'gold', interval: 'weekly', amount: 'much' }, {}],
  [{ plan: 'free' }, {}],
  [
    { plan: 'Pro', interval: 'YEARLY' },
    { plan: 'pro', interval: 'yearly' },
  ],
  [
    { plan: 'pro', amount: 599, session: 12 },
    { plan: 'pro', amount: 599, session: '12' },
  ],
  [{ amount: '5990' }, { amount: 5990 }],
  [{ amount: -1 }, {}],
  [{ amount: 5.99 }, {}],
])('%j is read as %j', (search, selection) => {
  expect(readSelection(search)).toEqual(selection)
})

test('an order needs a plan; the interval is monthly and the amount the price where the address does not say', () => {
  expect(orderOf({ interval: 'yearly', amount: 5990 })).toBeUndefined()
  expect(orderOf({ plan: 'publisher' })).toEqual({ plan: 'publisher', interval: 'monthly', amount: 2099 })
  expect(orderOf({ plan: 'pro', interval: 'yearly', amount: 1 })).toEqual({ plan: 'pro', interval: 'yearly', amount: 1 })
})
