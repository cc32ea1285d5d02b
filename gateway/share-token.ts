import { createSigner } from './signing.ts'

export interface Share {
  readonly jobId: string
  /** How often sharing was ended before this link was given out. */
  readonly generation: number
  readonly expiresAt: Date
}

const purpose = 'shared report'
const plain = ({ jobId, generation, expiresAt }: Share) =>
  `${Buffer.from(jobId.replace(/-/g, ''), 'hex').toString('base64url')}.${generation}.${Math.floor(expiresAt.getTime() / 1000)}`

/** The last part of a link: who holds it may read, nobody can make one. */
export const tokenOf = (share: Share, signingKey: string) => {
  const text = plain(share)
  return `${text}.${createSigner(signingKey, purpose).sign(text)}`
}

/** Undefined for what we did not sign, and for what is over. */
export function shareIn(token: string | undefined, signingKey: string, now: Date): Share | undefined {
  const [, text = '', id = '', generation, seconds, signature = ''] =
    /^(([\w-]{22})\.(\d{1,6})\.(\d{10}))\.([\w-]{22})$/.exec(token ?? '') ?? []
  if (!createSigner(signingKey, purpose).isSigned(text, signature)) return undefined
  const expiresAt = new Date(Number(seconds) * 1000)
  if (expiresAt <= now) return undefined
  const jobId = Buffer.from(id, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { jobId, generation: Number(generation), expiresAt }
}
