import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConversionOptions, OutputFormat } from '../../../../contract/conversion.ts'
import { cancelOne, conversionHistoryQuery, convertOne } from '../../data/converter.ts'
import { explain, HttpError } from '../../data/http-error.ts'
import { retryMutation } from '../../data/retry.ts'
import { liveSocket } from '../../live/live-socket.ts'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'
import { nameOf } from './format-choice.tsx'
import { saveResult } from './save-result.ts'

const words = texts.converter.notices

interface Run {
  readonly jobId: string
  readonly file: File
  readonly to: OutputFormat
  readonly options: ConversionOptions
  readonly stopping: AbortController
}

const isAborted = (error: Error) => error.name === 'AbortError'
const isCancelled = (error: Error) => isAborted(error) || (error instanceof HttpError && error.code === 'cancelled')

/** One document at a time: sent, followed over the socket, saved when it is done. */
export function useConversion() {
  const client = useQueryClient()
  const [progress, setProgress] = useState(0)
  const [run, setRun] = useState<Run>()
  const [isCancelling, setCancelling] = useState(false)
  const { mutate, data, isPending, reset } = useMutation({
    async mutationFn({ jobId, file, to, options, stopping }: Run) {
      const stop = liveSocket.subscribe(
        jobId,
        0,
        { onMessage: (message) => message.type === 'conversion' && setProgress(message.data.progress), onRefused() {} },
        'conversion',
      )
      try {
        return await convertOne({ jobId, files: [file], to, options, signal: stopping.signal })
      } finally {
        stop()
      }
    },
    retry: (failures, error) => !isAborted(error) && retryMutation(failures, error),
    onSuccess({ downloadUrl, outputFormat }) {
      notify({ title: words.done.title, description: words.done.text(nameOf(outputFormat)), tone: 'done' })
      if (downloadUrl) void saveResult(downloadUrl)
    },
    onError(error) {
      if (isCancelled(error)) return notify({ title: words.cancelled.title, description: words.cancelled.text, tone: 'plain' })
      const fallback = error instanceof HttpError ? words.failed.refused : words.failed.unsent
      notify({ title: words.failed.title, ...explain(error, fallback) })
    },
    onSettled() {
      setRun(undefined)
      setCancelling(false)
      void client.invalidateQueries({ queryKey: conversionHistoryQuery.queryKey })
    },
  })

  return {
    isPending,
    /** 0–100. */
    progress,
    isCancelling,
    result: data,
    forget: reset,
    start(file: File, to: OutputFormat, options: ConversionOptions) {
      const next = { jobId: crypto.randomUUID(), file, to, options, stopping: new AbortController() }
      setProgress(0)
      setRun(next)
      mutate(next)
    },
    /** What has not arrived is not sent on; what is at work is stopped, and answers for itself. */
    async cancel() {
      if (!run) return
      setCancelling(true)
      try {
        await cancelOne(run.jobId)
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return run.stopping.abort()
        setCancelling(false)
        notify({ title: words.cancelFailed.title, ...explain(error, words.cancelFailed.text) })
      }
    },
  }
}
