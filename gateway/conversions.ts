import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import {
  type ConversionBatch,
  type ConversionJob,
  conversionBatchStart,
  conversionBatchWorkflowId,
  conversionStart,
  conversionWorkflowId,
} from '../contract/conversion-job.ts'
import type { Temporal } from './temporal.ts'

export interface Conversions {
  /** Starting twice is starting once. */
  start(job: ConversionJob): Promise<void>
  startBatch(batch: ConversionBatch): Promise<void>
  /** Content to cancel what is not running any more. */
  cancel(jobId: string): Promise<void>
  cancelBatch(batchId: string): Promise<void>
}

export const createConversions = ({ client: { workflow }, taskQueue, soon }: Temporal): Conversions => {
  const once = (start: () => Promise<unknown>) =>
    soon(start).then(
      () => {},
      (error: unknown) => {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
      },
    )
  const stop = (workflowId: string) =>
    soon(() => workflow.getHandle(workflowId).cancel()).then(
      () => {},
      (error: unknown) => {
        if (!(error instanceof WorkflowNotFoundError)) throw error
      },
    )
  return {
    start: (job) => once(() => workflow.start('convert', { ...conversionStart(job), taskQueue })),
    startBatch: (batch) => once(() => workflow.start('convertBatch', { ...conversionBatchStart(batch), taskQueue })),
    cancel: (jobId) => stop(conversionWorkflowId(jobId)),
    cancelBatch: (batchId) => stop(conversionBatchWorkflowId(batchId)),
  }
}
