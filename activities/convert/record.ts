import { isConversionFailure } from '../../contract/conversion.ts'
import { type ConversionBatch, type ConversionOutcome, jobOfBatch } from '../../contract/conversion-job.ts'
import {
  type ConversionBatchEvent,
  type ConversionEvent,
  conversionBatchStream,
  conversionStream,
} from '../../contract/events/convert.ts'
import type { Deps } from '../deps.ts'
import { referenceOf } from '../reference.ts'

type Needs = Pick<Deps, 'log'>

const append = ({ log }: Needs, jobId: string, id: string, event: ConversionEvent) =>
  log.append(conversionStream(jobId), [{ id: `${jobId}/${id}`, ...event }], {
    metadata: { correlationId: jobId, actor: 'system' },
  })

const appendToBatch = ({ log }: Needs, batchId: string, id: string, event: ConversionBatchEvent) =>
  log.append(conversionBatchStream(batchId), [{ id: `${batchId}/${id}`, ...event }], {
    metadata: { correlationId: batchId, actor: 'system' },
  })

export const recordConversionFailure =
  (deps: Needs) =>
  async ({ jobId, code }: { jobId: string; code: string }) => {
    const known = isConversionFailure(code) ? code : 'internal'
    await append(deps, jobId, 'ended', { type: 'ConversionFailed', data: { code: known, reference: referenceOf(jobId) } })
  }

export const recordConversionCancelled =
  (deps: Needs) =>
  async ({ jobIds }: { jobIds: readonly string[] }) => {
    for (const jobId of jobIds) await append(deps, jobId, 'ended', { type: 'ConversionCancelled', data: {} })
  }

/** Each file of a batch becomes a conversion of its own; the request of the batch says all that is in theirs. */
export const openConversions =
  (deps: Needs) =>
  async (batch: ConversionBatch): Promise<void> => {
    for (const file of batch.files) {
      const { jobId, ...data } = jobOfBatch(batch, file)
      await deps.log.append(conversionStream(jobId), [{ id: `${jobId}/requested`, type: 'ConversionRequested', data }], {
        metadata: { correlationId: jobId, causationId: batch.batchId, actor: batch.owner },
      })
    }
  }

export const recordBatchProgress =
  (deps: Needs) =>
  async ({ batchId, jobId, outcome }: { batchId: string; jobId: string; outcome: ConversionOutcome }) => {
    await appendToBatch(deps, batchId, `ended/${jobId}`, { type: 'ConversionBatchProgressed', data: { jobId, outcome } })
  }

/** A batch of which nothing came out, or that was cancelled; one that has results ends with its archive. */
export const recordBatchEnd =
  (deps: Needs) =>
  async ({
    batchId,
    completed,
    failed,
    isCancelled,
  }: {
    batchId: string
    completed: number
    failed: number
    isCancelled: boolean
  }) => {
    await appendToBatch(
      deps,
      batchId,
      'ended',
      isCancelled
        ? { type: 'ConversionBatchCancelled', data: { completed, failed } }
        : { type: 'ConversionBatchFailed', data: { failed, reference: referenceOf(batchId) } },
    )
  }

export const recordBatchPacked = (
  deps: Needs,
  { batchId, ...data }: { batchId: string; completed: number; failed: number; archive: string; bytes: number },
) => appendToBatch(deps, batchId, 'ended', { type: 'ConversionBatchCompleted', data })
