import { createHash } from 'node:crypto'
import type { Recorded } from '../contract/event.ts'
import { type AccountEvent, accountStream } from '../contract/events/account.ts'
import { priceOf } from '../contract/payment.ts'
import type { RefusalCode } from '../contract/refusal.ts'
import { type CheckoutOutcome, compareTerms, paysRenewal, type Terms } from '../contract/subscription.ts'
import type { Follower } from '../db/follower.ts'
import { type Log, WrongVersion } from '../db/log.ts'
import { type AccountState, accountAt, foldAccount } from '../projections/account.ts'
import { refuse } from './refuse.ts'

const hashOf = (...parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)

/** Keys belong to one account: the same key of another is another checkout. */
export const checkoutIdOf = (owner: string, key: string) => hashOf('checkout', owner, key)

/** Why these terms cannot be bought now; asked at every step of the way, decided at the last. */
export function purchaseRefusal(account: AccountState, terms: Terms, now: Date): RefusalCode | undefined {
  const { subscription } = account
  if (subscription.charge || subscription.checkout) return 'payment-in-progress'
  const { plan, interval = 'monthly', cancelled } = accountAt(account, now)
  if (plan === 'free' || paysRenewal(subscription, terms)) return undefined
  const difference = compareTerms({ plan, interval }, terms)
  if (difference === 'upgrade' || (difference === 'same' && cancelled)) return undefined
  return difference === 'same' ? 'already-have-plan' : 'is-downgrade'
}

interface Purchase extends Terms {
  readonly owner: string
  readonly key: string
  readonly source: string
  readonly amount: number
  readonly now: () => Date
}

type Begun = Extract<AccountEvent, { type: 'CheckoutBegun' }>['data']

const begunAs = (events: readonly Recorded[], checkoutId: string): Begun | undefined =>
  events
    .map(({ type, data }) => (type === 'CheckoutBegun' ? (data as Begun) : undefined))
    .find((one) => one?.checkoutId === checkoutId)

/**
 * Takes the account's one place for a checkout, or throws the refusal. Of two that race both fold the same stream, but only
 * one appends at its version. The same key and body again is the same checkout, whatever became of it.
 */
export async function beginCheckout(log: Log, { owner, key, plan, interval, source, amount, now }: Purchase): Promise<string> {
  const checkoutId = checkoutIdOf(owner, key)
  const body = hashOf(source, plan, interval, amount)
  for (;;) {
    const events = await log.readStream(accountStream(owner))
    const begun = begunAs(events, checkoutId)
    if (begun && begun.body !== body) throw refuse('key-reused')
    if (begun) return checkoutId
    if (amount !== priceOf(plan, interval)) throw refuse('amount-mismatch')
    const account = foldAccount(events)
    const refusal = purchaseRefusal(account, { plan, interval }, now())
    if (refusal) throw refuse(refusal)

    const data = { checkoutId, plan, interval, amount, source, body, at: now().toISOString() }
    try {
      await log.append(accountStream(owner), [{ id: `${checkoutId}/begun`, type: 'CheckoutBegun', data }], {
        expectedVersion: account.version,
        metadata: { correlationId: checkoutId, actor: owner },
      })
      return checkoutId
    } catch (error) {
      if (!(error instanceof WrongVersion)) throw error
    }
  }
}

/** How the checkout came out, from the account's own stream; undefined while nobody knows. */
export async function untilCheckoutEnded(
  follower: Follower,
  { owner, checkoutId, wait }: { readonly owner: string; readonly checkoutId: string; readonly wait: number },
  stopping: AbortSignal,
): Promise<CheckoutOutcome | undefined> {
  const enough = new AbortController()
  const timer = setTimeout(() => enough.abort(), wait)
  let outcome: CheckoutOutcome | undefined
  try {
    await follower.followStream(accountStream(owner), {
      after: 0,
      signal: AbortSignal.any([enough.signal, stopping]),
      onEvent(event) {
        if (event.type !== 'CheckoutEnded') return
        const data = event.data as Extract<AccountEvent, { type: 'CheckoutEnded' }>['data']
        if (data.checkoutId !== checkoutId) return
        outcome = data
        enough.abort()
      },
    })
  } finally {
    clearTimeout(timer)
  }
  return outcome
}
