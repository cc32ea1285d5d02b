import { createHmac, timingSafeEqual } from 'node:crypto'

/** Ends e-mails of one person without a sign-in; where it leads, and nothing else, is what its key opens. */
export const unsubscribePath = '/api/mail/unsubscribe'

const keyOf = (signingKey: string, owner: string) =>
  createHmac('sha256', signingKey).update(`unsubscribe ${owner}`).digest('base64url')

export const unsubscribeUrl = (site: string, signingKey: string, owner: string) =>
  `${site}${unsubscribePath}?${new URLSearchParams({ person: owner, key: keyOf(signingKey, owner) })}`

export function isUnsubscribeKey(signingKey: string, owner: string, key: string): boolean {
  const [given, expected] = [Buffer.from(key), Buffer.from(keyOf(signingKey, owner))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
