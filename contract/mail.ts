/** E-mails, as workflows order them: ids, numbers and enumerations. Plain constants: workflows import them too. */
import type { Interval, PaidPlan } from './payment.ts'

export const mailKinds = ['receipt', 'refund', 'renewal-notice', 'payment-failed', 'repair-ready'] as const
export type MailKind = (typeof mailKinds)[number]

/** Those that a person may refuse; the others are about money. */
export const refusableMail = ['repair-ready'] as const satisfies readonly MailKind[]

interface Terms {
  readonly plan: PaidPlan
  readonly interval: Interval
  /** In cents. */
  readonly amount: number
}

/** What is to be written; the same `about` of a kind is the same e-mail and goes once. Times are ISO. */
export type MailOrder = { readonly owner: string } & (
  | { readonly kind: 'receipt'; readonly about: string; readonly at: string; readonly terms: Terms }
  | { readonly kind: 'refund'; readonly about: string; readonly at: string; readonly amount: number }
  /** `renewsAt`: when the card will be charged. */
  | { readonly kind: 'renewal-notice'; readonly about: string; readonly renewsAt: string; readonly terms: Terms }
  /** Without `retryAt` nothing is tried again and the plan is free now. */
  | {
      readonly kind: 'payment-failed'
      readonly about: string
      readonly terms: Terms
      readonly retryAt: string | null
      readonly accessUntil: string | null
    }
  /** `about` is the id of a job or of a batch of books. */
  | { readonly kind: 'repair-ready'; readonly about: string }
)

export const mailWorkflowId = ({ owner, kind, about }: Pick<MailOrder, 'owner' | 'kind' | 'about'>) =>
  `mail-${kind}-${about}-${owner}`

/** A repair that took longer than this is worth an e-mail, in ms: by then people have gone elsewhere. */
export const worthMail = 60_000
