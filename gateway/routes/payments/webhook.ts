import type { Context } from 'koa'
import { z } from 'zod'
import { squareSignatureHeader, squareWebhookPath } from '../../../contract/calls/payments.ts'
import type { SquareNotice } from '../../../contract/subscription.ts'
import type { PaymentOwners } from '../../../db/payments.ts'
import type { Route } from '../../answer.ts'
import { readText } from '../../body.ts'
import { refuse } from '../../refuse.ts'

const Notice = z.object({
  event_id: z.string().min(1).max(200),
  type: z.string(),
  data: z.object({
    object: z.object({
      payment: z.object({ id: z.string(), reference_id: z.string().optional() }).optional(),
      refund: z.object({ id: z.string(), payment_id: z.string() }).optional(),
    }),
  }),
})

/**
 * Square says that something happened to a payment or a refund. The signature decides whether it is Square; what happened
 * the workflow then asks Square itself, so order, repetition and age of notices do not matter. What is none of ours is
 * taken with thanks, or Square would send it for days.
 */
export const webhook: Route = {
  method: 'POST',
  path: squareWebhookPath,
  async handle({ ctx, config, payments, subscriptions, logger }) {
    if (!config.square) throw refuse('no-payments')
    const text = await readText(ctx)
    if (!(await isSigned(ctx, text, config.square))) throw refuse('bad-signature')
    const notice = Notice.safeParse(parsed(text))
    const told = notice.success ? await addressee(payments, notice.data) : undefined
    if (told) await subscriptions.tell(told.owner, told.notice)
    else logger.info({ type: notice.data?.type }, 'a notice of Square is about nothing of ours')
    return { success: true }
  },
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function isSigned(
  ctx: Context,
  requestBody: string,
  { webhookUrl, webhookKey }: { webhookUrl: string; webhookKey: string },
) {
  const signatureHeader = ctx.get(squareSignatureHeader)
  if (signatureHeader === '') return false
  // large, and needed by nothing else here
  const { WebhooksHelper } = await import('square')
  return WebhooksHelper.verifySignature({ requestBody, signatureHeader, signatureKey: webhookKey, notificationUrl: webhookUrl })
}

async function addressee(
  payments: PaymentOwners,
  { event_id: eventId, data: { object } }: z.infer<typeof Notice>,
): Promise<{ owner: string; notice: SquareNotice } | undefined> {
  const { payment, refund } = object
  if (refund) {
    const owner = await payments.ofPayment(refund.payment_id)
    return owner === undefined ? undefined : { owner, notice: { eventId, kind: 'refund', objectId: refund.id } }
  }
  if (!payment?.reference_id) return undefined
  const owner = await payments.ofCharge(payment.reference_id)
  return owner === undefined ? undefined : { owner, notice: { eventId, kind: 'payment', objectId: payment.id } }
}
