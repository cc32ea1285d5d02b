import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { idempotencyHeader, squareWebhookPath } from '../contract/calls/payments.ts'
import type { Subscription } from '../contract/calls/user.ts'
import { accountStream } from '../contract/events/account.ts'
import { type DeclineReason, declineSentences } from '../contract/payment.ts'
import { type SubscriptionInput, squareSignal, subscriptionWorkflowId } from '../contract/subscription.ts'
import { beginCheckout } from '../gateway/checkout.ts'
import type { Deps } from '../gateway/deps.ts'
import { createSubscriptions } from '../gateway/subscriptions.ts'
import { connectTemporal } from '../gateway/temporal.ts'
import { freePort } from '../temporal-dev/ports.ts'
import { type LocalSquare, startSquare } from '../temporal-dev/square.ts'
import { type RunningGateway, startGateway } from './gateway.ts'
import { workerProcess } from './worker-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'bookmender-payments-'))
const taskQueue = `payments-${randomUUID()}`
const webhookKey = 'a secret of tests, 32 characters or more'
let gateway: RunningGateway
let square: LocalSquare
let temporal: ReturnType<typeof connectTemporal>
const worker = workerProcess(() => ({ DATABASE_URL: gateway.deps.config.databaseUrl, BLOB_STORE: folder }))

beforeAll(async () => {
  const [address, namespace] = [inject('temporalAddress'), inject('temporalNamespace')]
  temporal = connectTemporal({ temporal: { address, namespace, taskQueue, uiUrl: undefined } })
  const overrides: Partial<Deps> = { subscriptions: createSubscriptions(temporal), paymentWait: 20_000 }
  gateway = await startGateway(overrides)
  square = await startSquare({
    folder,
    port: await freePort(),
    accessToken: 'token',
    notices: { url: gateway.url + squareWebhookPath, key: webhookKey },
  })
  await worker.start({
    TASK_QUEUE: taskQueue,
    OFFICIAL_JUDGE: 'off',
    SQUARE_ACCESS_TOKEN: 'token',
    SQUARE_LOCATION_ID: 'here',
    SQUARE_ENVIRONMENT: 'local',
    SQUARE_BASE_URL: square.url,
    SQUARE_TIMEOUT: '1',
  })
})
afterAll(async () => {
  await worker.stop()
  await square?.stop()
  await temporal?.close()
  await gateway?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What follows by itself; a busy machine takes its time. */
const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 30_000, interval: 100 })

async function fresh(email = `free+${randomUUID()}@example.test`) {
  const visitor = gateway.visitor()
  await visitor.signIn(email)
  const { id } = await visitor.json<{ id: string }>('/api/auth/user')
  const pay = async (token: string, { plan = 'pro', amount = 599, key = randomUUID() as string } = {}) => {
    const body = { sourceId: `cnon:${token}-${randomUUID()}`, planName: plan, interval: 'monthly', amount }
    const send = () => visitor.post('/api/payments/process-square', body, { [idempotencyHeader]: key })
    const answer = await send()
    return {
      status: answer.status,
      again: send,
      ...((await answer.json()) as { error?: string; code?: string; paymentId?: string }),
    }
  }
  const subscription = () => visitor.json<Subscription>('/api/user/subscription')
  const ledger = async () =>
    (await (await fetch(`${square.url}/ledger?customer=${id}`)).json()) as {
      payments: { id: string; amount_money: { amount: number } }[]
      refunds: { status: string; amount_money: { amount: number } }[]
      cards: { enabled: boolean }[]
      customers: Record<string, unknown>[]
    }
  const typesOf = async () => (await gateway.deps.log.readStream(accountStream(id))).map(({ type }) => type)
  return { ...visitor, id, pay, subscription, ledger, typesOf }
}

test('from the free plan to Pro and to Publisher; the card before is never charged again', async () => {
  const person = await fresh()
  const first = await person.pay('card-nonce-ok')
  expect(first.status).toBe(200)
  expect(await person.subscription()).toMatchObject({ plan: 'pro', status: 'active', paymentPending: false })
  expect(await person.pay('card-nonce-ok')).toMatchObject({ status: 409, error: 'You already have this plan' })

  expect((await person.pay('card-nonce-ok', { plan: 'publisher', amount: 2099 })).status).toBe(200)
  const { plan, lastChange } = await person.subscription()
  expect([plan, lastChange?.unusedCents]).toEqual(['publisher', 598])
  await soon(async () => (await person.ledger()).cards.map(({ enabled }) => enabled)).toEqual([false, true])
  const { payments, customers } = await person.ledger()
  expect(payments.map(({ amount_money }) => amount_money.amount)).toEqual([599, 2099])
  // nothing at Square says who it is
  expect(JSON.stringify(customers)).not.toContain('example.test')
})

const refused: [string, DeclineReason][] = [
  ['card-declined', 'declined'],
  ['card-nonce-rejected-cvv', 'cvv'],
  ['card-nonce-rejected-postalcode', 'postal-code'],
  ['card-nonce-already-used', 'token-used'],
  ['card-insufficient-funds', 'insufficient-funds'],
  ['card-expired', 'expired'],
]
test('declined for each reason in its words, then another card: one charge', async () => {
  const person = await fresh()
  for (const [token, reason] of refused)
    expect(await person.pay(token)).toMatchObject({ status: 402, code: 'payment-declined', error: declineSentences[reason] })
  expect(await person.subscription()).toMatchObject({ plan: 'free', paymentPending: false })
  expect((await person.pay('card-nonce-ok')).status).toBe(200)
  expect((await person.ledger()).payments).toHaveLength(1)
})

describe('an answer that is lost', () => {
  test.each(['card-500', 'card-500-after', 'card-cut-after'])(
    '%s: asked again with the same key, charged once',
    async (token) => {
      const person = await fresh()
      const paid = await person.pay(token)
      expect(paid.status).toBe(200)
      expect((await person.ledger()).payments.map(({ id }) => id)).toEqual([paid.paymentId])
    },
  )

  test('a time-out after charging, and another card meanwhile: one charge', async () => {
    const person = await fresh()
    const first = person.pay('card-timeout-after')
    await soon(person.typesOf).toContain('ChargeAttempted')
    expect(await person.pay('card-nonce-ok')).toMatchObject({ status: 409, code: 'payment-in-progress' })
    const { status, paymentId } = await first
    expect(status).toBe(200)
    expect(await person.pay('card-nonce-ok')).toMatchObject({ status: 409, code: 'already-have-plan' })
    expect((await person.ledger()).payments.map(({ id }) => id)).toEqual([paymentId])
    expect((await person.typesOf()).filter((type) => type === 'ChargeAttempted')).toHaveLength(1)
  })
})

test('a history that has grown long goes on as a new run: notices that wait travel along, the plan stays, and ends as told', {
  timeout: 180_000,
}, async () => {
  const person = await fresh()
  const { client } = temporal
  const workflowId = subscriptionWorkflowId(person.id)
  const input: SubscriptionInput = { owner: person.id, longest: 40 }
  await beginCheckout(gateway.deps.log, {
    ...{
      owner: person.id,
      key: 'key',
      plan: 'pro',
      interval: 'monthly',
      source: `cnon:card-nonce-ok-${randomUUID()}`,
      amount: 599,
    },
    now: () => new Date(),
  })
  const { firstExecutionRunId } = await client.workflow.start('subscription', { taskQueue, workflowId, args: [input] })
  await soon(async () => (await person.subscription()).status).toBe('active')
  const handle = client.workflow.getHandle(workflowId)
  const notices = Array.from({ length: 12 }, (_, at) => ({
    eventId: `event-${at}`,
    kind: 'refund',
    objectId: `REF-unknown-${at}`,
  }))
  await Promise.all([...notices, ...notices].map((notice) => handle.signal(squareSignal, notice)))
  await soon(async () => (await handle.describe()).runId).not.toBe(firstExecutionRunId)

  // each notice once, over all the runs
  const asked = async () => {
    let count = 0
    for await (const { runId } of client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
      const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory()
      count += (events ?? []).filter((one) => one.activityTaskScheduledEventAttributes?.activityType?.name === 'reconcile').length
    }
    return count
  }
  // and one or two of the stand-in itself, about the payment
  await soon(asked).toBeGreaterThanOrEqual(12)
  await soon(async () => (await handle.query<{ kind: string }>('step')).kind).toBe('wait')
  expect(await asked()).toBeLessThanOrEqual(14)
  await person.post('/api/user/cancel-subscription', {})
  expect(await person.subscription()).toMatchObject({ plan: 'pro', status: 'cancelled' })
})

describe('a refund', () => {
  test('that support approves: the whole charge goes back, the plan ends, the card is let go', async () => {
    const person = await fresh()
    await person.pay('card-nonce-ok')
    await person.post('/api/user/request-refund', {})
    const { refundId } = (await gateway.deps.log.readStream(accountStream(person.id))).at(-1)!.data as { refundId: string }
    const path = `/api/support/refunds/${person.id}`
    expect((await person.post(path, { refundId, decision: 'approve' })).status).toBe(404)
    const staff = await fresh('support@example.test')
    await gateway.fold()
    expect(await staff.json('/api/support/refunds')).toMatchObject([
      { account: person.id, refundId, amount: 599, status: 'requested' },
    ])
    expect((await staff.post(path, { refundId, decision: 'approve' })).status).toBe(200)
    expect((await staff.post(path, { refundId, decision: 'approve' })).status).toBe(404)
    await soon(async () => (await person.subscription()).plan).toBe('free')
    expect((await person.subscription()).refund).toMatchObject({ status: 'refunded', amount: 599, eligible: false })
    await soon(async () => (await person.ledger()).refunds).toMatchObject([
      { status: 'COMPLETED', amount_money: { amount: 599 } },
    ])
    await soon(async () => (await person.ledger()).cards).toMatchObject([{ enabled: false }])
    expect(await person.typesOf()).toEqual(expect.arrayContaining(['RefundApproved', 'PaymentRefunded', 'SubscriptionEnded']))
    // once a person
    await person.pay('card-nonce-ok')
    expect(await (await person.post('/api/user/request-refund', {})).json()).toMatchObject({ code: 'refund-not-eligible' })
  })

  test('that somebody made at Square: its notice ends the plan, once', async () => {
    const person = await fresh()
    const { paymentId } = await person.pay('card-nonce-ok')
    const body = { idempotency_key: randomUUID(), payment_id: paymentId, amount_money: { amount: 599, currency: 'USD' } }
    const headers = { Authorization: 'Bearer token', 'Content-Type': 'application/json' }
    await fetch(`${square.url}/v2/refunds`, { method: 'POST', headers, body: JSON.stringify(body) })
    await soon(async () => (await person.subscription()).plan).toBe('free')
    // the second notice of the same refund
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect((await person.typesOf()).filter((type) => type === 'PaymentRefunded' || type === 'SubscriptionEnded')).toHaveLength(2)
  })
})
