import { createHash } from 'node:crypto'

/** The ready-made accounts; the provider knows only their staff roles, plans are the service's own affair. */
export const readyAccounts = [
  { email: 'free@example.test', what: 'the free plan', roles: [] },
  { email: 'pro@example.test', what: 'the Pro plan', roles: [] },
  { email: 'publisher@example.test', what: 'the Publisher plan', roles: [] },
  { email: 'support@example.test', what: 'support staff', roles: ['support'] },
  { email: 'operator@example.test', what: 'operator', roles: ['operator'] },
] as const

/** The same address is the same person, on every machine and after every restart. */
export const subjectOf = (email: string) => `local-${createHash('sha256').update(email).digest('hex').slice(0, 24)}`

/** `support+anyone@example.test` is support staff too, so that tests can have several. */
export const rolesOf = (email: string) =>
  readyAccounts.find((account) => account.email === email.replace(/\+[^@]*(?=@example\.test$)/, ''))?.roles ?? []
