import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pathOf } from '../../../contract/call.ts'
import type { JobRecord } from '../../../contract/calls/epub.ts'
import {
  type Decision,
  decideSuggestions,
  editMetadata,
  endSharing,
  type ReportForm,
  type Revised,
  redoFeature,
  reportFile,
  sharedReport,
  shareReport,
  undoFeature,
  uploadCover,
} from '../../../contract/calls/results.ts'
import type { MetadataEdits } from '../../../contract/metadata.ts'
import { desk } from '../live/desk.ts'
import { client } from './client.ts'
import { request } from './get.ts'
import { historyQuery } from './history.ts'
import { fetchJob } from './job.ts'
import { send } from './send.ts'

/** The new version was not made: the sentence is for the person, the field is that of the form. */
export class NotRevised extends Error {
  override readonly name = 'NotRevised'
  readonly field: string | undefined
  constructor(sentence: string, field: string | undefined) {
    super(sentence)
    this.field = field
  }
}

/** Between two looks at a version that takes longer than its call, and how often it is looked at. */
const pause = 1500
const looks = 200

/** Waits until the version is there and puts it on the desk. */
async function revised(call: Promise<Revised>) {
  const { jobId, revision, status, error, field } = await call
  if (status === 'failed') throw new NotRevised(error ?? '', field)
  let record = await fetchJob(jobId)
  for (let look = 0; look < looks && record.revising; look++) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    record = await fetchJob(jobId)
  }
  desk.show(record)
  void client.invalidateQueries({ queryKey: historyQuery.queryKey })
  if (record.revision < revision) throw new NotRevised('', undefined)
  return record
}

/** Somebody left or reloaded the page while a version was made: it is looked for until it is there. */
export function useVersionAtWork({ jobId, revising }: Pick<JobRecord, 'jobId' | 'revising'>) {
  useEffect(() => {
    if (!revising) return undefined
    const timer = setInterval(() => void fetchJob(jobId).then(desk.show, () => undefined), pause)
    return () => clearInterval(timer)
  }, [jobId, revising])
}

interface Told<Asked> {
  readonly onDone: (asked: Asked) => void
  readonly onFailed: (error: Error) => void
}

/** Told by the mutation itself: what asked for the version may be gone from the screen when it is there. */
const telling = <Asked>({ onDone, onFailed }: Told<Asked>) => ({
  retry: false,
  onSuccess: (_record: unknown, asked: Asked) => onDone(asked),
  onError: (error: Error) => onFailed(error),
})

interface Undoing {
  readonly feature: number
  readonly isUndone: boolean
}

export const useUndo = (jobId: string, told: Told<Undoing>) =>
  useMutation({
    mutationFn: ({ feature, isUndone }: Undoing) =>
      revised(send(isUndone ? redoFeature : undoFeature, { parts: { jobId }, body: { feature } })),
    ...telling(told),
  })

interface Decided {
  readonly id: string
  readonly decision: Decision
  readonly text?: string
}

/** What a person decided on suggestions; answers with the job as it is then. */
export const useDecisions = (
  jobId: string,
  {
    onDone,
    onFailed,
  }: { onDone: (done: { asked: readonly Decided[]; record: JobRecord }) => void; onFailed: (error: Error) => void },
) =>
  useMutation({
    retry: false,
    mutationFn: async (asked: readonly Decided[]) => ({
      asked,
      record: await revised(send(decideSuggestions, { parts: { jobId }, body: { decisions: [...asked] } })),
    }),
    onSuccess: onDone,
    onError: onFailed,
  })

async function sendCover(jobId: string, picture: File): Promise<string> {
  const form = new FormData()
  form.append('file', picture)
  const response = await request('POST', pathOf(uploadCover, { jobId }), form)
  return uploadCover.reply.parse(await response.json()).cover
}

interface Editing {
  readonly edits: MetadataEdits
  readonly picture: File | undefined
}

export const useMetadata = (jobId: string, told: Told<Editing>) =>
  useMutation({
    mutationFn: async ({ edits, picture }: Editing) => {
      const cover = picture && (await sendCover(jobId, picture))
      return revised(send(editMetadata, { parts: { jobId }, body: { ...edits, ...(cover && { cover }) } }))
    },
    ...telling(told),
  })

export const reportPath = (jobId: string, form: ReportForm) => pathOf(reportFile, { jobId, form })

export const useShare = (jobId: string) => useMutation({ mutationFn: () => send(shareReport, { parts: { jobId }, body: {} }) })
export const useEndSharing = (jobId: string) => useMutation({ mutationFn: () => send(endSharing, { parts: { jobId } }) })

export const useSharedReport = (token: string) =>
  useQuery({ queryKey: [sharedReport.path, token], queryFn: () => send(sharedReport, { parts: { token } }) })
