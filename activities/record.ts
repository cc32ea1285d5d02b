import type { Engine, SwitchReason } from '../contract/engine.ts'
import { accountStream } from '../contract/events/account.ts'
import { type RepairEvent, repairStream } from '../contract/events/repair.ts'
import { demoOwner, type RepairJob, type RevisionJob } from '../contract/job.ts'
import type { Stage } from '../contract/quality.ts'
import { isFailureCode } from '../contract/refusal.ts'
import type { MetadataField, RevisionFailureCode } from '../contract/revision.ts'
import type { Deps } from './deps.ts'
import { referenceOf } from './reference.ts'

interface RevisionFailure {
  readonly code: RevisionFailureCode
  readonly field?: MetadataField
}

const append = ({ log }: Pick<Deps, 'log'>, jobId: string, id: string, event: RepairEvent) =>
  log.append(repairStream(jobId), [{ id: `${jobId}/${id}`, ...event }], { metadata: { correlationId: jobId, actor: 'system' } })

export const recordSwitch =
  (deps: Deps) =>
  async ({ jobId, from, to, reason }: { jobId: string; from: Engine; to: Engine; reason: SwitchReason }) => {
    await append(deps, jobId, `switched/${to}`, { type: 'EngineSwitched', data: { from, to, reason } })
  }

export const recordFailure =
  (deps: Pick<Deps, 'log'>) =>
  async ({ jobId, stage, code }: { jobId: string; stage: Stage; code: string }) => {
    const known = isFailureCode(code) ? code : 'internal'
    await append(deps, jobId, 'ended', { type: 'RepairFailed', data: { code: known, stage, reference: referenceOf(jobId) } })
  }

export const recordCancellation =
  (deps: Pick<Deps, 'log'>) =>
  async ({ jobId, stage }: { jobId: string; stage: Stage }) => {
    await append(deps, jobId, 'ended', { type: 'RepairCancelled', data: { stage } })
  }

export const recordRevisionFailure =
  (deps: Pick<Deps, 'log'>) =>
  async ({ jobId, revision, code, field }: Pick<RevisionJob, 'jobId' | 'revision'> & RevisionFailure) => {
    await append(deps, jobId, `revision/${revision}/failed`, {
      type: 'RevisionFailed',
      data: { revision, code, ...(field && { field }), reference: referenceOf(jobId) },
    })
  }

/** Ends the reservation that the gateway made, once: used up, or given back. */
export const settle =
  ({ log }: Deps) =>
  async ({ jobId, owner, mode, counts }: Pick<RepairJob, 'jobId' | 'owner' | 'mode'> & { counts: boolean }) => {
    if (owner === demoOwner) return
    const kind = mode === 'find-error' ? 'Scan' : 'Repair'
    const type = `${kind}${counts ? 'Counted' : 'Released'}` as const
    await log.append(accountStream(owner), [{ id: `${jobId}/settled`, type, data: { jobId } }], {
      metadata: { correlationId: jobId, actor: 'system' },
    })
  }
