import { randomBytes } from 'node:crypto'

/** Crockford's alphabet: nothing in it is mistaken for something else when read out. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten characters, 50 bits: short enough to read out to support, rare enough to find one request. */
export const newRequestId = () => Array.from(randomBytes(10), (byte) => alphabet[byte % 32]).join('')

/** The id that a proxy of ours, or a caller, gave the request, where it is plain; else a new one. */
export const requestIdOf = (given: string | undefined) => (given && /^[\w-]{8,64}$/.test(given) ? given : newRequestId())
