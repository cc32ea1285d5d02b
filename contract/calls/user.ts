import { z } from 'zod'
import { defineCall } from '../call.ts'
import { intervals, refundDeclineCodes, refundRefusals } from '../payment.ts'
import { planNames } from '../plans.ts'

export const HistoryItem = z.object({
  id: z.string(),
  fileName: z.string(),
  issuesFixed: z.number(),
  createdAt: z.string(),
  /** Absent for a scan, a failed job, or when the files are gone. */
  downloadUrl: z.string().optional(),
  status: z.enum(['processing', 'completed', 'failed', 'cancelled']),
  outcome: z.enum(['sound', 'valid', 'improved', 'unchanged', 'scanned']).optional(),
  /** It came with a batch. */
  batchId: z.string().optional(),
})
export type HistoryItem = z.infer<typeof HistoryItem>

/** Newest first, at most 50. */
export const userHistory = defineCall({ method: 'GET', path: '/api/user/history', for: 'signed-in', reply: z.array(HistoryItem) })

export const userPlan = defineCall({
  method: 'GET',
  path: '/api/user/plan',
  for: 'signed-in',
  reply: z.object({
    plan: z.enum(planNames),
    currentPlan: z.enum(planNames),
    usage: z.object({
      scansToday: z.number(),
      scansPerDay: z.number().nullable(),
      repairsThisMonth: z.number(),
      repairsPerMonth: z.number().nullable(),
      /** When the counters start again, ISO. */
      scansResetAt: z.string(),
      repairsResetAt: z.string(),
    }),
  }),
})

/** What an earlier plan was worth when the plan changed: "12 days of Pro became 3 days 10 h of Publisher". */
export const PlanChange = z.object({
  at: z.string(),
  from: z.object({ plan: z.enum(planNames), interval: z.enum(intervals) }),
  to: z.object({ plan: z.enum(planNames), interval: z.enum(intervals) }),
  /** Time that was left of the earlier plan, its worth in cents, and the time it bought of the new one. */
  remainingMs: z.number(),
  unusedCents: z.number(),
  boughtMs: z.number(),
})

/**
 * `active` renews at `planExpiry`; `cancelled` keeps access until then; `past-due`: the renewal was declined and is tried
 * again until `graceUntil`, access goes on meanwhile; `granted` was given, not bought, and ends without a renewal.
 */
export const subscriptionStatuses = ['free', 'active', 'cancelled', 'past-due', 'granted'] as const

export const Subscription = z.object({
  plan: z.enum(planNames),
  /** ISO; null on the free plan. */
  planExpiry: z.string().nullable(),
  subscriptionInterval: z.enum(intervals),
  status: z.enum(subscriptionStatuses),
  /** A card is charged at `planExpiry`: "Renews on". False: "Access until". */
  renews: z.boolean(),
  /** What the next renewal costs, in cents; null where there is none. */
  nextAmount: z.number().nullable(),
  graceUntil: z.string().nullable(),
  /** A payment is under way whose outcome is not known yet. */
  paymentPending: z.boolean(),
  lastChange: PlanChange.nullable(),
  refund: z.object({
    /** May be asked for now; otherwise `refusal` says why not (`refundRefusalSentences`). */
    eligible: z.boolean(),
    refusal: z.enum(refundRefusals).nullable(),
    status: z.enum(['none', 'requested', 'approved', 'declined', 'refunded']),
    /** Why support declined it (`refundDeclines`); null where it was not, or none was given. */
    declined: z.enum(refundDeclineCodes).nullable(),
    /** In cents: what would come back, or did; and until when it can be asked for. */
    amount: z.number().nullable(),
    until: z.string().nullable(),
  }),
})
export type Subscription = z.infer<typeof Subscription>

/** From the account's own stream, so that a plan just bought is there at once. */
export const userSubscription = defineCall({
  method: 'GET',
  path: '/api/user/subscription',
  for: 'signed-in',
  reply: Subscription,
})

/** Access stays until the period ends. Asked again it answers the same. 409 `no-subscription` on the free plan. */
export const cancelSubscription = defineCall({
  method: 'POST',
  path: '/api/user/cancel-subscription',
  for: 'signed-in',
  body: z.object({}),
  reply: z.object({ success: z.literal(true), message: z.string(), accessUntil: z.string() }),
})

/** To a smaller plan or interval: at once, charges nothing, what is unused buys time. To `free`: the same as cancelling. */
export const downgradeSubscription = defineCall({
  method: 'POST',
  path: '/api/user/downgrade-subscription',
  for: 'signed-in',
  body: z.object({ newPlan: z.enum(['free', 'pro', 'publisher']), interval: z.enum(intervals).optional() }),
  reply: z.object({
    message: z.string(),
    newPlan: z.enum(planNames),
    /** ISO: until when the new plan lasts, or access to the old one when the new one is free. */
    planExpiry: z.string(),
    change: PlanChange.nullable(),
  }),
})

/** Asks support for the last payment back. 409 `refund-not-eligible` with the reason as its sentence. */
export const requestRefund = defineCall({
  method: 'POST',
  path: '/api/user/request-refund',
  for: 'signed-in',
  body: z.object({}),
  reply: z.object({ success: z.literal(true), message: z.string(), amount: z.number() }),
})

/** For good. The session and all others of the person have ended when it answers; files go in the minutes after. */
export const deleteAccount = defineCall({
  method: 'DELETE',
  path: '/api/user/account',
  for: 'signed-in',
  reply: z.object({ deleted: z.literal(true) }),
})

/** How long the files of repairs are kept, in hours. */
export const Retention = z.object({
  /** What holds now. */
  hours: z.number(),
  /** What the plan lets choose from: `[24]`, or `[24, 720]`. */
  choices: z.array(z.number()),
})
export type Retention = z.infer<typeof Retention>

export const retention = defineCall({ method: 'GET', path: '/api/user/retention', for: 'signed-in', reply: Retention })

/** Holds for what is stored already, too. 403 for what the plan does not allow. */
export const chooseRetention = defineCall({
  method: 'POST',
  path: '/api/user/retention',
  for: 'signed-in',
  body: z.object({ hours: z.number() }),
  reply: Retention,
})

/** "Delete now" for all books of the person that are not at work at this moment, their results and reports. */
export const deleteFiles = defineCall({
  method: 'DELETE',
  path: '/api/user/files',
  for: 'signed-in',
  /** `deleted` books went; `busy` ones are still being repaired and stay. */
  reply: z.object({ deleted: z.number(), busy: z.number() }),
})

/** A payment, or money that went back. Everything in it is computed from what was charged. */
export const Receipt = z.object({
  id: z.string(),
  /** As printed: `BM-2026-1A2B3C4D`. */
  number: z.string(),
  kind: z.enum(['payment', 'refund']),
  plan: z.enum(planNames),
  interval: z.enum(['monthly', 'yearly']),
  /** US cents, always positive. */
  amount: z.number(),
  /** ISO. */
  at: z.string(),
  pdfUrl: z.string(),
})
export type Receipt = z.infer<typeof Receipt>

/** Newest first. */
export const receipts = defineCall({ method: 'GET', path: '/api/user/receipts', for: 'signed-in', reply: z.array(Receipt) })

export const receiptPdf = defineCall({
  method: 'GET',
  path: '/api/user/receipts/:receiptId.pdf',
  for: 'signed-in',
  reply: z.unknown(),
})

/** Which e-mails a person wants beside those about money, which cannot be refused. */
export const MailChoices = z.object({ repairReady: z.boolean() })
export type MailChoices = z.infer<typeof MailChoices>

export const mailChoices = defineCall({ method: 'GET', path: '/api/user/mail-choices', for: 'signed-in', reply: MailChoices })

export const chooseMail = defineCall({
  method: 'POST',
  path: '/api/user/mail-choices',
  for: 'signed-in',
  body: MailChoices,
  reply: MailChoices,
})
