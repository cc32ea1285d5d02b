import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { declineReasons, intervals, paidPlans, refundDeclineCodes } from '../payment.ts'
import { planNames } from '../plans.ts'
import { AccountDeleted, AccountDeletionRequested, RetentionChosen } from './personal.ts'

export const accountStream = (userId: string) => `account-${userId}`

export const AccountOpened = defineEvent('AccountOpened', {})
/** A plan without a payment: seeded accounts of the local provider, or a gift by support. */
export const SubscriptionGranted = defineEvent('SubscriptionGranted', {
  plan: z.enum(planNames),
  interval: z.enum(['monthly', 'yearly']),
  /** ISO time at which the plan ends. */
  until: z.iso.datetime(),
  source: z.enum(['local-seed', 'support', 'downgrade']),
})
const job = { jobId: z.string() }
/** Appended at the stream's version before the bytes are read; reserved counts as used. */
export const ScanReserved = defineEvent('ScanReserved', job)
export const ScanCounted = defineEvent('ScanCounted', job)
export const ScanReleased = defineEvent('ScanReleased', job)
export const RepairReserved = defineEvent('RepairReserved', job)
export const RepairCounted = defineEvent('RepairCounted', job)
export const RepairReleased = defineEvent('RepairReleased', job)

/** Times that decide something are in the data, not the log's own: the subscription's clock is the workflow's. */
const at = { at: z.iso.datetime() }
const terms = { plan: z.enum(paidPlans), interval: z.enum(intervals) }
/** Cents. */
const cents = z.int().nonnegative()

/** The one place for a checkout is taken, at the stream's version; `key` and `body` are hashes, `source` the one-time card token. */
export const CheckoutBegun = defineEvent('CheckoutBegun', {
  checkoutId: z.string(),
  ...terms,
  amount: cents,
  source: z.string(),
  body: z.string(),
  ...at,
})
/** The place is free again; `paid` when the plan is there. */
export const CheckoutEnded = defineEvent('CheckoutEnded', {
  checkoutId: z.string(),
  outcome: z.enum(['paid', 'declined', 'failed']),
  reason: z.enum(declineReasons).optional(),
  paymentId: z.string().optional(),
  ...at,
})
/** Ids at the card provider. */
export const CustomerCreated = defineEvent('CustomerCreated', { customerId: z.string() })
/** Nothing of the person stays at the card provider: the account was closed. */
export const CustomerForgotten = defineEvent('CustomerForgotten', { customerId: z.string() })
export const CardStored = defineEvent('CardStored', { checkoutId: z.string(), cardId: z.string() })
export const CardDisabled = defineEvent('CardDisabled', { cardId: z.string() })

/** Recorded before the call. `chargeId` is the call's idempotency key: 40 characters of a hash of what stands here. */
export const ChargeAttempted = defineEvent('ChargeAttempted', {
  chargeId: z.string(),
  purpose: z.enum(['checkout', 'renewal']),
  /** A checkout's id, or the ISO time at which the paid period begins. */
  period: z.string(),
  attempt: z.int().positive(),
  cardId: z.string(),
  ...terms,
  amount: cents,
  ...at,
})
export const PaymentSucceeded = defineEvent('PaymentSucceeded', {
  chargeId: z.string(),
  paymentId: z.string(),
  purpose: z.enum(['checkout', 'renewal']),
  ...terms,
  amount: cents,
  ...at,
})
/** A definite no. `retryAt`: when a renewal is tried again; null when it is not, and after a checkout. */
export const PaymentFailed = defineEvent('PaymentFailed', {
  chargeId: z.string(),
  purpose: z.enum(['checkout', 'renewal']),
  reason: z.enum(declineReasons),
  attempt: z.int().positive(),
  ...terms,
  amount: cents,
  retryAt: z.iso.datetime().nullable(),
  ...at,
})

const period = { from: z.iso.datetime(), until: z.iso.datetime() }
/** `anchor` + `index` months give the end of the period, so that renewals keep the day. */
const anchored = { anchor: z.iso.datetime(), index: z.int().nonnegative() }

export const SubscriptionStarted = defineEvent('SubscriptionStarted', { ...terms, ...period, ...anchored, price: cents })
/** Another plan or interval, from now on; `unused` cents of `remaining` ms of the earlier one bought `bought` ms. */
export const SubscriptionChanged = defineEvent('SubscriptionChanged', {
  ...terms,
  ...period,
  ...anchored,
  price: cents,
  fromPlan: z.enum(paidPlans),
  fromInterval: z.enum(intervals),
  remaining: z.int(),
  unused: cents,
  bought: z.int(),
})
export const RenewalDue = defineEvent('RenewalDue', { ...terms, amount: cents, due: z.iso.datetime(), ...at })
export const SubscriptionRenewed = defineEvent('SubscriptionRenewed', { ...terms, ...period, ...anchored, price: cents })
export const SubscriptionCancelled = defineEvent('SubscriptionCancelled', { accessUntil: z.iso.datetime(), ...at })
export const SubscriptionEnded = defineEvent('SubscriptionEnded', {
  reason: z.enum(['expired', 'unpaid', 'refunded']),
  ...at,
})

const refund = { refundId: z.string() }
export const RefundRequested = defineEvent('RefundRequested', { ...refund, paymentId: z.string(), amount: cents, ...at })
/** By a member of staff, whose id is the event's actor. */
export const RefundApproved = defineEvent('RefundApproved', { ...refund, ...at })
/** Without a reason in what was recorded before there was one. */
export const RefundDeclined = defineEvent('RefundDeclined', { ...refund, ...at, reason: z.enum(refundDeclineCodes).optional() })
/** The whole charge went back. `providerRefundId` is Square's. */
export const PaymentRefunded = defineEvent('PaymentRefunded', {
  ...refund,
  providerRefundId: z.string(),
  paymentId: z.string(),
  amount: cents,
  ...at,
})
/** Square could not carry it out after all: staff must act. */
export const RefundFailed = defineEvent('RefundFailed', { ...refund, ...at })

export const AccountEvent = z.discriminatedUnion('type', [
  AccountOpened,
  SubscriptionGranted,
  ScanReserved,
  ScanCounted,
  ScanReleased,
  RepairReserved,
  RepairCounted,
  RepairReleased,
  CheckoutBegun,
  CheckoutEnded,
  CustomerCreated,
  CustomerForgotten,
  CardStored,
  CardDisabled,
  ChargeAttempted,
  PaymentSucceeded,
  PaymentFailed,
  SubscriptionStarted,
  SubscriptionChanged,
  RenewalDue,
  SubscriptionRenewed,
  SubscriptionCancelled,
  SubscriptionEnded,
  RefundRequested,
  RefundApproved,
  RefundDeclined,
  PaymentRefunded,
  RefundFailed,
  RetentionChosen,
  AccountDeletionRequested,
  AccountDeleted,
])
export type AccountEvent = z.infer<typeof AccountEvent>
