import { hkdfSync } from 'node:crypto'
import { openWith, sealWith } from '../db/secrets.ts'
import type { SignInAttempt } from './provider.ts'

const purpose = 'sign-in'
/** How long a person may take at the provider, in ms. */
export const attemptLasts = 10 * 60_000

const keyOf = (cookieKey: string) => Buffer.from(hkdfSync('sha256', cookieKey, 'bookmender', purpose, 32))

/** One cookie for each attempt, so that two tabs do not overwrite each other's. */
export const attemptCookie = (state: string) => `bookmender_signin_${state.replace(/[^\w-]/g, '').slice(0, 12)}`

export const sealAttempt = (attempt: SignInAttempt, cookieKey: string, now: Date) =>
  sealWith(keyOf(cookieKey), purpose, JSON.stringify({ ...attempt, at: now.getTime() })).toString('base64url')

/** Undefined for what we did not seal, or sealed too long ago. */
export function openAttempt(sealed: string | undefined, cookieKey: string, now: Date): SignInAttempt | undefined {
  if (!sealed) return undefined
  try {
    const { at, ...attempt } = JSON.parse(openWith(keyOf(cookieKey), purpose, Buffer.from(sealed, 'base64url')).toString('utf8'))
    return now.getTime() - at <= attemptLasts ? (attempt as SignInAttempt) : undefined
  } catch {
    return undefined
  }
}
