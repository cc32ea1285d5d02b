import type { SwitchReason } from './engine.ts'
import type { Mode, PlanName } from './plans.ts'

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
}

/** What one engine made of a book: a result, or why the next engine takes over. */
export type Attempt<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly reason: SwitchReason }

export const repairWorkflowId = (jobId: string) => `repair-${jobId}`

/** Task queue of every workflow and activity. */
export const taskQueue = 'bookmender'
