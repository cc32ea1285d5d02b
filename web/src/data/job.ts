import { pathOf } from '../../../contract/call.ts'
import { cancelJob, deleteJobFiles, download, job } from '../../../contract/calls/epub.ts'
import { send } from './send.ts'

export const fetchJob = (jobId: string) => send(job, { parts: { jobId } })
export const cancel = (jobId: string) => send(cancelJob, { parts: { jobId }, body: {} })
export const deleteFilesOf = (jobId: string) => send(deleteJobFiles, { parts: { jobId } })
export const downloadPath = (jobId: string) => pathOf(download, { jobId })
