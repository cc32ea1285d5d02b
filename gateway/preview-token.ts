import { createHash } from 'node:crypto'
import { createSigner, packedId, packedTime, timeToCome, unpackedId } from './signing.ts'

export interface PreviewPass {
  readonly jobId: string
  readonly owner: string
  /** `original`, or `processed-` and the revision. */
  readonly version: string
  readonly expiresAt: Date
}

const purpose = 'preview'
/** The owner goes into the signature alone; the address names nobody. */
const ownerIn = (owner: string) => createHash('sha256').update(owner).digest('base64url').slice(0, 11)

export function passOf({ jobId, owner, version, expiresAt }: PreviewPass, signingKey: string): string {
  const text = `${packedId(jobId)}.${ownerIn(owner)}.${version}.${packedTime(expiresAt)}`
  return `${text}.${createSigner(signingKey, purpose).sign(text)}`
}

/** Undefined for what we did not sign, and for what is over. `isOwner` says whether it was made for this account. */
export function passIn(token: string | undefined, signingKey: string, now: Date) {
  const [, text = '', id = '', owner, version = '', seconds, signature = ''] =
    /^(([\w-]{22})\.([\w-]{11})\.(original|processed-\d{1,6})\.(\d{10}))\.([\w-]{22})$/.exec(token ?? '') ?? []
  if (!createSigner(signingKey, purpose).isSigned(text, signature)) return undefined
  const expiresAt = timeToCome(seconds, now)
  if (!expiresAt) return undefined
  return {
    jobId: unpackedId(id),
    version,
    expiresAt,
    isOwner: (account: string | undefined) => account !== undefined && ownerIn(account) === owner,
  }
}
