import { randomUUID } from 'node:crypto'
import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountEvent, accountStream } from '../../contract/events/account.ts'
import { purchase } from '../../contract/subscription.ts'
import { createLog } from '../../db/log.ts'
import { createPaymentWork } from '../../db/payments.ts'
import { type MigratedDatabase, migratedDatabase } from '../../tests/migrated.ts'
import { resumeSubscriptions } from './resume-subscriptions.ts'

let database: MigratedDatabase
beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(() => database?.close())

const at = '2027-03-01T10:00:00.000Z'
const terms = { plan: 'pro', interval: 'monthly' } as const
const begun = (checkoutId: string): AccountEvent => ({
  type: 'CheckoutBegun',
  data: { checkoutId, ...terms, amount: 599, source: 'token', body: 'hash', at },
})
const over = (checkoutId: string): AccountEvent => ({ type: 'CheckoutEnded', data: { checkoutId, outcome: 'declined', at } })
const ended: AccountEvent = { type: 'SubscriptionEnded', data: { reason: 'expired', at } }
const started = purchase(undefined, terms, at)

test('what is unfinished and at work nowhere is woken, and nothing else', async () => {
  const log = createLog(database.sql)
  const add = async (...events: AccountEvent[]) => {
    const owner = randomUUID()
    await log.append(
      accountStream(owner),
      events.map((event) => ({ id: randomUUID(), ...event })),
    )
    return owner
  }
  const open = await add(begun('a'))
  const second = await add(begun('b'), over('b'), begun('c'))
  const living = await add(started)
  const again = await add(started, ended, started)
  const running = await add(started)
  await add(begun('d'), over('d'))
  await add(started, ended)
  await add(started, { type: 'AccountDeletionRequested', data: {} })
  await add({ type: 'AccountOpened', data: {} })

  const woken: string[] = []
  const subscriptions = { wake: async (owner: string) => void woken.push(owner), running: async () => new Set([running]) }
  const round = (now: Date) =>
    new MockActivityEnvironment().run(
      resumeSubscriptions({ paymentWork: createPaymentWork(database.sql), subscriptions, now: () => now }),
    )
  // checkouts of this minute are still their gateway's
  expect(await round(new Date())).toEqual({ subscriptions: 2 })
  expect(woken.splice(0).sort()).toEqual([living, again].sort())
  expect(await round(new Date(Date.now() + 120_000))).toEqual({ subscriptions: 4 })
  expect(woken.sort()).toEqual([open, second, living, again].sort())
})
