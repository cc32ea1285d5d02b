import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Length of a signature in bytes: nobody guesses 128 bits. */
const length = 16

/** Signs short texts for one purpose: what was signed for another does not pass. */
export function createSigner(signingKey: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', signingKey, 'bookmender', purpose, 32))
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, length)
  return {
    sign: (text: string) => signatureOf(text).toString('base64url'),
    isSigned(text: string, signature: string) {
      const given = Buffer.from(signature, 'base64url')
      return given.length === length && timingSafeEqual(given, signatureOf(text))
    },
  }
}
