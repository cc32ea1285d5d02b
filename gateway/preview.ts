import { setTimeout as pause } from 'node:timers/promises'
import { type PreviewJob, type PreviewOutcome, type PreviewVersion, previewStart } from '../contract/preview.ts'
import { type Blobs, NoBlob, previewIndexKey, uploadKey } from '../db/blobs.ts'
import type { JobState } from '../projections/job.ts'
import { repairJobOf } from './begin-repair.ts'
import type { Deps } from './deps.ts'
import { filesAreGone } from './jobs.ts'
import { refuse } from './refuse.ts'
import type { Temporal } from './temporal.ts'

type Bytes = readonly [start: number, end: number]

export interface IndexedChapter {
  readonly path: string
  readonly title: string
  readonly html: string
  readonly body: string
  readonly head: string
  readonly content: Bytes
  readonly words: number
  readonly changed: number
  /** Absent in what was written before pages were compared by their looks. */
  readonly restyled?: boolean
  readonly added: boolean
  readonly size?: { readonly width: number; readonly height: number }
  readonly spread?: 'left' | 'right' | 'center'
}

export interface IndexedFile {
  readonly type: string
  readonly at: 'written' | 'stored' | 'deflated'
  readonly bytes: Bytes
  readonly size: number
}

/** What our own worker wrote about the pages of one version (`epub/preview/book.ts`; `tests/preview-index.test.ts` holds the two to each other). */
export interface PreviewIndex {
  readonly direction: 'ltr' | 'rtl'
  readonly language?: string
  readonly chapters: readonly IndexedChapter[]
  readonly toc: readonly { label: string; depth: number; chapter?: number; fragment?: string }[]
  readonly files: Readonly<Record<string, IndexedFile>>
  readonly counts: { pictures: number; styles: number; fonts: number; media: number }
}

export interface Previews {
  /** Makes the pages unless they are being made; undefined when that takes longer than `waitMs`. */
  make(job: PreviewJob, waitMs: number): Promise<PreviewOutcome | undefined>
}

export const createPreviews = ({ client, taskQueue, soon }: Temporal): Previews => ({
  async make(job, waitMs) {
    const handle = await soon(() => client.workflow.start('preview', { ...previewStart(job), taskQueue }))
    const late = new AbortController()
    const result = handle.result() as Promise<PreviewOutcome>
    result.catch(() => {})
    const waited = pause(waitMs, undefined, { signal: late.signal }).catch(() => undefined)
    return Promise.race([result, waited]).finally(() => late.abort())
  },
})

/** How long a call waits for pages that are being made, ms. */
const wait = 15_000

export const isVersion = (text: unknown): text is PreviewVersion => text === 'processed' || text === 'original'

/** Name of what is shown: each revision of the result is another version. */
const nameOf = ({ revision }: JobState, version: PreviewVersion) =>
  version === 'original' ? 'original' : `processed-${revision}`

export const hasProcessed = ({ result }: JobState) => result !== undefined

/** The book of a version that a token names. */
export function bookKeyOf(job: JobState, name: string): string | undefined {
  if (name === 'original') return repairJobOf(job)?.upload ?? uploadKey(job.jobId)
  return name === nameOf(job, 'processed') ? job.result : undefined
}

/** The pages of a version of somebody's own job; `preparing` while they are made. */
export async function pagesOf(deps: Deps, job: JobState, version: PreviewVersion) {
  const { blobs, log, previews } = deps
  if (job.status === 'processing') throw refuse('not-ready')
  if (await filesAreGone(log, job.jobId)) throw refuse('files-gone')
  const name = nameOf(job, version)
  const book = bookKeyOf(job, name)
  if (book === undefined)
    throw refuse('not-found', {
      sentence: 'There is no repaired version of this book: it was only checked, or the repair did not end well.',
    })
  const known = await indexOf(blobs, job.jobId, name)
  if (known) return { name, index: known }

  const other = bookKeyOf(job, version === 'original' ? nameOf(job, 'processed') : 'original')
  const work: PreviewJob = {
    jobId: job.jobId,
    owner: job.owner ?? '',
    book,
    version: name,
    ...(other !== undefined && other !== book && { other }),
  }
  const outcome = await previews.make(work, wait)
  if (outcome === undefined) return 'preparing'
  if (outcome === 'refused') throw refuse('no-preview')
  const made = await indexOf(blobs, job.jobId, name)
  if (!made) throw refuse('files-gone')
  return { name, index: made }
}

/** Indexes that were read lately, newest last; pages and pictures of one book come in runs. */
const kept = new Map<string, PreviewIndex>()
const mostKept = 12

export async function indexOf(blobs: Blobs, jobId: string, name: string): Promise<PreviewIndex | undefined> {
  const key = previewIndexKey(jobId, name)
  let index = kept.get(key)
  kept.delete(key)
  try {
    // small and asked for often; what was deleted is not shown from memory
    if (index && !(await blobs.exists(key))) return undefined
    index ??= JSON.parse((await blobs.bytes(key)).toString('utf8')) as PreviewIndex
  } catch (error) {
    if (error instanceof NoBlob) return undefined
    throw error
  }
  kept.set(key, index)
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest)
  return index
}
