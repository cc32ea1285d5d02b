import type { z } from 'zod'
import type { AiSwitchReason, Engine, SwitchReason } from '../contract/engine.ts'
import type { Recorded } from '../contract/event.ts'
import type { Compatibility, RepairEvent, Scores, Tally } from '../contract/events/repair.ts'
import type { Mode, PlanName } from '../contract/plans.ts'
import { type Stage, type StageStatus, stages } from '../contract/quality.ts'
import type { FailureCode } from '../contract/refusal.ts'
import { defineProjection, type Folded, idIn } from './projection.ts'

export type Outcome = Extract<RepairEvent, { type: 'RepairCompleted' }>['data']['outcome']

export interface StageState {
  readonly id: Stage
  readonly status: StageStatus
  /** 0–100, and never less than before. */
  readonly progress: number
  /** Of the newest try; what an older one still says is not listened to. */
  readonly attempt: number
}

export interface Revising {
  readonly revision: number
  readonly undone: readonly number[]
  readonly edits?: string
  readonly picks?: string
  readonly picked?: readonly string[]
  /** ISO. */
  readonly requestedAt: string
}

/** A job as its stream tells it: the same for the live view, the job record and the replay of support. */
export interface JobState {
  readonly jobId: string
  /** Version of the last event folded; 0 when the job was never heard of. */
  readonly seq: number
  /** `unknown` until it was requested. */
  readonly status: 'unknown' | 'processing' | 'completed' | 'failed' | 'cancelled'
  readonly owner?: string
  /** Blob key of the upload. */
  readonly upload?: string
  readonly bytes?: number
  readonly mode?: Mode
  readonly plan?: PlanName
  /** Id of the batch that it came with. */
  readonly batch?: string
  /** ISO times, from the log. */
  readonly requestedAt?: string
  readonly endedAt?: string
  /** All four, in their order. */
  readonly stages: readonly StageState[]
  /** The engine at work, or the one whose result stands. */
  readonly engine?: Engine
  readonly engineSwitches: readonly {
    readonly from: Engine
    readonly to: Engine
    readonly reason: SwitchReason
    readonly at: string
  }[]
  readonly found: number
  readonly fixed: number
  readonly errorsBefore?: number
  readonly errorsAfter?: number
  readonly warningsBefore?: number
  readonly byFeature?: Readonly<Record<string, number>>
  readonly scoresBefore?: Scores
  readonly scores?: Scores
  readonly compatibility?: z.infer<typeof Compatibility>
  readonly outcome?: Outcome
  /** Blob keys; no result for a scan. */
  readonly result?: string
  readonly report?: string
  readonly judge?: string
  readonly sha256Before?: string
  readonly sha256After?: string
  readonly resultBytes?: number
  /** Version of the result: 0 as it was repaired. */
  readonly revision: number
  /** Features taken back in that version. */
  readonly undone: readonly number[]
  /** Blob key of the metadata edits of that version. */
  readonly edits?: string
  /** Suggestions done in that version, and the blob key of what was accepted, sealed. */
  readonly picked: readonly string[]
  readonly picks?: string
  /** Suggestions that were refused. */
  readonly refused: readonly string[]
  /** The language model was left. */
  readonly aiSwitch?: AiSwitchReason
  /** The version at work; the result is the one before until it is there. */
  readonly revising?: Revising
  /** The last version that was asked for, where it was not made. */
  readonly notRevised?: Extract<RepairEvent, { type: 'RevisionFailed' }>['data']
  readonly tally?: readonly Tally[]
  readonly failure?: { readonly code: FailureCode; readonly stage: Stage; readonly reference: string }
}

export const initial = (jobId: string): JobState => ({
  jobId,
  seq: 0,
  status: 'unknown',
  stages: stages.map((id) => ({ id, status: 'pending', progress: 0, attempt: 0 })),
  engineSwitches: [],
  found: 0,
  fixed: 0,
  revision: 0,
  undone: [],
  picked: [],
  refused: [],
})

/** What came before a stage that is active is completed, at 100. */
const passBefore = (all: readonly StageState[], stage: Stage): StageState[] =>
  all.map((one) =>
    stages.indexOf(one.id) < stages.indexOf(stage) && one.status !== 'completed'
      ? { ...one, status: 'completed', progress: 100 }
      : one,
  )

/** What a lost try says late, or a stage that is over, changes nothing. */
const isPast = (one: StageState, attempt: number) =>
  attempt < one.attempt || (attempt === one.attempt && one.status === 'completed')

const changeStage = (
  all: readonly StageState[],
  stage: Stage,
  attempt: number,
  change: Partial<StageState>,
): readonly StageState[] => {
  const current = all.find(({ id }) => id === stage)
  if (!current || isPast(current, attempt)) return all
  const progress = Math.max(current.progress, change.progress ?? 0)
  return passBefore(all, stage).map((one) =>
    one.id === stage ? { ...one, status: 'active', ...change, attempt, progress } : one,
  )
}

const failStage = (all: readonly StageState[], stage: Stage): StageState[] =>
  passBefore(all, stage).map((one) => (one.id === stage ? { ...one, status: 'failed' } : one))

function tell(job: JobState, event: Folded<RepairEvent>): JobState {
  const { type, data } = event
  const at = event.recordedAt.toISOString()
  switch (type) {
    case 'RepairRequested':
      return { ...job, ...data, status: 'processing', requestedAt: at }
    case 'StageStarted':
      return { ...job, stages: changeStage(job.stages, data.stage, data.attempt, {}) }
    case 'StageProgressed':
      return { ...job, stages: changeStage(job.stages, data.stage, data.attempt, { progress: data.progress }) }
    case 'StageCompleted':
      return { ...job, stages: changeStage(job.stages, data.stage, data.attempt, { status: 'completed', progress: 100 }) }
    case 'IssuesFound':
      return {
        ...job,
        found: data.found,
        byFeature: data.byFeature,
        errorsBefore: data.errors,
        warningsBefore: data.warnings,
        judge: data.judge,
      }
    case 'EngineSwitched':
      return { ...job, engine: data.to, engineSwitches: [...job.engineSwitches, { ...data, at }] }
    case 'AiEngineSwitched':
      return { ...job, aiSwitch: data.reason }
    case 'IssuesFixed':
      return { ...job, engine: data.engine, found: data.found, fixed: data.fixed }
    case 'QualityScored':
      return { ...job, scoresBefore: data.before, scores: data.after, compatibility: data.compatibility }
    case 'RepairCompleted': {
      const { engine = job.engine, wordsKept: _, ...rest } = data
      return {
        ...job,
        ...rest,
        ...(engine && { engine }),
        status: 'completed',
        endedAt: at,
        stages: job.stages.map((one) => ({ ...one, status: 'completed', progress: 100 })),
      }
    }
    case 'RepairFailed':
      return { ...job, status: 'failed', endedAt: at, failure: data, stages: failStage(job.stages, data.stage) }
    case 'RepairCancelled':
      return { ...job, status: 'cancelled', endedAt: at, stages: failStage(job.stages, data.stage) }
    default:
      return job
  }
}

/** Versions of the result that come after the end of a job; the one that stands is replaced by the next that is there. */
function revise(job: JobState, event: Folded<RepairEvent>): JobState {
  const { type, data } = event
  switch (type) {
    case 'RevisionRequested': {
      const { revision, undone, edits, picked, picks } = data
      const { notRevised: _, ...rest } = job
      const asked = { ...(edits && { edits }), ...(picked && { picked }), ...(picks && { picks }) }
      return { ...rest, revising: { revision, undone, ...asked, requestedAt: event.recordedAt.toISOString() } }
    }
    case 'ResultRevised': {
      const { revising, edits: _, picks: __, ...rest } = job
      if (revising?.revision !== data.revision) return job
      const { after, picked = [], ...result } = data
      const { undone, edits, picks } = revising
      return { ...rest, ...result, scores: after, undone, picked, ...(edits && { edits }), ...(picks && { picks }) }
    }
    case 'SuggestionsRefused':
      return { ...job, refused: data.refused }
    case 'RevisionFailed': {
      const { revising, ...rest } = job
      return revising?.revision === data.revision ? { ...rest, notRevised: data } : job
    }
    default:
      return job
  }
}

/** What comes after the end changes nothing of how it ended, the first ending stands; only its result may be revised. */
export function evolve(job: JobState, event: Recorded): JobState {
  const folded = event as Folded<RepairEvent>
  const told = job.endedAt === undefined ? tell(job, folded) : job.status === 'completed' ? revise(job, folded) : job
  return { ...told, seq: event.version }
}

export const foldJob = (jobId: string, events: readonly Recorded[]): JobState => events.reduce(evolve, initial(jobId))

const jobIdOf = idIn('repair-')

/** Every job as it stands, for lists of staff; calls about one job fold its stream instead. */
export const job = defineProjection<RepairEvent, JobState>({
  name: 'job',
  key: jobIdOf,
  evolve: (view, event) => evolve(view ?? initial(jobIdOf(event)!), event),
  index: ({ owner, requestedAt }) => ({ owner, at: requestedAt }),
})
