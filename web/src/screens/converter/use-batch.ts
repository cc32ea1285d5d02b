import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { BatchStatus } from '../../../../contract/calls/converter.ts'
import type { ConversionOptions, OutputFormat } from '../../../../contract/conversion.ts'
import { batchQuery, cancelMany, conversionHistoryQuery, convertMany, pollInterval } from '../../data/converter.ts'
import { explain } from '../../data/http-error.ts'
import { liveSocket } from '../../live/live-socket.ts'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'
import { upgradeDelay } from '../repair-centre/use-download.ts'
import { saveResult } from './save-result.ts'

const words = texts.converter.notices

interface Run {
  readonly jobId: string
  readonly files: readonly File[]
  readonly to: OutputFormat
  readonly options: ConversionOptions
}

/** Ends that were told; a screen that is drawn anew tells none twice. */
const told = new Set<string>()

/** A batch: sent in one request, asked for every 2 s and heard over the socket, saved when it is done. */
export function useBatch() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [jobId, setJobId] = useState<string>()
  const sending = useMutation({
    mutationFn: (run: Run) => convertMany(run),
    onSuccess(started) {
      setJobId(started.jobId)
      notify({ title: words.started.title, description: words.started.text(started.totalFiles), tone: 'done' })
      void client.invalidateQueries({ queryKey: conversionHistoryQuery.queryKey })
    },
    onError(error) {
      notify({ title: words.batchFailed.title, ...explain(error, words.batchFailed.fallback) })
      // the specification's own rule: a refusal that speaks of a subscription leads to the prices
      if (error.message.includes('subscription')) setTimeout(() => void navigate({ to: '/pricing' }), upgradeDelay)
    },
  })

  const query = batchQuery(jobId ?? '')
  const { data: status, error } = useQuery({
    ...query,
    enabled: jobId !== undefined,
    staleTime: 0,
    retry: false,
    refetchIntervalInBackground: true,
    // a poll that fails ends the polling, silently
    refetchInterval: ({ state }) => (state.error || (state.data && state.data.status !== 'processing') ? false : pollInterval),
  })

  useEffect(() => {
    if (jobId === undefined) return
    const onMessage = () => void client.invalidateQueries({ queryKey: batchQuery(jobId).queryKey })
    return liveSocket.subscribe(jobId, 0, { onMessage, onRefused() {} }, 'conversion-batch')
  }, [jobId, client])

  useEffect(() => {
    if (!status || status.status === 'processing' || told.has(status.jobId)) return
    told.add(status.jobId)
    tell(status)
    void client.invalidateQueries({ queryKey: conversionHistoryQuery.queryKey })
  }, [status, client])

  const cancelling = useMutation({
    mutationFn: cancelMany,
    onError: (failure) => notify({ title: words.cancelFailed.title, ...explain(failure, words.cancelFailed.text) }),
  })

  return {
    isSending: sending.isPending,
    status: jobId === undefined ? undefined : status,
    isOpening: jobId !== undefined && !status && !error,
    isLost: jobId !== undefined && error !== null,
    isCancelling: cancelling.isPending || (cancelling.isSuccess && status?.status === 'processing'),
    start: (files: readonly File[], to: OutputFormat, options: ConversionOptions) =>
      sending.mutate({ jobId: crypto.randomUUID(), files, to, options }),
    /** One that was begun elsewhere, or before the page was loaded. */
    open: (id: string) => setJobId((shown) => shown ?? id),
    cancel: () => jobId !== undefined && cancelling.mutate(jobId),
    forget() {
      cancelling.reset()
      setJobId(undefined)
    },
  }
}

function tell({ status, completedFiles, failedFiles, downloadUrl }: BatchStatus) {
  if (status === 'completed') {
    notify({ title: words.batchDone.title, description: words.batchDone.text(completedFiles), tone: 'done' })
    if (downloadUrl) void saveResult(downloadUrl)
  } else if (status === 'failed') notify({ title: words.batchFailed.title, description: words.batchFailed.none(failedFiles) })
  else notify({ title: words.cancelled.title, description: words.cancelled.text, tone: 'plain' })
}
