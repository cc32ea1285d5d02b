import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import {
  type ConversionBatch,
  type ConversionJob,
  conversionBatchStart,
  conversionBatchWorkflowId,
  conversionStart,
  conversionWorkflowId,
} from '../contract/conversion-job.ts'
import type { WorkflowState } from './repairs.ts'

interface Asked {
  /** Id of a conversion, or of a batch. */
  readonly id: string
  readonly isBatch: boolean
}

/** The workflows of conversions, seen from outside of them. */
export interface Conversions {
  stateOf(asked: Asked): Promise<WorkflowState>
  /** Starting twice is starting once. */
  start(job: ConversionJob): Promise<void>
  startBatch(batch: ConversionBatch): Promise<void>
  /** Asks it to stop; content with what has stopped. */
  cancel(asked: Asked): Promise<void>
  /** Ends it where it stands. */
  terminate(asked: Asked): Promise<void>
}

export const createConversions = ({ workflow }: Client, taskQueue: string): Conversions => {
  const handleOf = ({ id, isBatch }: Asked) =>
    workflow.getHandle(isBatch ? conversionBatchWorkflowId(id) : conversionWorkflowId(id))
  return {
    async stateOf(asked) {
      try {
        const { status } = await handleOf(asked).describe()
        return status.name === 'RUNNING' ? 'running' : 'over'
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return 'unknown'
        throw error
      }
    },
    start: (job) => once(workflow.start('convert', { ...conversionStart(job), taskQueue })),
    startBatch: (batch) => once(workflow.start('convertBatch', { ...conversionBatchStart(batch), taskQueue })),
    cancel: (asked) => unlessOver(handleOf(asked).cancel()),
    terminate: (asked) => unlessOver(handleOf(asked).terminate('the account was deleted')),
  }
}

async function once(starting: Promise<unknown>) {
  try {
    await starting
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}

async function unlessOver(asking: Promise<unknown>) {
  try {
    await asking
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}
