/**
 * The life of a subscription as arithmetic: what its events make of it, what a change is worth, what is to be done next.
 * Pure and without a clock; gateway, activities and the workflow all ask here. Times are ISO strings, money is in cents.
 */
import type { AccountEvent } from './events/account.ts'
import {
  type DeclineReason,
  dunningDays,
  grace,
  type Interval,
  intervals,
  monthsOf,
  noticeBefore,
  type PaidPlan,
  paidPlans,
  priceOf,
  type RefundDecline,
  type RefundRefusal,
  refundFiles,
  refundWithin,
} from './payment.ts'
import { addMonths } from './period.ts'

export interface Terms {
  readonly plan: PaidPlan
  readonly interval: Interval
}

export interface PaidPlanTime extends Terms {
  /** Where this plan began; its months of usage are counted from here. */
  readonly since: string
  readonly from: string
  readonly until: string
  /** `anchor` + `index` months = `until`, so that renewals keep the day of the month. */
  readonly anchor: string
  readonly index: number
  /** What `periodMs` of this plan cost: the rate at which unused time is worth something. */
  readonly price: number
  readonly periodMs: number
  readonly cancelled: boolean
}

export interface Checkout extends Terms {
  readonly id: string
  readonly amount: number
  /** The card form's token, good for one use. */
  readonly source: string
  readonly at: string
  /** Once the card is stored. */
  readonly cardId?: string
}

/** A charge whose outcome is not known. */
export interface OpenCharge extends Terms {
  readonly chargeId: string
  readonly purpose: 'checkout' | 'renewal'
  readonly period: string
  readonly attempt: number
  readonly cardId: string
  readonly amount: number
  readonly at: string
}

export interface Refund {
  readonly id: string
  readonly paymentId: string
  readonly amount: number
  readonly at: string
  readonly status: 'requested' | 'approved' | 'declined' | 'refunded' | 'failed'
  /** How often it was approved: one that Square could not carry out may be tried again. */
  readonly approvals?: number
  /** Once it was carried out. */
  readonly providerRefundId?: string
  /** Why it was declined. */
  readonly declined?: RefundDecline
}

export interface PlanChange {
  readonly at: string
  readonly from: Terms
  readonly to: Terms
  readonly remaining: number
  readonly unused: number
  readonly bought: number
}

/** Small enough to travel as an activity's result, however long the subscription lives. */
export interface SubscriptionState {
  /** Of the account's stream: what is decided from this state is appended at exactly this version. */
  readonly version: number
  readonly customerId?: string
  /** The card that renewals charge. */
  readonly cardId?: string
  /** Cards that nothing will charge any more. */
  readonly oldCards: readonly string[]
  readonly paid?: PaidPlanTime
  readonly checkout?: Checkout
  readonly charge?: OpenCharge
  /** Declines of the renewal that is due; `retryAt` null when it is not tried again. */
  readonly dunning?: { readonly attempts: number; readonly retryAt: string | null }
  /** The end of the period whose renewal was announced. */
  readonly announced?: string
  readonly lastPayment?: { readonly paymentId: string; readonly amount: number; readonly at: string; readonly files: number }
  readonly refund?: Refund
  readonly hadRefund: boolean
  readonly lastChange?: PlanChange
  /** The account was closed: nothing is sold any more, and nothing stays at the provider. */
  readonly closed: boolean
}

export const noSubscription: SubscriptionState = { version: 0, oldCards: [], hadRefund: false, closed: false }

/** As an account's event comes out of the log. */
type Told = AccountEvent & { readonly version: number }

const ms = (iso: string) => new Date(iso).getTime()
const iso = (time: number | Date) => new Date(time).toISOString()

/** The paid plan alone, as its events make it. */
export function evolvePaid(paid: PaidPlanTime | undefined, event: AccountEvent): PaidPlanTime | undefined {
  switch (event.type) {
    case 'SubscriptionStarted': {
      const { plan, interval, from, until, anchor, index, price } = event.data
      const periodMs = ms(until) - ms(from)
      return { plan, interval, from, until, anchor, index, price, since: from, periodMs, cancelled: false }
    }
    case 'SubscriptionChanged': {
      const { plan, interval, from, until, anchor, index, price, fromPlan, fromInterval } = event.data
      const isLess = rank({ plan, interval }) < rank({ plan: fromPlan, interval: fromInterval })
      const periodMs = periodOf(interval, from)
      const cancelled = isLess && (paid?.cancelled ?? false)
      return { plan, interval, from, until, anchor, index, price, since: from, periodMs, cancelled }
    }
    case 'SubscriptionRenewed': {
      const { plan, interval, from, until, anchor, index, price } = event.data
      const { since = from, cancelled = false } = paid ?? {}
      return { plan, interval, from, until, anchor, index, price, since, cancelled, periodMs: ms(until) - ms(from) }
    }
    case 'SubscriptionCancelled':
      return paid && { ...paid, cancelled: true }
    case 'SubscriptionEnded':
    case 'AccountDeletionRequested':
      return undefined
    default:
      return paid
  }
}

/** When access to a paid plan ends, if nothing more is recorded: it outlasts its period while a renewal is under way. */
export const accessEnd = ({ until, cancelled }: Pick<PaidPlanTime, 'until' | 'cancelled'>) =>
  cancelled ? until : iso(ms(until) + grace)

export function evolveSubscription(before: SubscriptionState, event: Told): SubscriptionState {
  const paid = evolvePaid(before.paid, event)
  const state: SubscriptionState = { ...before, version: event.version, paid }
  const retire = (...cards: (string | undefined)[]) => [
    ...state.oldCards,
    ...cards.filter((card) => card !== undefined && !state.oldCards.includes(card)).map(String),
  ]
  switch (event.type) {
    case 'CheckoutBegun': {
      const { checkoutId: id, plan, interval, amount, source, at } = event.data
      // who closed the account and came back may buy again
      return { ...state, closed: false, checkout: { id, plan, interval, amount, source, at } }
    }
    case 'CustomerCreated':
      return { ...state, customerId: event.data.customerId }
    case 'CustomerForgotten':
      return { ...state, customerId: undefined }
    case 'CardStored':
      return { ...state, checkout: state.checkout && { ...state.checkout, cardId: event.data.cardId } }
    case 'CardDisabled':
      return { ...state, oldCards: state.oldCards.filter((card) => card !== event.data.cardId) }
    case 'CheckoutEnded': {
      const card = state.checkout?.cardId
      const open = { ...state, checkout: undefined }
      if (event.data.outcome === 'paid') return { ...open, cardId: card, oldCards: retire(state.cardId) }
      return { ...open, oldCards: retire(card) }
    }
    case 'ChargeAttempted':
      return { ...state, charge: event.data }
    case 'PaymentSucceeded': {
      const { paymentId, amount, at } = event.data
      return { ...state, charge: undefined, dunning: undefined, lastPayment: { paymentId, amount, at, files: 0 } }
    }
    case 'PaymentFailed': {
      const { purpose, retryAt } = event.data
      if (purpose === 'checkout') return { ...state, charge: undefined }
      const attempts = (state.dunning?.attempts ?? 0) + 1
      return { ...state, charge: undefined, dunning: { attempts, retryAt } }
    }
    case 'SubscriptionStarted':
    case 'SubscriptionRenewed':
      return { ...state, dunning: undefined, closed: false }
    case 'SubscriptionChanged': {
      const { plan, interval, fromPlan, fromInterval, remaining, unused, bought, from: at } = event.data
      const from = { plan: fromPlan, interval: fromInterval }
      return { ...state, dunning: undefined, lastChange: { at, from, to: { plan, interval }, remaining, unused, bought } }
    }
    case 'RenewalDue':
      return { ...state, announced: event.data.due }
    case 'SubscriptionEnded':
      return { ...state, dunning: undefined, cardId: undefined, oldCards: retire(state.cardId) }
    case 'AccountDeletionRequested':
      return { ...state, dunning: undefined, cardId: undefined, oldCards: retire(state.cardId), closed: true }
    case 'ScanCounted':
    case 'RepairCounted':
      return { ...state, lastPayment: state.lastPayment && { ...state.lastPayment, files: state.lastPayment.files + 1 } }
    case 'RefundRequested': {
      const { refundId: id, paymentId, amount, at } = event.data
      return { ...state, refund: { id, paymentId, amount, at, status: 'requested' } }
    }
    case 'RefundApproved':
      return {
        ...state,
        refund: state.refund && { ...state.refund, status: 'approved', approvals: (state.refund.approvals ?? 0) + 1 },
      }
    case 'RefundDeclined':
      return {
        ...state,
        refund: state.refund && {
          ...state.refund,
          status: 'declined',
          ...(event.data.reason && { declined: event.data.reason }),
        },
      }
    case 'RefundFailed':
      return { ...state, refund: state.refund && { ...state.refund, status: 'failed' } }
    case 'PaymentRefunded': {
      const { refundId: id, paymentId, amount, at, providerRefundId } = event.data
      const lastPayment = state.lastPayment?.paymentId === paymentId ? undefined : state.lastPayment
      return {
        ...state,
        lastPayment,
        hadRefund: true,
        refund: { id, paymentId, amount, at, status: 'refunded', providerRefundId },
      }
    }
    default:
      return state
  }
}

const rank = ({ plan, interval }: Terms) => paidPlans.indexOf(plan) * intervals.length + intervals.indexOf(interval)

/** How other terms compare with those of now: the plan counts first, then the interval. */
export const compareTerms = (from: Terms, to: Terms): 'upgrade' | 'downgrade' | 'same' => {
  const difference = rank(to) - rank(from)
  return difference === 0 ? 'same' : difference > 0 ? 'upgrade' : 'downgrade'
}

const periodOf = (interval: Interval, from: string) => addMonths(new Date(from), monthsOf(interval)).getTime() - ms(from)

/** floor(a × b / c) without rounding in between. */
const share = (a: number, b: number, c: number) => (c <= 0 ? 0 : Number((BigInt(a) * BigInt(b)) / BigInt(c)))

/** What is left of a plan: its time in ms, and floor(price paid × remaining ms / period ms) cents. */
export function unusedOf({ until, price, periodMs }: PaidPlanTime, at: string) {
  const remaining = Math.max(0, ms(until) - ms(at))
  return { remaining, unused: share(price, remaining, periodMs) }
}

type Outcome = Extract<AccountEvent, { type: 'SubscriptionStarted' | 'SubscriptionChanged' | 'SubscriptionRenewed' }>

/** A full price was paid for these terms: a new period from now, lengthened by what was left of an earlier plan. */
export function purchase(paid: PaidPlanTime | undefined, { plan, interval }: Terms, at: string): Outcome {
  const months = monthsOf(interval)
  const price = priceOf(plan, interval)
  const end = addMonths(new Date(at), months)
  const { remaining, unused } = paid ? unusedOf(paid, at) : { remaining: 0, unused: 0 }
  const plain = { plan, interval, price, from: at, until: iso(end), anchor: at, index: months }
  if (!paid || remaining === 0) return { type: 'SubscriptionStarted', data: plain }

  const bought = share(unused, end.getTime() - ms(at), price)
  const until = iso(end.getTime() + bought)
  const anchored = bought > 0 ? { until, anchor: until, index: 0 } : {}
  const earlier = { fromPlan: paid.plan, fromInterval: paid.interval, remaining, unused, bought }
  return { type: 'SubscriptionChanged', data: { ...plain, ...anchored, ...earlier } }
}

/** To smaller terms, free of charge: the new plan lasts as long as what was left is worth. */
export function downgrade(
  paid: PaidPlanTime,
  { plan, interval }: Terms,
  at: string,
): Extract<Outcome, { type: 'SubscriptionChanged' }> {
  const price = priceOf(plan, interval)
  const { remaining, unused } = unusedOf(paid, at)
  const bought = share(unused, periodOf(interval, at), price)
  const until = iso(ms(at) + bought)
  return {
    type: 'SubscriptionChanged',
    data: {
      ...{ plan, interval, price, from: at, until, anchor: until, index: 0 },
      ...{ fromPlan: paid.plan, fromInterval: paid.interval, remaining, unused, bought },
    },
  }
}

/**
 * The next period, on the anchor's day, also when it was paid some days late. Only where nobody charged until access was
 * gone (an outage of ours) does it begin when it is paid: time without access is not sold.
 */
export function renewal({ plan, interval, until, anchor, index }: PaidPlanTime, at: string): Outcome {
  const months = monthsOf(interval)
  const price = priceOf(plan, interval)
  if (ms(at) > ms(until) + grace) {
    const end = iso(addMonths(new Date(at), months))
    return { type: 'SubscriptionRenewed', data: { plan, interval, price, from: at, until: end, anchor: at, index: months } }
  }
  const next = index + months
  const end = iso(addMonths(new Date(anchor), next))
  return { type: 'SubscriptionRenewed', data: { plan, interval, price, from: until, until: end, anchor, index: next } }
}

/** The renewal of this period was due and has not been paid. */
export const isPastDue = ({ paid, dunning }: SubscriptionState) => paid !== undefined && !paid.cancelled && dunning !== undefined

/** A checkout of the very terms whose renewal is due pays that renewal, with another card. */
export const paysRenewal = (state: SubscriptionState, terms: Terms) =>
  isPastDue(state) && compareTerms(state.paid!, terms) === 'same'

/** When a declined renewal is tried again; null after the last day. */
export function retryAfter(until: string, at: string): string | null {
  const day = dunningDays.find((days) => ms(until) + days * 86_400_000 > ms(at))
  return day === undefined ? null : iso(ms(until) + day * 86_400_000)
}

export type Step =
  /** The outcome of a charge is unknown: the same call again. */
  | { readonly kind: 'charge' }
  /** The account was closed before anything was charged. */
  | { readonly kind: 'abandon' }
  | { readonly kind: 'store-card' }
  | { readonly kind: 'attempt'; readonly purpose: 'checkout' | 'renewal' }
  | { readonly kind: 'refund' }
  | { readonly kind: 'disable-card'; readonly cardId: string }
  | { readonly kind: 'forget-customer'; readonly customerId: string }
  | { readonly kind: 'end'; readonly reason: 'expired' | 'unpaid' }
  | { readonly kind: 'announce' }
  /** Nothing to do before this time. */
  | { readonly kind: 'wait'; readonly until: string }
  | { readonly kind: 'done' }

/** What is to be done now: money first, then what is due by the calendar. */
export function nextStep(state: SubscriptionState, now: string): Step {
  const { paid, checkout, charge, refund, oldCards, dunning, announced, cardId, closed, customerId } = state
  if (charge) return { kind: 'charge' }
  if (checkout && closed) return { kind: 'abandon' }
  if (checkout) return checkout.cardId ? { kind: 'attempt', purpose: 'checkout' } : { kind: 'store-card' }
  if (refund?.status === 'approved') return { kind: 'refund' }
  const [old] = oldCards
  if (old) return { kind: 'disable-card', cardId: old }
  if (!paid) return closed && customerId ? { kind: 'forget-customer', customerId } : { kind: 'done' }

  const isOver = ms(now) >= ms(paid.until)
  if (paid.cancelled || !cardId) return isOver ? { kind: 'end', reason: 'expired' } : { kind: 'wait', until: paid.until }
  if (isOver) {
    if (!dunning) return { kind: 'attempt', purpose: 'renewal' }
    if (dunning.retryAt === null) return { kind: 'end', reason: 'unpaid' }
    if (ms(now) >= ms(dunning.retryAt)) return { kind: 'attempt', purpose: 'renewal' }
    return { kind: 'wait', until: dunning.retryAt }
  }
  const notice = ms(paid.until) - noticeBefore[paid.interval]
  // what was bought with unused time may be shorter than its notice
  if (announced === paid.until || notice <= ms(paid.from)) return { kind: 'wait', until: paid.until }
  return ms(now) >= notice ? { kind: 'announce' } : { kind: 'wait', until: iso(notice) }
}

/** May the last payment be asked back? */
export function refundRefusal(state: SubscriptionState, now: string): RefundRefusal | undefined {
  const { lastPayment, refund, hadRefund } = state
  if (refund?.status === 'requested' || refund?.status === 'approved') return 'under-way'
  if (hadRefund) return 'once-only'
  if (!lastPayment) return 'nothing-paid'
  if (ms(now) > ms(lastPayment.at) + refundWithin) return 'too-late'
  return lastPayment.files > refundFiles ? 'too-many-files' : undefined
}

/** How a checkout came out, as the stream tells it. */
export interface CheckoutOutcome {
  readonly outcome: 'paid' | 'declined' | 'failed'
  readonly reason?: DeclineReason
  readonly paymentId?: string
}

/** Names by which the gateway speaks to the workflow. */
export const subscriptionWorkflowId = (owner: string) => `subscription-${owner}`
/** There is something new in the account's stream. */
export const wakeSignal = 'wake'
/** Square says that something happened to one of its objects; what, is asked of Square itself. */
export const squareSignal = 'square'

export interface SquareNotice {
  readonly eventId: string
  readonly kind: 'payment' | 'refund'
  readonly objectId: string
}

/** Input of the workflow `subscription-{owner}`; all else is in the account's stream. */
export interface SubscriptionInput {
  readonly owner: string
  /** What was told and not yet looked at when the workflow went on as a new run, and the ids lately seen. */
  readonly notices?: readonly SquareNotice[]
  readonly seen?: readonly string[]
  /** Events of one run; then it goes on as a new one. */
  readonly longest?: number
}
