import { bytesPerMB, type Mode, type PlanName, planOf, uploadOverhead } from '../contract/plans.ts'
import type { RefusalCode } from '../contract/refusal.ts'
import { type AccountState, accountAt, reservationOf } from '../projections/account.ts'

export const kindOf = (mode: Mode) => (mode === 'find-error' ? 'scan' : 'repair')

/** What a plan does where nobody chose: as much as it may. */
export const defaultMode = (plan: PlanName): Mode => planOf(plan).allowedModes.at(-1)!

/** An upload must be smaller than this, in bytes. */
export const maxFileBytes = (plan: PlanName) => planOf(plan).maxFileSize * bytesPerMB
/** The whole request, with everything round the file. */
export const maxRequestBytes = (plan: PlanName) => maxFileBytes(plan) + uploadOverhead

/**
 * May this account run this job now? Pure: the account's own stream, folded, and the clock. The claim is then appended
 * at the version that was folded, so of two that race one wins and the other is asked again here.
 */
export function refusalFor(
  account: AccountState,
  { jobId, mode }: { jobId: string; mode: Mode },
  now: Date,
): RefusalCode | undefined {
  const { plan, scansLeft, repairsLeft } = accountAt(account, now)
  if (!planOf(plan).allowedModes.includes(mode)) return 'mode-not-allowed'
  if (reservationOf(account, jobId)?.kind === kindOf(mode)) return undefined
  if (mode === 'find-error') return scansLeft === 0 ? 'scan-used' : undefined
  return repairsLeft === 0 ? 'repairs-used' : undefined
}

/** The refusal that holds for every mode the plan has: then nothing of the upload needs to be read. */
export function refusalForAny(account: AccountState, jobId: string, now: Date): RefusalCode | undefined {
  const refusals = planOf(accountAt(account, now).plan).allowedModes.map((mode) => refusalFor(account, { jobId, mode }, now))
  return refusals.includes(undefined) ? undefined : refusals.at(-1)
}

export const mayDownload = (account: AccountState, now: Date) => planOf(accountAt(account, now).plan).allowDownloads

export const mayEditMetadata = (account: AccountState, now: Date) => planOf(accountAt(account, now).plan).allowMetadataEditing
