/** Words of payments that cross every border. Plain constants: workflows import them too. */
import { type PlanName, plans } from './plans.ts'

export const intervals = ['monthly', 'yearly'] as const
export type Interval = (typeof intervals)[number]

export const paidPlans = ['pro', 'publisher'] as const satisfies readonly PlanName[]
export type PaidPlan = (typeof paidPlans)[number]

export const currency = 'USD'

/** In cents; the server computes every amount from this and from nothing else. */
export const priceOf = (plan: PaidPlan, interval: Interval): number =>
  interval === 'monthly' ? plans[plan].monthlyPrice : plans[plan].yearlyPrice

export const monthsOf = (interval: Interval) => (interval === 'monthly' ? 1 : 12)

/** Why a card provider said no; `declined` where it gave no better reason. */
export const declineReasons = [
  'declined',
  'insufficient-funds',
  'expired',
  'cvv',
  'postal-code',
  'invalid-card',
  'token-used',
  'verification-required',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/** What the person reads of it. */
export const declineSentences: Readonly<Record<DeclineReason, string>> = {
  declined: 'Your card was declined. Nothing was charged; please try another card.',
  'insufficient-funds': 'Your card has insufficient funds. Nothing was charged; please try another card.',
  expired: 'Your card has expired. Nothing was charged; please try another card.',
  cvv: 'The security code (CVV) is not right. Nothing was charged; please check it and try again.',
  'postal-code': 'The postal code does not match your card. Nothing was charged; please check it and try again.',
  'invalid-card': 'This card cannot be used. Nothing was charged; please check its number and date, or try another card.',
  'token-used': 'The card details were already used once. Nothing was charged; please enter them again.',
  'verification-required': 'Your bank wants to verify this payment. Nothing was charged; please try again or use another card.',
}

/** After how many days a declined renewal is tried again; after the last one the plan becomes free. */
export const dunningDays = [0, 1, 3, 5, 7] as const
/** How long a plan goes on after its period, while the renewal is under way or tried again, in ms. */
export const grace = 7 * 86_400_000
/** How long before its end a renewing period is announced, in ms. */
export const noticeBefore: Readonly<Record<Interval, number>> = { monthly: 3 * 86_400_000, yearly: 14 * 86_400_000 }

/** Refund policy: within this time, with at most so many files since the charge, once a person. */
export const refundWithin = 7 * 86_400_000
export const refundFiles = 50

export const refundRefusals = ['nothing-paid', 'too-late', 'too-many-files', 'once-only', 'under-way'] as const
export type RefundRefusal = (typeof refundRefusals)[number]

export const refundRefusalSentences: Readonly<Record<RefundRefusal, string>> = {
  'nothing-paid': 'There is no payment that could be refunded.',
  'too-late': 'Refunds are possible within 7 days of the payment.',
  'too-many-files': 'Refunds are possible as long as no more than 50 files were processed since the payment.',
  'once-only': 'A refund is possible once, and you have had one.',
  'under-way': 'Your refund request is being reviewed.',
}

/** How long a checkout session is good for, in ms. */
export const checkoutSessionFor = 30 * 60_000

/** Why support refused a refund: what the person is told. */
export const refundDeclines = {
  'outside-policy': 'The request is outside our refund policy.',
  'as-described': 'We looked at your repairs, and they came out as we describe them.',
  'solved-otherwise': 'What you wrote to us about has been solved in another way.',
  'already-returned': 'This payment went back to your card in another way.',
  misuse: 'The plan was used against our terms of service.',
} as const
export type RefundDecline = keyof typeof refundDeclines
export const refundDeclineCodes = Object.keys(refundDeclines) as [RefundDecline, ...RefundDecline[]]
