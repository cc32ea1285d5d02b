import { createSigner, packedId, packedTime, timeToCome, unpackedId } from './signing.ts'

export interface Share {
  readonly jobId: string
  /** How often sharing was ended before this link was given out. */
  readonly generation: number
  readonly expiresAt: Date
}

const purpose = 'shared report'
const plain = ({ jobId, generation, expiresAt }: Share) => `${packedId(jobId)}.${generation}.${packedTime(expiresAt)}`

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
  const expiresAt = timeToCome(seconds, now)
  return expiresAt && { jobId: unpackedId(id), generation: Number(generation), expiresAt }
}
