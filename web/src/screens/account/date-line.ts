import type { Subscription } from '../../../../contract/calls/user.ts'
import { texts } from '../../texts/texts.ts'

const { plan: words } = texts.account

export interface DateLine {
  readonly label: string
  /** ISO. */
  readonly at: string
}

/**
 * "Renews on" a day that is still to come, otherwise "Expired on"; "Access until" where nothing renews: cancelled, given,
 * or while a declined renewal is tried again.
 */
export function dateLine(
  { planExpiry, renews, graceUntil }: Pick<Subscription, 'planExpiry' | 'renews' | 'graceUntil'>,
  now: Date,
): DateLine | undefined {
  if (graceUntil && new Date(graceUntil) > now) return { label: words.accessUntil, at: graceUntil }
  if (!planExpiry) return undefined
  if (new Date(planExpiry) <= now) return { label: words.expiredOn, at: planExpiry }
  return { label: renews ? words.renewsOn : words.accessUntil, at: planExpiry }
}
