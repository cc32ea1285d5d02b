import { type RecordedRepairEvent, repairStream } from '../../contract/events/repair.ts'
import { failures } from '../../contract/refusal.ts'
import type { Log } from '../../db/log.ts'
import type { Uploads } from '../../db/uploads.ts'

/** A repair that has ended, as its owner may be told. */
export type EndedRepair = { readonly fileName: string | undefined } & (
  | { readonly outcome: 'failed'; readonly sentence: string; readonly reference: string }
  | {
      readonly outcome: 'sound' | 'valid' | 'improved' | 'unchanged' | 'scanned'
      readonly found: number
      readonly fixed: number
      /** ISO. */
      readonly keptUntil: string
    }
)

/** Undefined while it has not ended, when it was cancelled, and when its files are gone already. */
export async function endedRepair(
  { log, uploads }: { readonly log: Pick<Log, 'readStream'>; readonly uploads: Pick<Uploads, 'byJob'> },
  jobId: string,
): Promise<EndedRepair | undefined> {
  const [events, upload] = await Promise.all([log.readStream(repairStream(jobId)), uploads.byJob(jobId)])
  if (!upload) return undefined
  const { fileName } = upload
  for (const { type, data } of events as unknown as RecordedRepairEvent[]) {
    if (type === 'RepairFailed') return { fileName, outcome: 'failed', sentence: failures[data.code], reference: data.reference }
    if (type !== 'RepairCompleted') continue
    const { outcome, found, fixed } = data
    return { fileName, outcome, found, fixed, keptUntil: upload.keptUntil.toISOString() }
  }
  return undefined
}
