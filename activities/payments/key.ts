import { createHash } from 'node:crypto'

/** The idempotency key of a call at the card provider: 40 characters of a hash of all that the call is about. */
export const keyOf = (...parts: readonly (string | number)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)
