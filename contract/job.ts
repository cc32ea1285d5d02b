import type { Engine, SwitchReason } from './engine.ts'
import { type Mode, type PlanName, planOf } from './plans.ts'

/** Input of the workflow `repair-{jobId}`: ids, numbers and keys, at most 4 KB. */
export interface RepairJob {
  readonly jobId: string
  /** Account id. */
  readonly owner: string
  /** Blob key of the upload. */
  readonly upload: string
  readonly bytes: number
  readonly mode: Mode
  readonly plan: PlanName
  /** Id of the batch that it came with. */
  readonly batch?: string
}

/** Who owns the jobs of the demo: nobody. They cost nothing, are heard by anybody who knows their id, and go last. */
export const demoOwner = 'demo'

/** What one engine made of a book: a result, or why the next engine takes over. */
export type Attempt<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly reason: SwitchReason }

export const repairWorkflowId = (jobId: string) => `repair-${jobId}`

/** Task queue of every workflow and activity, unless `TASK_QUEUE` names another. */
export const taskQueue = 'bookmender'

/** Temporal's priority keys: 1 goes first. */
export const priorityKeys = { high: 1, normal: 3, low: 5 } as const

/** Nobody sits before each book of a batch or of the demo; the fairness key lets no single person take all turns of a level. */
const repairPriority = ({ owner, batch, plan }: RepairJob) => ({
  priorityKey: priorityKeys[owner === demoOwner || batch !== undefined ? 'low' : planOf(plan).priority],
  fairnessKey: owner,
})

/** How the workflow of a job is started, by whoever does it: starting twice is starting once. */
export const repairStart = (job: RepairJob) =>
  ({
    workflowId: repairWorkflowId(job.jobId),
    args: [job] as [RepairJob],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    priority: repairPriority(job),
    staticSummary: `${job.mode} for ${job.plan}, ${job.bytes} bytes`,
  }) as const

/** Input of the workflow `revision-{jobId}-{revision}`: the whole of what the new version is made of. */
export interface RevisionJob extends RepairJob {
  readonly revision: number
  /** Features that are taken back. */
  readonly undone: readonly number[]
  /** Blob key of the sealed metadata edits. */
  readonly edits?: string
  /** Blob key of the accepted suggestions, sealed. */
  readonly picks?: string
  /** The engine whose result stands; absent for a sound book. */
  readonly engine?: Engine
  /** When it was asked for, ISO: the time of the change that is written into the book. */
  readonly at: string
}

export const revisionWorkflowId = ({ jobId, revision }: Pick<RevisionJob, 'jobId' | 'revision'>) =>
  `revision-${jobId}-${revision}`

export const revisionStart = (job: RevisionJob) =>
  ({
    workflowId: revisionWorkflowId(job),
    args: [job] as [RevisionJob],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    priority: { priorityKey: priorityKeys[planOf(job.plan).priority], fairnessKey: job.owner },
    staticSummary: `version ${job.revision} of a result, ${job.bytes} bytes`,
  }) as const

/** Input of the workflow `replay-{jobId}-{replay}`: the upload once more through today's engine, for support alone. */
export interface ReplayJob extends RepairJob {
  /** 1, 2, 3 … */
  readonly replay: number
}

export const replayWorkflowId = ({ jobId, replay }: Pick<ReplayJob, 'jobId' | 'replay'>) => `replay-${jobId}-${replay}`

export const replayStart = (job: ReplayJob) =>
  ({
    workflowId: replayWorkflowId(job),
    args: [job] as [ReplayJob],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    // books that people wait for go first
    priority: { priorityKey: priorityKeys.low, fairnessKey: 'support' },
    staticSummary: `replay ${job.replay} for support, ${job.bytes} bytes`,
  }) as const
