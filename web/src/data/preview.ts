import { queryOptions, useQuery } from '@tanstack/react-query'
import { pathOf } from '../../../contract/call.ts'
import { type JobRecord, job } from '../../../contract/calls/epub.ts'
import { content, type Preview, preview } from '../../../contract/calls/preview.ts'
import type { PreviewVersion } from '../../../contract/preview.ts'
import { client } from './client.ts'
import { request } from './get.ts'
import { fetchJob } from './job.ts'

/** Between two questions after pages that are being made, ms. */
const pause = 1000
const tries = 120

async function fetchPreview(jobId: string, version: PreviewVersion, signal: AbortSignal): Promise<Preview> {
  for (let at = 0; at < tries; at++) {
    const response = await request('GET', `${pathOf(preview, { jobId })}?version=${version}`)
    const answer = preview.reply.parse(await response.json())
    if (answer.status === 'ready') return answer
    await new Promise((resolve) => setTimeout(resolve, pause))
    signal.throwIfAborted()
  }
  throw new Error('The pages were not made')
}

/** Pages stay where they are: only their addresses grow old, which `freshPreview` sees to. */
const previewQuery = (jobId: string, version: PreviewVersion, revision: number) =>
  queryOptions({
    queryKey: [preview.path, jobId, version, version === 'original' ? 0 : revision],
    queryFn: ({ signal }) => fetchPreview(jobId, version, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

export const usePreview = ({ jobId, revision }: Pick<JobRecord, 'jobId' | 'revision'>, version: PreviewVersion) =>
  useQuery(previewQuery(jobId, version, revision))

/** An address that is used now has to last for the pictures of its page, ms. */
const leastLeft = 60_000

/** The same with addresses that are good for a while. */
export async function freshPreview(known: Preview, jobId: string): Promise<Preview> {
  if (Date.parse(known.expiresAt) - Date.now() > leastLeft) return known
  return client.fetchQuery({ ...previewQuery(jobId, known.version, known.revision), staleTime: 0 })
}

/** Always as it stands now: a result may have got another version since. */
export const useJob = (jobId: string) => useQuery({ queryKey: [job.path, jobId], queryFn: () => fetchJob(jobId), staleTime: 0 })

export const contentPath = (jobId: string, version: PreviewVersion) => `${pathOf(content, { jobId })}?version=${version}`
