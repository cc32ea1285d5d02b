import { pathOf } from '../contract/call.ts'
import { type BatchStatus, type Conversion, downloadConversion, downloadConversionBatch } from '../contract/calls/converter.ts'
import { cancelledConversion, conversionFailures, convertedName } from '../contract/conversion.ts'
import { type Blobs, NoBlob } from '../db/blobs.ts'
import type { ConversionState } from '../projections/conversion.ts'
import { type ConversionBatchState, countOf } from '../projections/conversion-batch.ts'

/** Where the name was deleted with the files. */
export const unnamed = 'document'

export const conversionPath = (jobId: string) => pathOf(downloadConversion, { jobId })
export const batchPath = (jobId: string) => pathOf(downloadConversionBatch, { jobId })

/** Written by our own worker to this very shape; nothing once the files are gone. */
export async function warningsOf(
  blobs: Pick<Blobs, 'bytes'>,
  { made }: Pick<ConversionState, 'made'>,
): Promise<readonly string[]> {
  if (!made || made.remarks === 0) return []
  try {
    return (JSON.parse((await blobs.bytes(made.report)).toString('utf8')) as { warnings: readonly string[] }).warnings
  } catch (error) {
    if (error instanceof NoBlob) return []
    throw error
  }
}

interface Known {
  readonly fileName: string | undefined
  readonly warnings: readonly string[]
  readonly filesDeleted: boolean
}

const whyNot = ({ status, failure }: Pick<ConversionState, 'status' | 'failure'>) =>
  failure ? conversionFailures[failure.code] : status === 'cancelled' ? cancelledConversion : undefined

/** Everything the owner may see of one conversion. */
export function conversionOf(state: ConversionState, { fileName = unnamed, warnings, filesDeleted }: Known): Conversion {
  const { jobId, made } = state
  const { to, batch } = state.job!
  return {
    jobId,
    status: state.status === 'unknown' ? 'processing' : state.status,
    fileName,
    outputFormat: to,
    batchId: batch,
    createdAt: state.requestedAt!,
    endedAt: state.endedAt,
    seq: state.seq,
    progress: state.progress,
    downloadUrl: made && !filesDeleted ? conversionPath(jobId) : undefined,
    resultName: made ? convertedName(fileName, to) : undefined,
    bytes: made?.bytes,
    words: made?.words,
    chapters: made?.chapters,
    warnings: [...warnings],
    verdict: made?.verdict,
    error: whyNot(state),
    reference: state.failure?.reference,
    filesDeleted,
  }
}

interface Files {
  readonly names: ReadonlyMap<string, string>
  readonly states: readonly ConversionState[]
  readonly filesDeleted: boolean
}

/** What polling a batch answers. */
export function batchStatusOf(state: ConversionBatchState, { names, states, filesDeleted }: Files): BatchStatus {
  const { batchId, batch, status, seq } = state
  return {
    jobId: batchId,
    status: status === 'unknown' ? 'processing' : status,
    outputFormat: batch!.to,
    totalFiles: batch!.files.length,
    completedFiles: countOf(state, 'completed'),
    failedFiles: countOf(state, 'failed'),
    downloadUrl: state.archive && !filesDeleted ? batchPath(batchId) : undefined,
    seq,
    files: states.map((file) => ({
      jobId: file.jobId,
      fileName: names.get(file.jobId) ?? unnamed,
      status: file.status === 'unknown' || (file.status === 'processing' && !file.isStarted) ? 'waiting' : file.status,
      progress: file.progress,
      error: whyNot(file),
      downloadUrl: file.made && !filesDeleted ? conversionPath(file.jobId) : undefined,
    })),
    filesDeleted,
  }
}
