import { createHmac, timingSafeEqual } from 'node:crypto'
import { checkoutSessionFor } from '../contract/payment.ts'
import type { Terms } from '../contract/subscription.ts'

interface Session extends Terms {
  readonly owner: string
}

const sign = (text: string, key: string) => createHmac('sha256', key).update(`checkout ${text}`).digest('base64url')
const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Says which checkout a person began, and when; ours, because we signed it. */
export function makeSession({ owner, plan, interval }: Session, key: string, now: Date): string {
  const at = now.getTime().toString(36)
  return `${at}.${sign([owner, plan, interval, at].join(' '), key)}`
}

/** Is it of this person and these terms, not older than half an hour, and was nothing paid since? */
export function isGoodSession(
  session: string,
  { owner, plan, interval }: Session,
  key: string,
  now: Date,
  paidAt?: string,
): boolean {
  const [at = '', signature = ''] = session.split('.')
  if (!isSame(signature, sign([owner, plan, interval, at].join(' '), key))) return false
  const began = Number.parseInt(at, 36)
  const age = now.getTime() - began
  return age >= 0 && age <= checkoutSessionFor && (paidAt === undefined || Date.parse(paidAt) < began)
}
