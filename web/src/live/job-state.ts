import type { JobRecord } from '../../../contract/calls/epub.ts'
import type { Engine } from '../../../contract/engine.ts'
import type { LiveMessage } from '../../../contract/live.ts'
import { type Stage, type StageStatus, stages } from '../../../contract/quality.ts'

type IssuesUpdate = Extract<LiveMessage, { type: 'issues-update' }>['data']
type Quality = Extract<LiveMessage, { type: 'quality-update' }>['data']

/** A finding as the socket tells it; `key` names it on the screen. */
export type LiveFinding = IssuesUpdate['latest'][number] & { readonly key: string }

export interface StageState {
  readonly id: Stage
  readonly status: StageStatus
  /** 0–100. */
  readonly progress: number
}

/** One job as the socket has told it so far. */
export interface JobState {
  readonly jobId: string
  /** Last message folded in; the socket resumes after it. */
  readonly seq: number
  readonly phase: 'processing' | 'completed' | 'failed' | 'cancelled'
  readonly stages: readonly StageState[]
  /** In use; absent before the repair stage and in a scan. */
  readonly engine: Engine | undefined
  /** What the service said at the last change of engine. */
  readonly switched: string | undefined
  readonly found: number
  readonly fixed: number
  /** The three newest findings, newest first. */
  readonly latest: readonly LiveFinding[]
  readonly quality: Quality | undefined
  readonly reference: string | undefined
}

export const newJob = (jobId: string): JobState => ({
  jobId,
  seq: 0,
  phase: 'processing',
  stages: stages.map((id) => ({ id, status: 'pending', progress: 0 })),
  engine: undefined,
  switched: undefined,
  found: 0,
  fixed: 0,
  latest: [],
  quality: undefined,
  reference: undefined,
})

/** Where the record of a job stands is where the socket goes on. */
export const jobFromRecord = (record: JobRecord): JobState => ({
  ...newJob(record.jobId),
  seq: record.seq,
  phase: record.status,
  stages: stages.map((id) => record.stages.find((stage) => stage.id === id) ?? { id, status: 'pending', progress: 0 }),
  engine: record.engine,
  found: record.found,
  fixed: record.fixed,
  reference: record.reference,
})

/** A record read on the way replaces the state only where it knows more; findings seen stay on the screen. */
export const withRecord = (state: JobState, record: JobRecord): JobState =>
  record.seq <= state.seq && record.status === 'processing'
    ? state
    : { ...jobFromRecord(record), latest: state.latest, switched: state.switched, quality: state.quality }

/** `state` after `message`; one already seen changes nothing. */
export function evolve(state: JobState, message: LiveMessage): JobState {
  if (message.jobId !== state.jobId || message.seq <= state.seq) return state
  const next = { ...state, seq: message.seq }
  switch (message.type) {
    case 'progress':
      return {
        ...next,
        stages: advance(state.stages, message.data),
        phase: message.data.ended ?? state.phase,
        reference: message.data.reference ?? state.reference,
      }
    case 'engine-switch':
      return { ...next, engine: message.data.engine, switched: message.data.message }
    case 'quality-update':
      return { ...next, quality: message.data }
    case 'issues-update':
      return {
        ...next,
        found: message.data.found,
        fixed: message.data.fixed,
        latest: [
          ...message.data.latest.map((finding, index) => ({ ...finding, key: `${message.seq}-${index}` })).reverse(),
          ...state.latest,
        ].slice(0, 3),
      }
    case 'complete':
      return {
        ...next,
        phase: 'completed',
        stages: state.stages.map(({ id }) => ({ id, status: 'completed', progress: 100 })),
        engine: message.data.engine ?? state.engine,
        found: message.data.found,
        fixed: message.data.fixed,
      }
    case 'revision':
    case 'conversion':
    case 'conversion-batch':
      return next
  }
}

/** A stage that becomes active completes the ones before it; a stage that is tried again never moves back. */
function advance(
  states: readonly StageState[],
  { stage, status, progress }: { stage: Stage; status: StageStatus; progress: number },
): StageState[] {
  const at = stages.indexOf(stage)
  return states.map((state, index) => {
    if (index < at && status === 'active' && state.status !== 'completed') return { ...state, status: 'completed', progress: 100 }
    if (index !== at || state.status === 'completed') return state
    return { ...state, status, progress: status === 'completed' ? 100 : Math.max(state.progress, progress) }
  })
}

/** 0–100 over the four stages. */
export const overallProgress = ({ stages: states }: Pick<JobState, 'stages'>) =>
  states.reduce((sum, { progress }) => sum + progress, 0) / states.length

/** The stage at work or where it stopped, else the first that is not done. */
export const currentStage = ({ stages: states }: Pick<JobState, 'stages'>): StageState =>
  states.find(({ status }) => status === 'active' || status === 'failed') ??
  states.find(({ status }) => status !== 'completed') ??
  states[states.length - 1]!
