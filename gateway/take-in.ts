import type { IncomingMessage, ServerResponse } from 'node:http'
import { modeField } from '../contract/calls/epub.ts'
import { repairStream } from '../contract/events/repair.ts'
import { type Mode, modes, type PlanName, planOf } from '../contract/plans.ts'
import { BlobTooLarge, uploadKey } from '../db/blobs.ts'
import { WrongVersion } from '../db/log.ts'
import { JobIdTaken } from '../db/uploads.ts'
import { accountAt, keptHours } from '../projections/account.ts'
import { addToBatch, batchRefusal, mayAdd, ownBatch } from './batches.ts'
import { beginRepair } from './begin-repair.ts'
import { askForBody } from './body.ts'
import type { Deps } from './deps.ts'
import { isEpubName, shownName } from './file-name.ts'
import { readAccount, readJob } from './jobs.ts'
import { defaultMode, maxFileBytes, maxRequestBytes, refusalForAny } from './limits.ts'
import { receiveForm } from './receive.ts'
import { refuse } from './refuse.ts'
import { release, reserve } from './reservations.ts'

interface Arriving {
  readonly jobId: string
  readonly owner: string
  /** Id of the batch that it comes with. */
  readonly batch: string | undefined
  readonly requestId: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const tooLarge = (plan: PlanName) =>
  refuse('too-large', {
    sentence: `File size must be less than ${planOf(plan).maxFileSize}MB, the limit of the ${planOf(plan).displayName} plan.`,
  })

function modeIn(fields: ReadonlyMap<string, string>, plan: PlanName): Mode {
  const asked = fields.get(modeField)
  if (asked === undefined || asked === '') return defaultMode(plan)
  const mode = modes.find((known) => known === asked)
  if (!mode) throw refuse('bad-request', { sentence: `The mode must be one of ${modes.join(', ')}.` })
  return mode
}

/**
 * A new job, from the first byte to its workflow. What may be refused without the file is refused before it is read; the
 * place is taken before the file's bytes are; and whatever goes wrong before the job is recorded leaves nothing behind.
 */
export async function takeIn(deps: Deps, { jobId, owner, batch, requestId, request, response }: Arriving) {
  const { log, uploads, blobs, now, pace, metrics } = deps
  const account = await readAccount(log, owner)
  const current = accountAt(account, now()).plan
  const keepsHours = keptHours(account, now()).hours
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > maxRequestBytes(current)) throw tooLarge(current)
  const hopeless = refusalForAny(account, jobId, now()) ?? (batch === undefined ? undefined : batchRefusal(current, 1))
  if (hopeless) throw refuse(hopeless)
  if (batch !== undefined && !mayAdd(await ownBatch(log, batch, owner), jobId)) throw refuse('batch-over')

  const claim = (mode: Mode) => reserve(log, { owner, jobId, mode, now })
  const upload = uploadKey(jobId)
  let isClaimed = false
  let isStored = false
  try {
    askForBody(request, response)
    const { fields, stored } = await receiveForm(request, {
      maxBytes: maxRequestBytes(current),
      pace,
      onBytes: (bytes) => metrics.uploadedBytes.inc(bytes),
      async onFile(name, stream, before) {
        const fileName = shownName(name)
        if (!isEpubName(fileName)) throw refuse(fileName === '' ? 'no-file' : 'not-an-epub')
        const mode = modeIn(before, current)
        const plan = await claim(mode)
        await uploads.record({ jobId, owner, blobKey: upload, bytes: 0, fileName, keepsHours })
        isClaimed = true
        const { bytes } = await blobs.write(upload, stream, { maxBytes: maxFileBytes(plan) - 1 })
        isStored = true
        return { fileName, bytes }
      },
    })
    const { fileName, bytes } = stored
    const mode = modeIn(fields, current)
    // asked for again: a place held for a book that took very long to arrive was given back meanwhile
    const plan = await claim(mode)
    await uploads.record({ jobId, owner, blobKey: upload, bytes, fileName, keepsHours })
    const isInBatch = batch !== undefined && (await addToBatch(log, { batchId: batch, jobId, owner }))
    const job = { owner, upload, bytes, mode, plan, ...(isInBatch && { batch }) }
    await log.append(repairStream(jobId), [{ id: `${jobId}/requested`, type: 'RepairRequested', data: job }], {
      expectedVersion: 0,
      metadata: { correlationId: jobId, causationId: requestId, actor: owner },
    })
    await beginRepair(deps, { jobId, ...job })
  } catch (error) {
    await undo().catch((err) => deps.logger.error({ err, jobId }, 'a refused upload left something behind'))
    if (error instanceof BlobTooLarge) throw tooLarge(current)
    if (error instanceof JobIdTaken || error instanceof WrongVersion) throw refuse('bad-job-id', { cause: error })
    throw error
  }

  async function undo() {
    // recorded after all, by another process that received the same upload: then it is the job's
    if ((await readJob(log, jobId)).status !== 'unknown') return
    await release(log, { owner, jobId })
    if (isStored) await blobs.remove(upload)
    if (isClaimed) await uploads.remove(jobId)
  }
}
