import { describe, expect, test } from 'vitest'
import type { AccountEvent } from './events/account.ts'
import {
  accessEnd,
  compareTerms,
  downgrade,
  evolvePaid,
  evolveSubscription,
  nextStep,
  noSubscription,
  type PaidPlanTime,
  purchase,
  refundRefusal,
  renewal,
  retryAfter,
  type SubscriptionState,
  unusedOf,
} from './subscription.ts'

const hour = 3_600_000
const day = 24 * hour
const told = (...events: AccountEvent[]): SubscriptionState =>
  events.reduce((state, event, at) => evolveSubscription(state, { ...event, version: at + 1 }), noSubscription)
const bought = (plan: 'pro' | 'publisher', interval: 'monthly' | 'yearly', at: string): PaidPlanTime =>
  evolvePaid(undefined, purchase(undefined, { plan, interval }, at))!

describe('a change is worth what is left, to the cent and the millisecond', () => {
  // 1 to 31 March is 31 days; after 10 days and 1 ms there are 21 days less 1 ms left of 599 cents: 405.77 → 405
  const pro = bought('pro', 'monthly', '2027-03-01T00:00:00.000Z')
  const now = '2027-03-11T00:00:00.001Z'

  test('unused', () => {
    expect(unusedOf(pro, now)).toEqual({ remaining: 21 * day - 1, unused: 405 })
    expect(unusedOf(pro, '2027-04-02T00:00:00.000Z')).toEqual({ remaining: 0, unused: 0 })
    expect(unusedOf(pro, '2027-03-01T00:00:00.000Z')).toEqual({ remaining: 31 * day, unused: 599 })
  })

  test('an upgrade costs the full price and lasts longer: 405 × 31 days / 2099 = 5 d 23 h 33 min 14 s 664 ms', () => {
    const { type, data } = purchase(pro, { plan: 'publisher', interval: 'monthly' }, now)
    expect(type).toBe('SubscriptionChanged')
    expect(data).toMatchObject({ price: 2099, unused: 405, remaining: 21 * day - 1, bought: Math.floor((405 * 31 * day) / 2099) })
    expect(data.until).toBe(new Date(Date.parse('2027-04-11T00:00:00.001Z') + 516_794_664).toISOString())
    expect((data as { bought: number }).bought).toBe(516_794_664)
  })

  test('a downgrade costs nothing and buys time alone', () => {
    const publisher = bought('publisher', 'yearly', '2027-03-01T00:00:00.000Z')
    // 366 days to 1 March 2028; half a year later 183 days are left: 10495 cents buy 17 months' worth of Pro at 599 for 30 days
    const { data } = downgrade(publisher, { plan: 'pro', interval: 'monthly' }, '2027-08-31T00:00:00.000Z')
    expect(data).toMatchObject({
      unused: 10_495,
      remaining: 183 * day,
      bought: Math.floor((10_495 * 30 * day) / 599),
      price: 599,
    })
  })

  test('what unused time bought is worth the same again: nobody gains or loses by changing twice', () => {
    const first = evolvePaid(pro, purchase(pro, { plan: 'publisher', interval: 'monthly' }, now))!
    // 2099 paid and 405 brought along; a cent is lost to rounding down
    expect(unusedOf(first, now).unused).toBe(2099 + 404)
    const second = evolvePaid(first, downgrade(first, { plan: 'pro', interval: 'monthly' }, now))!
    expect(unusedOf(second, now).unused).toBe(2099 + 403)
  })

  test('the smaller of two plans stays cancelled, a purchase is not', () => {
    const cancelled = { ...bought('publisher', 'monthly', '2027-03-01T00:00:00.000Z'), cancelled: true }
    expect(evolvePaid(cancelled, downgrade(cancelled, { plan: 'pro', interval: 'monthly' }, now))?.cancelled).toBe(true)
    expect(evolvePaid(cancelled, purchase(cancelled, { plan: 'publisher', interval: 'monthly' }, now))?.cancelled).toBe(false)
  })
})

test('which change is an upgrade: the plan counts before the interval', () => {
  const [pm, py, bm] = [
    { plan: 'pro', interval: 'monthly' },
    { plan: 'pro', interval: 'yearly' },
    { plan: 'publisher', interval: 'monthly' },
  ] as const
  expect([compareTerms(pm, py), compareTerms(py, bm), compareTerms(bm, py), compareTerms(py, pm), compareTerms(py, py)]).toEqual([
    'upgrade',
    'upgrade',
    'downgrade',
    'downgrade',
    'same',
  ])
})

describe('renewals keep the day', () => {
  const ends = (start: string, interval: 'monthly' | 'yearly', count: number) => {
    let paid = bought('pro', interval, start)
    return Array.from({ length: count }, () => {
      const end = paid.until
      paid = evolvePaid(paid, renewal(paid, paid.until))!
      return end.slice(0, 10)
    })
  }
  test('of the 31st, through short months and a leap year', () => {
    expect(ends('2027-12-31T23:59:59.999Z', 'monthly', 5)).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
    ])
  })
  test('of a leap day, year by year', () => {
    expect(ends('2028-02-29T00:00:00.000Z', 'yearly', 4)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
  })
  test('also when they are paid late; not when nobody charged until access was gone', () => {
    const paid = bought('pro', 'monthly', '2027-01-31T10:00:00.000Z')
    expect(renewal(paid, '2027-03-05T00:00:00.000Z').data).toMatchObject({ from: paid.until, until: '2027-03-31T10:00:00.000Z' })
    expect(renewal(paid, '2027-03-09T00:00:00.000Z').data).toMatchObject({
      from: '2027-03-09T00:00:00.000Z',
      until: '2027-04-09T00:00:00.000Z',
    })
  })
})

describe('what comes next', () => {
  const at = '2027-03-01T10:00:00.000Z'
  const terms = { plan: 'pro', interval: 'monthly' } as const
  const begun: AccountEvent = {
    type: 'CheckoutBegun',
    data: { checkoutId: 'c', ...terms, amount: 599, source: 'token', body: 'hash', at },
  }
  const stored: AccountEvent = { type: 'CardStored', data: { checkoutId: 'c', cardId: 'card' } }
  const attempted: AccountEvent = {
    type: 'ChargeAttempted',
    data: { chargeId: 'k', purpose: 'checkout', period: 'c', attempt: 1, cardId: 'card', ...terms, amount: 599, at },
  }
  const paid: AccountEvent[] = [
    { type: 'PaymentSucceeded', data: { chargeId: 'k', paymentId: 'p', purpose: 'checkout', ...terms, amount: 599, at } },
    purchase(undefined, terms, at),
    { type: 'CheckoutEnded', data: { checkoutId: 'c', outcome: 'paid', paymentId: 'p', at } },
  ]
  const all = [begun, stored, attempted, ...paid]
  const declined = (retryAt: string | null): AccountEvent => ({
    type: 'PaymentFailed',
    data: { chargeId: 'r', purpose: 'renewal', reason: 'declined', attempt: 1, ...terms, amount: 599, retryAt, at },
  })
  const kinds = (now: string, ...events: AccountEvent[]) => nextStep(told(...events), now).kind

  test('of a checkout: the card, the attempt on record, the charge until Square has answered', () => {
    expect(kinds(at, begun)).toBe('store-card')
    expect(kinds(at, begun, stored)).toBe('attempt')
    expect(kinds('2030-01-01T00:00:00.000Z', begun, stored, attempted)).toBe('charge')
  })

  test('of a subscription: it is announced, renewed, tried again, ended', () => {
    expect(nextStep(told(...all), at)).toEqual({ kind: 'wait', until: '2027-03-29T10:00:00.000Z' })
    expect(kinds('2027-03-29T10:00:00.000Z', ...all)).toBe('announce')
    expect(kinds('2027-04-01T10:00:00.000Z', ...all)).toBe('attempt')
    const retryAt = '2027-04-02T10:00:00.000Z'
    expect(nextStep(told(...all, declined(retryAt)), '2027-04-01T11:00:00.000Z')).toEqual({ kind: 'wait', until: retryAt })
    expect(kinds(retryAt, ...all, declined(retryAt))).toBe('attempt')
    expect(kinds(retryAt, ...all, declined(null))).toBe('end')
  })

  test('another card: the one before is let go', () => {
    const next: AccountEvent[] = [
      { ...begun, data: { ...begun.data, checkoutId: 'd', plan: 'publisher', amount: 2099 } } as AccountEvent,
      { type: 'CardStored', data: { checkoutId: 'd', cardId: 'other' } },
      { type: 'CheckoutEnded', data: { checkoutId: 'd', outcome: 'paid', paymentId: 'q', at } },
    ]
    expect(nextStep(told(...all, ...next), at)).toEqual({ kind: 'disable-card', cardId: 'card' })
    expect(told(...all, ...next).cardId).toBe('other')
  })

  test('of an account that is closed: nothing is charged any more, and nothing stays at Square', () => {
    const closed: AccountEvent = { type: 'AccountDeletionRequested', data: {} }
    const customer: AccountEvent = { type: 'CustomerCreated', data: { customerId: 'cus' } }
    expect(kinds(at, customer, begun, closed)).toBe('abandon')
    expect(kinds(at, customer, ...all, closed)).toBe('disable-card')
    const disabled: AccountEvent = { type: 'CardDisabled', data: { cardId: 'card' } }
    expect(kinds(at, customer, ...all, closed, disabled)).toBe('forget-customer')
    const forgotten: AccountEvent = { type: 'CustomerForgotten', data: { customerId: 'cus' } }
    expect(kinds(at, customer, ...all, closed, disabled, forgotten)).toBe('done')
  })

  test('access outlasts the period by the days of trying, unless it was cancelled', () => {
    const { paid: plan } = told(...all)
    expect(accessEnd(plan!)).toBe('2027-04-08T10:00:00.000Z')
    expect(accessEnd({ ...plan!, cancelled: true })).toBe('2027-04-01T10:00:00.000Z')
  })

  test('a refund: within seven days, at most 50 files, once', () => {
    const state = told(...all)
    expect(refundRefusal(state, '2027-03-08T10:00:00.000Z')).toBeUndefined()
    expect(refundRefusal(state, '2027-03-08T10:00:00.001Z')).toBe('too-late')
    const files = (count: number): AccountEvent[] =>
      Array.from({ length: count }, () => ({ type: 'RepairCounted', data: { jobId: 'j' } }))
    expect(refundRefusal(told(...all, ...files(50)), at)).toBeUndefined()
    expect(refundRefusal(told(...all, ...files(51)), at)).toBe('too-many-files')
    expect(refundRefusal(noSubscription, at)).toBe('nothing-paid')
    const refunded: AccountEvent = {
      type: 'PaymentRefunded',
      data: { refundId: 'r', providerRefundId: 'R', paymentId: 'p', amount: 599, at },
    }
    expect(refundRefusal(told(...all, refunded), at)).toBe('once-only')
  })

  test('a declined renewal is tried again after 1, 3, 5 and 7 days, then never', () => {
    const until = '2027-04-01T10:00:00.000Z'
    const on = (days: number) => new Date(Date.parse(until) + days * day).toISOString()
    expect([0, 1, 3, 5, 7].map((days) => retryAfter(until, on(days)))).toEqual([on(1), on(3), on(5), on(7), null])
    expect(retryAfter(until, on(2.5))).toBe(on(3))
  })
})
