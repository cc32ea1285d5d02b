import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Length of a signature in bytes: nobody guesses 128 bits. */
const length = 16

/** A UUID in 22 characters of base64url. */
export const packedId = (id: string) => Buffer.from(id.replace(/-/g, ''), 'hex').toString('base64url')
export const unpackedId = (packed: string) =>
  Buffer.from(packed, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** A moment as whole seconds since 1970. */
export const packedTime = (time: Date) => String(Math.floor(time.getTime() / 1000))
/** Undefined once it is over. */
export function timeToCome(seconds: string | undefined, now: Date): Date | undefined {
  const time = new Date(Number(seconds) * 1000)
  return time > now ? time : undefined
}

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
