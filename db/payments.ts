import { accountStream } from '../contract/events/account.ts'
import type { Sql } from './connect.ts'

/** Accounts for which a subscription workflow must be at work. */
export interface PaymentWork {
  /** A checkout begun before this time has not ended, or a subscription lives. */
  unfinished(before: Date): Promise<string[]>
}

/** No checkout is open for longer: Square has said yes or no long before. */
const checkoutsOf = '40 days'

export function createPaymentWork(sql: Sql): PaymentWork {
  const at = accountStream('').length + 1
  return {
    async unfinished(before) {
      const rows = await sql<{ owner: string }[]>`
        select substring(stream from ${at}::integer) as owner from (
          select stream from (
            select distinct on (stream) stream, type from events
            where type in ('SubscriptionStarted', 'SubscriptionChanged', 'SubscriptionRenewed', 'SubscriptionEnded', 'AccountDeletionRequested')
            order by stream, version desc
          ) last where type not in ('SubscriptionEnded', 'AccountDeletionRequested')
          union
          select b.stream from events b
          where b.type = 'CheckoutBegun' and b.recorded_at < ${before} and b.recorded_at > ${before}::timestamptz - ${checkoutsOf}::interval
            and not exists (
              select from events e
              where e.stream = b.stream and e.type = 'CheckoutEnded' and e.data ->> 'checkoutId' = b.data ->> 'checkoutId')
        ) unfinished`
      return rows.map(({ owner }) => owner)
    },
  }
}

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
