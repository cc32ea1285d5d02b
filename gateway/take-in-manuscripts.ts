import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AskedOptions, optionsField, outputFormatField } from '../contract/calls/converter.ts'
import {
  batchBytes,
  batchLimit,
  type ConversionOptions,
  defaultOptions,
  dropMessages,
  filesPerBatch,
  kindOfManuscript,
  manuscriptBytes,
  manuscriptKinds,
  mayConvert,
  type OutputFormat,
  outputFormats,
} from '../contract/conversion.ts'
import type { ConversionBatch, ConversionJob, Manuscript } from '../contract/conversion-job.ts'
import { conversionBatchStream, conversionStream } from '../contract/events/convert.ts'
import { bytesPerMB, type PlanName, planOf, uploadOverhead } from '../contract/plans.ts'
import { BlobTooLarge, manuscriptKey } from '../db/blobs.ts'
import { WrongVersion } from '../db/log.ts'
import { JobIdTaken } from '../db/uploads.ts'
import { accountAt, keptHours } from '../projections/account.ts'
import { begin } from './begin.ts'
import { askForBody } from './body.ts'
import { readBatch, readConversion } from './conversion-jobs.ts'
import type { Deps } from './deps.ts'
import { shownName } from './file-name.ts'
import { readAccount, readJob } from './jobs.ts'
import { receiveFiles } from './receive.ts'
import { refuse } from './refuse.ts'

interface Arriving {
  /** Id of the conversion, or of the batch. */
  readonly jobId: string
  readonly owner: string
  readonly requestId: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const soon = ['pdf', 'rtf', 'mobi']

function formatIn(fields: ReadonlyMap<string, string>): OutputFormat {
  const asked = fields.get(outputFormatField) ?? ''
  const format = outputFormats.find((known) => known === asked)
  if (format) return format
  const sentence = soon.includes(asked.toLowerCase())
    ? 'PDF, RTF and MOBI are coming soon.'
    : `The output format must be one of ${outputFormats.join(', ')}.`
  throw refuse('bad-request', { sentence })
}

function optionsIn(fields: ReadonlyMap<string, string>): ConversionOptions {
  const sentence = 'The conversion options cannot be read.'
  let json: unknown
  try {
    json = JSON.parse(fields.get(optionsField) || '{}')
  } catch (cause) {
    throw refuse('bad-request', { sentence, cause })
  }
  const parsed = AskedOptions.safeParse(json)
  if (!parsed.success) {
    const wrong = parsed.error.issues[0]?.path.join('.')
    throw refuse('bad-request', { sentence: wrong ? `The conversion option ${wrong} has no such value.` : sentence })
  }
  const given = Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined))
  return { ...defaultOptions, ...given }
}

const tooLarge = (plan: PlanName) =>
  refuse('too-large', {
    sentence: `File size must be at most ${planOf(plan).maxFileSize}MB, the limit of the ${planOf(plan).displayName} plan.`,
  })
const tooMuch = () =>
  refuse('too-large', { sentence: `All files of a batch together must be at most ${batchBytes / bytesPerMB}MB.` })

const tooMany = (plan: PlanName) => {
  const { displayName } = planOf(plan)
  const sentence =
    filesPerBatch(plan) > 1
      ? `${dropMessages.many}: the ${displayName} subscription converts up to ${batchLimit} files at once.`
      : `The ${displayName} subscription converts one file at a time. Publisher converts up to ${batchLimit} at once.`
  return refuse('conversion-batch-not-allowed', { sentence })
}

const noFile = 'No file was sent. Choose a file and try again.'

async function admitted({ log, now }: Deps, owner: string) {
  const account = await readAccount(log, owner)
  const { plan } = accountAt(account, now())
  if (!mayConvert(plan)) throw refuse('conversion-not-allowed')
  return { plan, keepsHours: keptHours(account, now()).hours }
}

interface Stored {
  readonly file: Manuscript
}

/**
 * Receives the files of one request under the ids that `idOf` gives them. What may be refused without a file is refused
 * before it is read; whatever goes wrong before `record` has recorded it leaves nothing behind.
 */
async function receive(
  deps: Deps,
  { jobId, owner, request, response }: Arriving,
  asked: {
    readonly isBatch: boolean
    readonly record: (given: {
      readonly plan: PlanName
      readonly to: OutputFormat
      readonly options: ConversionOptions
      readonly files: readonly Manuscript[]
    }) => Promise<void>
    readonly isRecorded: () => Promise<boolean>
  },
) {
  const { log, uploads, blobs, pace, metrics } = deps
  const { isBatch } = asked
  const { plan, keepsHours } = await admitted(deps, owner)
  const maxBytes = manuscriptBytes(plan)
  const maxRequest = (isBatch && filesPerBatch(plan) > 1 ? batchBytes : maxBytes) + uploadOverhead
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > maxRequest) throw isBatch && filesPerBatch(plan) > 1 ? tooMuch() : tooLarge(plan)
  // an id names one thing: what a repair is called no conversion may be called
  if ((await readJob(log, jobId)).status !== 'unknown') throw refuse('bad-job-id')

  const claimed: string[] = []
  try {
    askForBody(request, response)
    const { fields, stored } = await receiveFiles<Stored>(request, {
      maxBytes: maxRequest,
      pace,
      most: isBatch ? batchLimit + 1 : 1,
      onBytes: (bytes) => metrics.uploadedBytes.inc(bytes),
      async onFile(name, stream, _fields, index) {
        if (isBatch && index >= filesPerBatch(plan)) throw tooMany(plan)
        const fileName = shownName(name)
        if (fileName === '') throw refuse('no-file', { sentence: noFile })
        const kind = kindOfManuscript(fileName)
        if (!kind && !isBatch)
          throw refuse('not-a-manuscript', { sentence: dropMessages.type(manuscriptKinds.map((one) => `.${one}`)) })
        const id = isBatch ? randomUUID() : jobId
        const upload = manuscriptKey(id)
        await uploads.record({ jobId: id, owner, blobKey: upload, bytes: 0, fileName, keepsHours })
        claimed.push(id)
        const { bytes } = await blobs.write(upload, stream, { maxBytes })
        await uploads.record({ jobId: id, owner, blobKey: upload, bytes, fileName, keepsHours })
        return { file: { jobId: id, upload, bytes, ...(kind && { kind }) } }
      },
    })
    const [to, options] = [formatIn(fields), optionsIn(fields)]
    if (isBatch) {
      const bytes = stored.reduce((sum, { file }) => sum + file.bytes, 0)
      const fileName = `${stored.length} files`
      await uploads.record({ jobId, owner, blobKey: manuscriptKey(jobId), bytes, fileName, keepsHours })
      claimed.push(jobId)
    }
    await asked.record({ plan, to, options, files: stored.map(({ file }) => file) })
  } catch (error) {
    await undo().catch((err) => deps.logger.error({ err, jobId }, 'a refused upload left something behind'))
    if (error instanceof BlobTooLarge) throw tooLarge(plan)
    if (error instanceof JobIdTaken || error instanceof WrongVersion) throw refuse('bad-job-id', { cause: error })
    throw error
  }

  async function undo() {
    // recorded after all, by another process that received the same upload: then it is the job's
    if (await asked.isRecorded()) return
    for (const id of claimed) {
      await blobs.remove(manuscriptKey(id))
      await uploads.remove(id)
    }
  }
}

/** One manuscript, from the first byte to its workflow. */
export function takeInManuscript(deps: Deps, arriving: Arriving) {
  const { jobId, owner, requestId } = arriving
  return receive(deps, arriving, {
    isBatch: false,
    isRecorded: async () => (await readConversion(deps.log, jobId)).status !== 'unknown',
    async record({ files, ...asked }) {
      const job: ConversionJob = { owner, ...asked, ...files[0]! }
      const { jobId: _, ...data } = job
      await deps.log.append(conversionStream(jobId), [{ id: `${jobId}/requested`, type: 'ConversionRequested', data }], {
        expectedVersion: 0,
        metadata: { correlationId: jobId, causationId: requestId, actor: owner },
      })
      await begin(deps, jobId, () => deps.conversions.start(job))
    },
  })
}

/** Many manuscripts in one request: all of them are taken in, or none. */
export function takeInBatch(deps: Deps, arriving: Arriving) {
  const { jobId: batchId, owner, requestId } = arriving
  return receive(deps, arriving, {
    isBatch: true,
    isRecorded: async () => (await readBatch(deps.log, batchId)).status !== 'unknown',
    async record(asked) {
      const batch: ConversionBatch = { batchId, owner, ...asked }
      const { batchId: _, ...data } = batch
      const event = { id: `${batchId}/requested`, type: 'ConversionBatchRequested', data: { ...data, files: [...data.files] } }
      await deps.log.append(conversionBatchStream(batchId), [event], {
        expectedVersion: 0,
        metadata: { correlationId: batchId, causationId: requestId, actor: owner },
      })
      await begin(deps, batchId, () => deps.conversions.startBatch(batch))
    },
  })
}
