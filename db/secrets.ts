import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** 1 byte of format, 12 of nonce, 16 of tag, then the sealed text. */
const format = 1
const head = 1 + 12 + 16

/** AES-256-GCM. `purpose` is bound to the result: what was sealed for one thing does not open as another. */
export function sealWith(key: Uint8Array, purpose: string, plain: string | Uint8Array): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  const body = Buffer.concat([typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), body])
}

/** Throws when the key or the purpose is another, or a byte was changed. */
export function openWith(key: Uint8Array, purpose: string, sealed: Uint8Array): Buffer {
  if (sealed.length < head || sealed[0] !== format) throw new TypeError('This was not sealed by us')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13)).setAAD(Buffer.from(purpose))
  decipher.setAuthTag(sealed.subarray(13, head))
  return Buffer.concat([decipher.update(sealed.subarray(head)), decipher.final()])
}

export const newKey = () => randomBytes(32)

/** Several keys for several uses from the one secret that the operator sets. */
export function keysFrom(masterKey: string) {
  if (masterKey.length < 32)
    throw new Error('BOOKMENDER_MASTER_KEY must have at least 32 characters; make one with `openssl rand -base64 32`')
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', masterKey, 'bookmender', use, 32))
  return {
    wrapping: derive('wrap'),
    /** The first key of subjects; it stays what it is when the master key changes. */
    firstSubjectKey: () => derive('subject'),
  }
}

/** The same person is found again by this, and nobody without the key can tell who it is. */
export const hashSubject = (key: Uint8Array, issuer: string, subject: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify([issuer, subject]))
    .digest()

/** By which an address is found without being readable; upper and lower case and spaces around it make no difference. */
export const hashEmail = (key: Uint8Array, email: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify(['e-mail', email.trim().normalize('NFC').toLowerCase(), 'address']))
    .digest()

/** What a wrapped key is bound to: one person's does not open as another's. */
export const personKey = (id: string) => `key of ${id}`
export const houseKey = (name: string) => `key of the house: ${name}`
