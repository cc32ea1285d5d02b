import type { Mode, PlanName } from '../contract/plans.ts'

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

export const repairWorkflowId = (jobId: string) => `repair-${jobId}`

/** Task queue of every workflow and activity. */
export const taskQueue = 'bookmender'
