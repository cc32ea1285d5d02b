import { queryOptions, useQuery } from '@tanstack/react-query'
import { pathOf } from '../../../contract/call.ts'
import {
  BatchStatus,
  batchStatus,
  Conversion,
  cancelConversion,
  cancelConversionBatch,
  conversion,
  conversionHistory,
  convert,
  convertBatch,
  deleteConversionFiles,
  formats,
  optionsField,
  outputFormatField,
} from '../../../contract/calls/converter.ts'
import { jobIdHeader } from '../../../contract/calls/epub.ts'
import type { ConversionOptions, OutputFormat } from '../../../contract/conversion.ts'
import { useAuth } from './auth.ts'
import { request } from './get.ts'
import { HttpError } from './http-error.ts'
import { send } from './send.ts'

/** Between two questions about something that is at work, ms. */
export const pollInterval = 2000

export const formatsQuery = queryOptions({ queryKey: [formats.path], queryFn: () => send(formats) })

export const conversionHistoryQuery = queryOptions({
  queryKey: [conversionHistory.path],
  queryFn: async () => (await send(conversionHistory)).history,
})

export function useConversionHistory() {
  const { user } = useAuth()
  return useQuery({
    ...conversionHistoryQuery,
    enabled: user !== undefined,
    // what was begun before the page was loaded is seen to end
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'processing') ? pollInterval : false),
  })
}

export interface Asked {
  readonly jobId: string
  readonly files: readonly File[]
  readonly to: OutputFormat
  readonly options: ConversionOptions
  readonly signal?: AbortSignal
}

/** Format and options go before the files, so that the server knows them before the bytes come. */
function formOf(name: 'file' | 'files', { files, to, options }: Asked): FormData {
  const form = new FormData()
  form.append(outputFormatField, to)
  form.append(optionsField, JSON.stringify(options))
  for (const file of files) form.append(name, file, file.name)
  return form
}

const post = async (path: string, form: FormData, { jobId, signal }: Asked) =>
  (await request('POST', path, form, { [jobIdHeader]: jobId }, signal)).json()

export const fetchConversion = (jobId: string) => send(conversion, { parts: { jobId } })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends one document and waits for its end, however long that takes. */
export async function convertOne(asked: Asked): Promise<Conversion> {
  let state = Conversion.parse(await post(convert.path, formOf('file', asked), asked))
  while (state.status === 'processing') {
    await pause(pollInterval)
    asked.signal?.throwIfAborted()
    state = await fetchConversion(asked.jobId)
  }
  if (state.status === 'completed') return state
  const { error, reference, status } = state
  throw new HttpError(422, JSON.stringify({ error, reference, code: status }))
}

export const convertMany = async (asked: Asked) =>
  convertBatch.reply.parse(await post(convertBatch.path, formOf('files', asked), asked))

export const batchQuery = (jobId: string) =>
  queryOptions({
    queryKey: [pathOf(batchStatus, { jobId })],
    queryFn: async () => BatchStatus.parse(await (await request('GET', pathOf(batchStatus, { jobId }))).json()),
  })

export const cancelOne = (jobId: string) => send(cancelConversion, { parts: { jobId }, body: {} })
export const cancelMany = (jobId: string) => send(cancelConversionBatch, { parts: { jobId }, body: {} })
export const deleteConversion = (jobId: string) => send(deleteConversionFiles, { parts: { jobId } })
