import { queryOptions } from '@tanstack/react-query'
import { type BodyOf, pathOf } from '../../../contract/call.ts'
import { decideRefund, refundRequests } from '../../../contract/calls/payments.ts'
import { addNote, askReplay, type Found, supportFind, supportJob, workflowHistory } from '../../../contract/calls/support.ts'
import { send } from './send.ts'

/** What was searched last, for who comes back from a job; it stands in no address and ends with the tab. */
export type Search = BodyOf<typeof supportFind>
export const lastSearch: { asked?: Search; found?: Found } = {}

export const findJobs = (body: Search) => send(supportFind, { body })

/** How often a job is looked at while a replay is at work, ms. */
const pause = 1500

/** Each time it is asked for is a look that is recorded, so nothing asks by itself but while a replay is at work. */
export const supportJobQuery = (jobId: string) =>
  queryOptions({
    queryKey: [supportJob.path, jobId],
    queryFn: () => send(supportJob, { parts: { jobId } }),
    refetchOnWindowFocus: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.replays.some(({ status }) => status === 'running') ? pause : false),
  })

export const replayJob = (jobId: string) => send(askReplay, { parts: { jobId }, body: {} })
export const noteOn = (jobId: string, text: string) => send(addNote, { parts: { jobId }, body: { text } })
export const historyPath = (jobId: string, workflowId: string) => pathOf(workflowHistory, { jobId, workflowId })

export const refundsQuery = queryOptions({
  queryKey: [refundRequests.path],
  queryFn: () => send(refundRequests),
  refetchOnWindowFocus: false,
})
export const decide = (account: string, body: BodyOf<typeof decideRefund>) => send(decideRefund, { parts: { account }, body })
