import { accountStream } from '../contract/events/account.ts'
import type { Sql } from './connect.ts'

/** Whose payment it is that the card provider speaks of. Undefined for what is none of ours. */
export interface PaymentOwners {
  ofCharge(chargeId: string): Promise<string | undefined>
  ofPayment(paymentId: string): Promise<string | undefined>
}

export function createPaymentOwners(sql: Sql): PaymentOwners {
  const ownerIn = (rows: readonly { stream: string }[]) => rows[0]?.stream.slice(accountStream('').length)
  return {
    ofCharge: async (chargeId) =>
      ownerIn(
        await sql<{ stream: string }[]>`
        select stream from events where type = 'ChargeAttempted' and data ->> 'chargeId' = ${chargeId} limit 1`,
      ),
    ofPayment: async (paymentId) =>
      ownerIn(
        await sql<{ stream: string }[]>`
        select stream from events where type = 'PaymentSucceeded' and data ->> 'paymentId' = ${paymentId} limit 1`,
      ),
  }
}
