import type { ConversionOptions, ManuscriptKind, OutputFormat } from './conversion.ts'
import { priorityKeys } from './job.ts'
import { type PlanName, planOf } from './plans.ts'

/** What all files of one request share. */
interface Asked {
  /** Account id. */
  readonly owner: string
  readonly plan: PlanName
  readonly to: OutputFormat
  readonly options: ConversionOptions
}

export interface Manuscript {
  readonly jobId: string
  /** Blob key. */
  readonly upload: string
  readonly bytes: number
  /** Absent where the name's ending is none that the converter reads. */
  readonly kind?: ManuscriptKind
}

/** Input of the workflow `convert-{jobId}`. */
export interface ConversionJob extends Asked, Manuscript {
  /** The batch that it is part of. */
  readonly batch?: string
}

/** Input of the workflow `convert-batch-{batchId}`: at most 20 files, below 4 KB. */
export interface ConversionBatch extends Asked {
  readonly batchId: string
  readonly files: readonly Manuscript[]
}

export type ConversionOutcome = 'completed' | 'failed' | 'cancelled'

export const conversionWorkflowId = (jobId: string) => `convert-${jobId}`
export const conversionBatchWorkflowId = (batchId: string) => `convert-batch-${batchId}`

const common = ({ plan, owner }: Asked) =>
  ({
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    // one publisher's batch must not hold up the others
    priority: { priorityKey: priorityKeys[planOf(plan).priority], fairnessKey: owner },
  }) as const

/** How a conversion is started, alone or by its batch: starting twice is starting once. */
export const conversionStart = (job: ConversionJob) =>
  ({
    ...common(job),
    workflowId: conversionWorkflowId(job.jobId),
    args: [job] as [ConversionJob],
    staticSummary: `${job.kind ?? 'unknown'} to ${job.to} for ${job.plan}, ${job.bytes} bytes`,
  }) as const

export const conversionBatchStart = (batch: ConversionBatch) =>
  ({
    ...common(batch),
    workflowId: conversionBatchWorkflowId(batch.batchId),
    args: [batch] as [ConversionBatch],
    staticSummary: `${batch.files.length} files to ${batch.to} for ${batch.plan}`,
  }) as const

export const jobOfBatch = ({ batchId, files: _, ...asked }: ConversionBatch, file: Manuscript): ConversionJob => ({
  ...asked,
  ...file,
  batch: batchId,
})
