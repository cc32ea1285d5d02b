import { expect, test } from 'vitest'
import { AccountEvent } from '../contract/events/account.ts'
import { seedFor } from './local-seed.ts'

test.each([
  ['pro@example.test', 'pro'],
  ['pro+x@example.test', 'pro'],
  ['publisher@example.test', 'publisher'],
  ['Publisher+load-7@example.test', 'publisher'],
])('%s starts on %s', (email, plan) => {
  const [event] = seedFor(email, ['identity'])
  expect(AccountEvent.parse({ type: event!.type, data: event!.data }).data).toMatchObject({ plan })
})

test.each(['free@example.test', 'pro@example.org', 'xpro@example.test', 'pro@example.test.evil.example', 'prof@example.test'])(
  '%s starts free',
  (email) => {
    expect(seedFor(email, ['identity'])).toEqual([])
  },
)

test('without the local provider nobody gets a plan for an address', () => {
  expect(seedFor('publisher@example.test', ['postgres', 'square'])).toEqual([])
})
