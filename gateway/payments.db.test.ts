import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idempotencyHeader, squareSignatureHeader, squareWebhookPath } from '../contract/calls/payments.ts'
import type { Subscription } from '../contract/calls/user.ts'
import { type AccountEvent, accountStream } from '../contract/events/account.ts'
import { purchase } from '../contract/subscription.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'

let gateway: RunningGateway
let bytes: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  gateway = await startGateway({ paymentWait: 1000 })
  bytes = new Uint8Array(await bytesOf(book({})))
})
afterAll(() => gateway?.close())

/** Somebody new, signed in, with the id of the account. */
async function fresh(plan: 'free' | 'pro' | 'publisher' = 'free') {
  const visitor = gateway.visitor()
  await visitor.signIn(`${plan}+${randomUUID()}@example.test`)
  const { id } = await visitor.json<{ id: string }>('/api/auth/user')
  const stream = accountStream(id)
  const pay = (terms: Partial<typeof proMonthly> = {}, key: string = randomUUID()) =>
    visitor.post('/api/payments/process-square', { ...proMonthly, ...terms }, { [idempotencyHeader]: key })
  /** Writes what the workflow would. */
  const tell = (...events: AccountEvent[]) =>
    gateway.deps.log.append(
      stream,
      events.map((event) => ({ id: randomUUID(), ...event })),
    )
  const typesOf = async () => (await gateway.deps.log.readStream(stream)).map(({ type }) => type)
  const begun = async () =>
    (await gateway.deps.log.readStream(stream)).filter(({ type }) => type === 'CheckoutBegun').at(-1)!.data as {
      checkoutId: string
    }
  const subscription = () => visitor.json<Subscription>('/api/user/subscription')
  /** As the workflow ends a checkout that was paid. */
  async function paid(plan: 'pro' | 'publisher', interval: 'monthly' | 'yearly', at = new Date().toISOString()) {
    const { checkoutId } = await begun()
    const amount = { pro: { monthly: 599, yearly: 5990 }, publisher: { monthly: 2099, yearly: 20990 } }[plan][interval]
    const terms = { plan, interval }
    await tell(
      { type: 'CardStored', data: { checkoutId, cardId: 'card' } },
      {
        type: 'PaymentSucceeded',
        data: { chargeId: checkoutId, paymentId: `PAY-${checkoutId}`, purpose: 'checkout', ...terms, amount, at },
      },
      purchase(undefined, terms, at),
      { type: 'CheckoutEnded', data: { checkoutId, outcome: 'paid', paymentId: `PAY-${checkoutId}`, at } },
    )
    return `PAY-${checkoutId}`
  }
  return { ...visitor, id, stream, pay, tell, typesOf, begun, subscription, paid }
}

const proMonthly = { sourceId: 'cnon:card-nonce-ok', planName: 'pro', interval: 'monthly', amount: 599 }
const told = async (response: Response) => {
  const { code, success } = (await response.json()) as { code?: string; success?: boolean }
  return `${response.status} ${code ?? success}`
}
const count = (list: readonly string[]) =>
  Object.fromEntries([...new Set(list)].sort().map((one) => [one, list.filter((other) => other === one).length]))

describe('of a hundred at once exactly one wins', () => {
  test('checkouts; one that was declined frees the place for the next', async () => {
    const free = await fresh()
    const race = async () => count(await Promise.all(Array.from({ length: 100 }, () => free.pay().then(told))))
    const one = { '409 payment-in-progress': 99, '503 payment-pending': 1 }
    expect(await race()).toEqual(one)
    const { checkoutId } = await free.begun()
    const at = new Date().toISOString()
    await free.tell({ type: 'CheckoutEnded', data: { checkoutId, outcome: 'declined', reason: 'cvv', at } })
    expect(await race()).toEqual(one)
    await free.paid('pro', 'monthly')
    expect(count(await Promise.all(Array.from({ length: 100 }, () => free.pay().then(told))))).toEqual({
      '409 already-have-plan': 100,
    })
    expect((await free.typesOf()).filter((type) => type === 'CheckoutBegun')).toHaveLength(2)
  })

  test('the last scan; one that failed gives it back', async () => {
    const free = await fresh()
    const race = async () =>
      count(
        await Promise.all(
          Array.from({ length: 100 }, () => free.upload({ bytes, jobId: randomUUID() }).then(({ status }) => `${status}`)),
        ),
      )
    expect(await race()).toEqual({ 202: 1, 403: 99 })
    const { jobId } = (await gateway.deps.log.readStream(free.stream)).at(-1)!.data as { jobId: string }
    await free.tell({ type: 'ScanReleased', data: { jobId } })
    expect(await race()).toEqual({ 202: 1, 403: 99 })
  })

  test('the last repair of a month; one that failed gives it back', async () => {
    const pro = await fresh('pro')
    for (let used = 0; used < 24; used += 1) {
      const jobId = randomUUID()
      await pro.tell({ type: 'RepairReserved', data: { jobId } }, { type: 'RepairCounted', data: { jobId } })
    }
    const upload = () => pro.upload({ bytes, jobId: randomUUID(), mode: 'deep-analysis' }).then(({ status }) => `${status}`)
    const race = async () => count(await Promise.all(Array.from({ length: 100 }, upload)))
    expect(await race()).toEqual({ 202: 1, 403: 99 })
    const { jobId } = (await gateway.deps.log.readStream(pro.stream)).at(-1)!.data as { jobId: string }
    await pro.tell({ type: 'RepairReleased', data: { jobId } })
    expect(await race()).toEqual({ 202: 1, 403: 99 })
  })
})

describe('a payment', () => {
  test('the same key and body is the same payment; another body is refused; another person’s key is another', async () => {
    const [one, two] = [await fresh(), await fresh()]
    const key = randomUUID()
    expect(await told(await one.pay({}, key))).toBe('503 payment-pending')
    expect(await told(await one.pay({ sourceId: 'cnon:other' }, key))).toBe('409 key-reused')
    const waiting = one.pay({}, key)
    const paymentId = await one.paid('pro', 'monthly')
    expect(await (await waiting).json()).toEqual({ success: true, paymentId })
    expect(await (await one.pay({}, key)).json()).toEqual({ success: true, paymentId })
    expect((await one.typesOf()).filter((type) => type === 'CheckoutBegun')).toHaveLength(1)
    expect(await told(await two.pay({}, key))).toBe('503 payment-pending')
    expect(gateway.woken).toContain(one.id)
  })

  test('without a key the card token is it', async () => {
    const free = await fresh()
    const send = () => free.post('/api/payments/process-square', proMonthly)
    expect(await told(await send())).toBe('503 payment-pending')
    const paymentId = await free.paid('pro', 'monthly')
    expect(await (await send()).json()).toEqual({ success: true, paymentId })
  })

  test('says in words why a card was declined, and the same again', async () => {
    const free = await fresh()
    const key = randomUUID()
    const sent = free.pay({}, key)
    await expect.poll(free.typesOf, { timeout: 30_000 }).toContain('CheckoutBegun')
    const { checkoutId } = await free.begun()
    const at = new Date().toISOString()
    await free.tell({ type: 'CheckoutEnded', data: { checkoutId, outcome: 'declined', reason: 'insufficient-funds', at } })
    for (const answer of [await sent, await free.pay({}, key)]) {
      expect(answer.status).toBe(402)
      expect((await answer.json()).error).toBe('Your card has insufficient funds. Nothing was charged; please try another card.')
    }
  })

  test('another amount than the price, an unknown plan, no sign-in: refused, and nothing is begun', async () => {
    const free = await fresh()
    for (const amount of [0, 1, 598, 5990, 999_999]) expect(await told(await free.pay({ amount }))).toBe('400 amount-mismatch')
    for (const amount of [-599, 599.5, '599' as unknown as number])
      expect(await told(await free.pay({ amount }))).toBe('400 bad-request')
    expect(await told(await free.pay({ planName: 'free', amount: 0 }))).toBe('400 bad-request')
    expect(await told(await free.pay({ planName: 'publisher' }))).toBe('400 amount-mismatch')
    expect((await free.typesOf()).filter((type) => type === 'CheckoutBegun')).toEqual([])
    expect((await gateway.visitor().post('/api/payments/process-square', proMonthly)).status).toBe(401)
  })

  test('the way there: a session, the amount of the server, and no way to what one has or to less', async () => {
    const [free, pro] = [await fresh(), await fresh('pro')]
    const session = (who: typeof free, planName: string, interval: string) =>
      who.post('/api/payments/create-session', { planName, interval })
    const { paymentUrl } = await (await session(free, 'publisher', 'yearly')).json()
    const query = Object.fromEntries(new URL(paymentUrl, gateway.url).searchParams)
    expect(query).toMatchObject({ plan: 'publisher', interval: 'yearly', amount: '20990' })
    const body = { planName: 'publisher', interval: 'yearly', amount: 20990, currency: 'USD' }
    const checkout = (who: typeof free, more: object) => who.post('/api/payments/create-checkout', { ...body, ...more })
    expect(await (await checkout(free, { session: query.session })).json()).toEqual({
      success: true,
      checkoutUrl: '/square-payment?plan=publisher&interval=yearly&amount=20990',
    })
    expect(await told(await checkout(pro, { session: query.session }))).toBe('400 checkout-expired')
    expect(await told(await checkout(free, { session: `${query.session}x` }))).toBe('400 checkout-expired')
    expect(await told(await checkout(free, { amount: 20989 }))).toBe('400 amount-mismatch')
    expect(await told(await checkout(free, { currency: 'EUR' }))).toBe('400 bad-request')
    expect(await told(await session(pro, 'pro', 'monthly'))).toBe('409 already-have-plan')
    expect(await told(await session(pro, 'pro', 'yearly'))).toBe('200 true')
    expect(await told(await session(await fresh('publisher'), 'pro', 'yearly'))).toBe('409 is-downgrade')
  })
})

describe('a subscription', () => {
  const begin = async () => {
    const free = await fresh()
    await free.pay()
    await free.paid('pro', 'monthly')
    return free
  }

  test('is there as soon as the stream says so, and can be cancelled with access to the end', async () => {
    const person = await begin()
    const { planExpiry, ...bought } = await person.subscription()
    expect(bought).toMatchObject({
      plan: 'pro',
      status: 'active',
      renews: true,
      nextAmount: 599,
      subscriptionInterval: 'monthly',
    })
    const cancel = () => person.post('/api/user/cancel-subscription', {})
    expect(await (await cancel()).json()).toMatchObject({ success: true, accessUntil: planExpiry })
    expect(await (await cancel()).json()).toMatchObject({ success: true, accessUntil: planExpiry })
    expect(await person.subscription()).toMatchObject({ plan: 'pro', status: 'cancelled', renews: false, planExpiry })
    expect((await person.typesOf()).filter((type) => type === 'SubscriptionCancelled')).toHaveLength(1)
    // at any time one may subscribe again
    expect(await told(await person.pay())).toBe('503 payment-pending')
  })

  test('cannot be changed on the free plan, nor to what it is or to more for nothing', async () => {
    const change = async (who: Awaited<ReturnType<typeof fresh>>, newPlan: string, interval = 'monthly') =>
      told(await who.post('/api/user/downgrade-subscription', { newPlan, interval }))
    const free = await fresh()
    expect(await told(await free.post('/api/user/cancel-subscription', {}))).toBe('409 no-subscription')
    expect(await change(free, 'pro')).toBe('409 no-subscription')
    const person = await begin()
    expect(await change(person, 'pro')).toBe('409 already-have-plan')
    expect(await change(person, 'publisher')).toBe('409 not-a-downgrade')
    expect(await change(person, 'pro', 'yearly')).toBe('409 not-a-downgrade')
  })

  test('that was given can be made smaller and cancelled', async () => {
    const person = await fresh('publisher')
    const reply = await (await person.post('/api/user/downgrade-subscription', { newPlan: 'pro', interval: 'monthly' })).json()
    expect(reply).toMatchObject({ newPlan: 'pro', message: 'You are now on the Pro plan.', change: null })
    expect(await person.json('/api/user/plan')).toMatchObject({ currentPlan: 'pro' })
    const free = await (await person.post('/api/user/downgrade-subscription', { newPlan: 'free' })).json()
    expect(free).toMatchObject({ newPlan: 'free', planExpiry: reply.planExpiry })
    expect(await person.subscription()).toMatchObject({ plan: 'pro', status: 'cancelled' })
  })

  test('a refund is asked for once, within the rules', async () => {
    const person = await begin()
    expect((await person.subscription()).refund).toMatchObject({ eligible: true, amount: 599, status: 'none' })
    const ask = () => person.post('/api/user/request-refund', {})
    expect(await (await ask()).json()).toMatchObject({ success: true, amount: 599 })
    expect(await told(await ask())).toBe('409 refund-not-eligible')
    expect((await person.subscription()).refund).toMatchObject({ eligible: false, refusal: 'under-way', status: 'requested' })
    expect(await told(await (await fresh('pro')).post('/api/user/request-refund', {}))).toBe('409 refund-not-eligible')
  })
})

describe('notices of Square', () => {
  const url = () => gateway.url + squareWebhookPath
  const key = 'a secret of tests, 32 characters or more'
  const sign = (body: string, at = url(), by = key) =>
    createHmac('sha256', by)
      .update(at + body)
      .digest('base64')
  const send = (body: string, signature: string | undefined) =>
    fetch(url(), {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...(signature === undefined ? {} : { [squareSignatureHeader]: signature }) },
    })
  const notice = (object: object, eventId: string = randomUUID()) =>
    JSON.stringify({ event_id: eventId, type: 'refund.updated', data: { type: 'refund', id: 'x', object } })

  test('forged ones are refused, whatever they say', async () => {
    const body = notice({ refund: { id: 'R1', payment_id: 'P1' } })
    const forged = [
      undefined,
      '',
      'AAAA',
      sign(body, url(), 'another key'),
      sign(body, 'https://elsewhere.test/'),
      sign(`${body} `),
    ]
    expect(await Promise.all(forged.map(async (signature) => (await send(body, signature)).status))).toEqual(
      forged.map(() => 403),
    )
    expect(gateway.told).toEqual([])
  })

  test('what is true is told to the account it is about; what is about nothing of ours is taken', async () => {
    const person = await fresh()
    await person.pay()
    const paymentId = await person.paid('pro', 'monthly')
    const about = notice({ refund: { id: 'R2', payment_id: paymentId } }, 'event-1')
    for (let time = 0; time < 2; time += 1) expect((await send(about, sign(about))).status).toBe(200)
    const ofNobody = notice({ refund: { id: 'R3', payment_id: 'PAY-unknown' } })
    expect((await send(ofNobody, sign(ofNobody))).status).toBe(200)
    const other = JSON.stringify({ type: 'inventory.count.updated' })
    expect((await send(other, sign(other))).status).toBe(200)
    // the workflow counts the same event once
    const twice = { owner: person.id, eventId: 'event-1', kind: 'refund', objectId: 'R2' }
    expect(gateway.told).toEqual([twice, twice])
  })
})

test('only the page of the card form may load anything of Square', async () => {
  const policy = async (path: string) => (await fetch(gateway.url + path)).headers.get('content-security-policy') ?? ''
  const home = 'http://localhost:9'
  for (const path of ['/square-payment', '/Square-Payment/']) {
    const directives = Object.fromEntries((await policy(path)).split(';').map((one) => [one.trim().split(' ')[0], one]))
    for (const name of ['script-src', 'frame-src', 'connect-src']) expect(directives[name]).toContain(home)
  }
  for (const path of ['/', '/square-payments', '/checkout']) expect(await policy(path)).not.toContain(home)
})
