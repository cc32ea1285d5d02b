import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleWorkflows } from '../activities/bundle.ts'
import { createPaymentActivities } from '../activities/payments/index.ts'
import { createSquare } from '../activities/payments/square.ts'
import type { NewEvent } from '../contract/event.ts'
import { type AccountEvent, accountStream } from '../contract/events/account.ts'
import { type Interval, type PaidPlan, priceOf } from '../contract/payment.ts'
import { subscriptionWorkflowId, wakeSignal } from '../contract/subscription.ts'
import { createLog, type Log } from '../db/log.ts'
import { beginCheckout } from '../gateway/checkout.ts'
import { cancelPlan, decide, lessenPlan } from '../gateway/plan-change.ts'
import { accountAt, foldAccount } from '../projections/account.ts'
import { freePort } from '../temporal-dev/ports.ts'
import { type LocalSquare, startSquare } from '../temporal-dev/square.ts'
import { type MigratedDatabase, migratedDatabase } from './migrated.ts'
import { saveHistory } from './save-history.ts'
import { timeSkipping } from './test-server.ts'

const taskQueue = 'subscriptions'
const folder = mkdtempSync(join(tmpdir(), 'bookmender-subscriptions-'))
let database: MigratedDatabase
let log: Log
let square: LocalSquare
let environment: TestWorkflowEnvironment
let worker: Worker
let running: Promise<void>

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') })
  const [migrated, started, temporal, codePath] = await Promise.all([
    migratedDatabase(),
    startSquare({ folder, port: await freePort(), accessToken: 'token' }),
    timeSkipping(['Plan', 'Stage']),
    bundleWorkflows(join(tmpdir(), 'bookmender-test-workflows.js')),
  ])
  database = migrated
  square = started
  environment = temporal
  log = createLog(database.sql)
  const port = createSquare({ token: 'token', environment: 'local', locationId: 'here', baseUrl: square.url, timeout: 2 })
  worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle: { codePath },
    // letters are another's business
    activities: { ...createPaymentActivities({ log, square: port }), sendMail: async () => 'no-post' },
  })
  running = worker.run()
})
afterAll(async () => {
  worker?.shutdown()
  await running
  await environment?.teardown()
  await square?.stop()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

const now = async () => new Date(await environment.currentTimeMs())
const nowOf = (time: Date) => () => time

/** The clock is one for all: everything that falls due until then happens. */
async function until(time: string) {
  const wait = new Date(`${time}Z`).getTime() - (await environment.currentTimeMs())
  if (wait > 0) await environment.sleep(wait)
}

const wake = (owner: string) =>
  environment.client.workflow.signalWithStart('subscription', {
    taskQueue,
    workflowId: subscriptionWorkflowId(owner),
    args: [{ owner }],
    signal: wakeSignal,
    signalArgs: [],
  })

type Of<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>['data']

const eventsOf = async <Type extends AccountEvent['type']>(owner: string, type: Type): Promise<Of<Type>[]> =>
  (await log.readStream(accountStream(owner))).filter((event) => event.type === type).map(({ data }) => data as Of<Type>)

/** Through the gateway's own decision; answers with what came of it. */
async function buy(owner: string, plan: PaidPlan, interval: Interval, token = 'card-nonce-ok') {
  const time = await now()
  const ask = {
    owner,
    key: randomUUID(),
    plan,
    interval,
    source: `cnon:${token}-${randomUUID()}`,
    amount: priceOf(plan, interval),
  }
  const checkoutId = await beginCheckout(log, { ...ask, now: nowOf(time) })
  await wake(owner)
  await expect
    .poll(async () => (await eventsOf(owner, 'CheckoutEnded')).some((one) => one.checkoutId === checkoutId), { timeout: 30_000 })
    .toBe(true)
  return (await eventsOf(owner, 'CheckoutEnded')).find((one) => one.checkoutId === checkoutId)!.outcome
}

const planOf = async (owner: string) => {
  const {
    plan,
    interval,
    until: end,
    cancelled,
  } = accountAt(foldAccount(await log.readStream(accountStream(owner))), await now())
  return plan === 'free' ? 'free' : `${plan} ${interval} until ${end?.slice(0, 10)}${cancelled ? ', cancelled' : ''}`
}

const act = async (owner: string, decision: Parameters<typeof decide>[2]) => {
  await decide(log, owner, decision)
  await wake(owner)
}

/** Every charge as the log tells it: its day, what it cost, what came of it. */
async function charges(owner: string) {
  const [attempted, succeeded] = [await eventsOf(owner, 'ChargeAttempted'), await eventsOf(owner, 'PaymentSucceeded')]
  return attempted.map(({ at, amount, chargeId, attempt }) => {
    const outcome = succeeded.some((one) => one.chargeId === chargeId) ? 'paid' : 'declined'
    return `${at.slice(0, 10)} ${amount} ${outcome}${attempt > 1 ? ` (attempt ${attempt})` : ''}`
  })
}

/** What Square itself has taken, less what it gave back, in cents. */
async function ledger(owner: string) {
  const { payments, refunds } = (await (await fetch(`${square.url}/ledger?customer=${owner}`)).json()) as {
    payments: { amount_money: { amount: number } }[]
    refunds: { amount_money: { amount: number } }[]
  }
  const sum = (list: { amount_money: { amount: number } }[]) =>
    list.reduce((total, { amount_money }) => total + amount_money.amount, 0)
  return { payments: payments.length, cents: sum(payments) - sum(refunds) }
}

const people = ['months', 'years', 'late', 'unpaid', 'newCard', 'changes', 'leaves', 'refunded'] as const
const id = Object.fromEntries(people.map((name) => [name, randomUUID()])) as Record<(typeof people)[number], string>

/** Worked out by hand from the calendar and the price list. */
const monthsTable = [
  ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31', '2027-08-31'],
  ...['2027-09-30', '2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'],
  ...['2028-05-31', '2028-06-30', '2028-07-31', '2028-08-31', '2028-09-30', '2028-10-31', '2028-11-30', '2028-12-31'],
  '2029-01-31',
].map((day) => `${day} 599 paid`)

test('two years of eight subscriptions: every charge, on its day, at its price', { timeout: 240_000 }, async () => {
  await until('2027-01-31T10:00:00')
  for (const name of ['months', 'late', 'unpaid', 'newCard', 'changes', 'leaves', 'refunded'] as const)
    expect(await buy(id[name], 'pro', 'monthly'), name).toBe('paid')
  expect(await buy(id.years, 'publisher', 'yearly')).toBe('paid')
  expect(await planOf(id.months)).toBe('pro monthly until 2027-02-28')

  // two declines of the first renewal, then it is paid, and the day of the month stays
  square.plan(id.late, ['decline', 'decline', 'ok'])
  // the card is declined to the last day
  square.plan(id.unpaid, ['decline', 'decline', 'decline', 'decline', 'decline'])
  square.plan(id.newCard, ['decline', 'decline', 'ok'])

  // ten days and 20 hours in: 599 × 17 d 4 h of 28 d = 367 cents; 28 d × 367 / 2099 = 4 d 21 h 30 min
  await until('2027-02-11T06:00:00')
  expect(await buy(id.changes, 'publisher', 'monthly')).toBe('paid')
  const [change] = await eventsOf(id.changes, 'SubscriptionChanged')
  expect([change?.unused, Math.round(change!.remaining / 60_000), Math.round(change!.bought / 60_000)]).toEqual([
    367, 24_720, 7050,
  ])
  expect(await planOf(id.changes)).toBe('publisher monthly until 2027-03-16')
  await act(id.leaves, (state) => cancelPlan(state, new Date('2027-02-11T06:00:00Z')))
  expect(await planOf(id.leaves)).toBe('pro monthly until 2027-02-28, cancelled')

  await until('2027-03-02T12:00:00')
  expect(await planOf(id.leaves)).toBe('free')
  expect(await eventsOf(id.leaves, 'SubscriptionEnded')).toMatchObject([{ reason: 'expired' }])
  // past due, access goes on; another card pays the period, once
  expect(await planOf(id.newCard)).toBe('pro monthly until 2027-02-28')
  expect(await charges(id.newCard)).toHaveLength(3)
  expect(await buy(id.newCard, 'pro', 'monthly', 'card-nonce-ok')).toBe('paid')
  expect(await planOf(id.newCard)).toBe('pro monthly until 2027-03-31')

  await until('2027-03-10T12:00:00')
  expect(await planOf(id.unpaid)).toBe('free')
  expect(await eventsOf(id.unpaid, 'SubscriptionEnded')).toMatchObject([{ reason: 'unpaid' }])

  // a day after the renewal of 16 March 03:30: 2099 × 711.5 h / 744 h = 2007 cents; 366 d × 2007 / 5990 = 122 d 15 h
  await until('2027-03-17T12:00:00')
  await act(id.changes, (state) => lessenPlan(state, { plan: 'pro', interval: 'yearly' }, new Date('2027-03-17T12:00:00Z')))
  expect(await planOf(id.changes)).toBe('pro yearly until 2027-07-18')
  await act(id.changes, (state) => cancelPlan(state, new Date('2027-03-18T12:00:00Z')))

  // a refund that support approves: the charge goes back, the plan ends
  await until('2027-04-01T12:00:00')
  const [last] = (await eventsOf(id.refunded, 'PaymentSucceeded')).slice(-1)
  const asked = { refundId: 'refund', paymentId: last!.paymentId, amount: last!.amount, at: (await now()).toISOString() }
  await log.append(accountStream(id.refunded), [
    { id: 'refund/requested', type: 'RefundRequested', data: asked },
    { id: 'refund/approved', type: 'RefundApproved', data: { refundId: 'refund', at: asked.at } },
  ] satisfies NewEvent[])
  await wake(id.refunded)
  await expect.poll(() => planOf(id.refunded), { timeout: 30_000 }).toBe('free')

  // resubscribed after it was over
  await until('2028-02-29T12:00:00')
  expect(await buy(id.leaves, 'pro', 'yearly')).toBe('paid')
  await act(id.newCard, (state) => cancelPlan(state, new Date('2028-02-29T12:00:00Z')))
  await until('2029-02-15T12:00:00')

  expect(await charges(id.months)).toEqual(monthsTable)
  expect(await charges(id.years)).toEqual(['2027-01-31 20990 paid', '2028-01-31 20990 paid', '2029-01-31 20990 paid'])
  expect((await charges(id.late)).slice(0, 6)).toEqual([
    '2027-01-31 599 paid',
    '2027-02-28 599 declined',
    '2027-03-01 599 declined (attempt 2)',
    '2027-03-03 599 paid (attempt 3)',
    '2027-03-31 599 paid',
    '2027-04-30 599 paid',
  ])
  expect(await charges(id.unpaid)).toEqual([
    '2027-01-31 599 paid',
    '2027-02-28 599 declined',
    '2027-03-01 599 declined (attempt 2)',
    '2027-03-03 599 declined (attempt 3)',
    '2027-03-05 599 declined (attempt 4)',
    '2027-03-07 599 declined (attempt 5)',
  ])
  expect((await charges(id.newCard)).slice(0, 5)).toEqual([
    '2027-01-31 599 paid',
    '2027-02-28 599 declined',
    '2027-03-01 599 declined (attempt 2)',
    '2027-03-02 599 paid',
    '2027-03-31 599 paid',
  ])
  expect(await charges(id.changes)).toEqual(['2027-01-31 599 paid', '2027-02-11 2099 paid', '2027-03-16 2099 paid'])
  expect(await charges(id.leaves)).toEqual(['2027-01-31 599 paid', '2028-02-29 5990 paid'])
  expect(await charges(id.refunded)).toEqual(['2027-01-31 599 paid', '2027-02-28 599 paid', '2027-03-31 599 paid'])
  // March 2027 to February 2028; cancelled two hours after the last of them
  expect(await charges(id.newCard)).toHaveLength(4 + 12)
  expect(Object.fromEntries(await Promise.all(people.map(async (name) => [name, await planOf(id[name])])))).toEqual({
    months: 'pro monthly until 2029-02-28',
    years: 'publisher yearly until 2030-01-31',
    late: 'pro monthly until 2029-02-28',
    unpaid: 'free',
    newCard: 'free',
    changes: 'free',
    leaves: 'pro yearly until 2029-02-28',
    refunded: 'free',
  })

  // for tests/histories.test.ts, on request
  const kept = process.env.BOOKMENDER_SAVE_HISTORIES?.split(',') ?? []
  for (const name of people)
    if (kept.includes(name)) await saveHistory(environment.client, subscriptionWorkflowId(id[name]), `subscription-${name}`)

  // and Square's own book says the same
  expect(await ledger(id.months)).toEqual({ payments: 25, cents: 25 * 599 })
  expect(await ledger(id.unpaid)).toEqual({ payments: 1, cents: 599 })
  expect(await ledger(id.refunded)).toEqual({ payments: 3, cents: 2 * 599 })
  expect(await ledger(id.changes)).toEqual({ payments: 3, cents: 599 + 2 * 2099 })
})
