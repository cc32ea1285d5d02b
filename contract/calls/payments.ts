import { z } from 'zod'
import { defineCall } from '../call.ts'
import { currency, intervals, paidPlans, refundDeclineCodes } from '../payment.ts'

/**
 * Header of `process-square`: the same key with the same body is the same payment and gets the same answer; with another
 * body it is refused (409). Without it the card token is the key. Keys belong to one account.
 */
export const idempotencyHeader = 'Idempotency-Key'

/** How long `process-square` waits for the outcome, in ms, before it answers 503 with the code `payment-pending`. */
export const paymentWait = 40_000

const choice = { planName: z.enum(paidPlans), interval: z.enum(intervals) }
/** In cents. Display only: one that is not the price of the plan is refused with 400, and nothing is charged. */
const amount = z.int().nonnegative()

/** Refusals of these calls carry `success: false` beside `error`, `code` and `reference`. */
const success = z.literal(true)

/** First step: from the pricing page to `/checkout?plan&interval&session&amount`. */
export const createSession = defineCall({
  method: 'POST',
  path: '/api/payments/create-session',
  for: 'signed-in',
  body: z.object(choice),
  reply: z.object({ success, paymentUrl: z.string() }),
})

/** Second step: from the order summary to `/square-payment?plan&interval&amount`. */
export const createCheckout = defineCall({
  method: 'POST',
  path: '/api/payments/create-checkout',
  for: 'signed-in',
  body: z.object({
    ...choice,
    amount: amount.optional(),
    currency: z.literal(currency).optional(),
    /** As `create-session` made it: good for 30 minutes and one payment. */
    session: z.string().max(500).optional(),
  }),
  reply: z.object({ success, checkoutUrl: z.string() }),
})

export const squareConfig = defineCall({
  method: 'GET',
  path: '/api/payments/square-config',
  for: 'signed-in',
  reply: z.object({
    applicationId: z.string(),
    locationId: z.string(),
    environment: z.enum(['production', 'sandbox', 'local']),
    /** The card form's script: Square's own host by environment, or the local stand-in. */
    scriptUrl: z.string(),
  }),
})

/** Third step, with the card form's token. A declined card is a 402 whose `error` says why; nothing was charged then. */
export const processSquare = defineCall({
  method: 'POST',
  path: '/api/payments/process-square',
  for: 'signed-in',
  body: z.object({ sourceId: z.string().min(1).max(500), ...choice, amount }),
  reply: z.object({ success, paymentId: z.string() }),
})

/** For Square alone: the signature decides, no session, no origin. */
export const squareWebhookPath = '/api/webhooks/square'
/** Square's header: base64 of HMAC-SHA256 over the notification's address and the raw body. */
export const squareSignatureHeader = 'x-square-hmacsha256-signature'

export const RefundRequest = z.object({
  /** Account id. */
  account: z.string(),
  refundId: z.string(),
  paymentId: z.string(),
  /** Cents. */
  amount: z.number(),
  requestedAt: z.string(),
})

/** Requests that wait for a decision, and refunds that Square could not carry out. */
export const refundRequests = defineCall({
  method: 'GET',
  path: '/api/support/refunds',
  for: 'support',
  reply: z.array(RefundRequest.extend({ status: z.enum(['requested', 'failed']) })),
})

/** Approved: the whole charge goes back and the plan ends. Declined: `reason` says why, and the person is told. */
export const decideRefund = defineCall({
  method: 'POST',
  path: '/api/support/refunds/:account',
  for: 'support',
  body: z.discriminatedUnion('decision', [
    z.object({ refundId: z.string(), decision: z.literal('approve') }),
    z.object({ refundId: z.string(), decision: z.literal('decline'), reason: z.enum(refundDeclineCodes) }),
  ]),
  reply: z.object({ success }),
})
