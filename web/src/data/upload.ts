import { batchIdHeader } from '../../../contract/calls/batch.ts'
import { jobIdHeader, modeField, processGuaranteed } from '../../../contract/calls/epub.ts'
import type { Mode } from '../../../contract/plans.ts'
import { HttpError } from './http-error.ts'

export interface Upload {
  readonly jobId: string
  readonly file: File
  readonly mode: Mode
  /** The batch that it comes with. */
  readonly batchId?: string
  readonly signal: AbortSignal
  readonly onSent: (sent: number, total: number) => void
}

/** No answer came: the connection broke. Whether the job exists only the service knows. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/**
 * Posts the book. XMLHttpRequest, because fetch tells nobody how much of an upload has left. The mode goes before the file,
 * so that the server knows it before the bytes come. Resolves with the status: 200 when the result is there, 202 when it is not yet.
 */
export const upload = ({ jobId, file, mode, batchId, signal, onSent }: Upload) =>
  new Promise<number>((resolve, reject) => {
    const form = new FormData()
    form.append(modeField, mode)
    form.append('file', file, file.name)

    const http = new XMLHttpRequest()
    http.open(processGuaranteed.method, processGuaranteed.path)
    http.withCredentials = true
    http.setRequestHeader(jobIdHeader, jobId)
    if (batchId !== undefined) http.setRequestHeader(batchIdHeader, batchId)
    http.upload.onprogress = ({ loaded, total }) => onSent(loaded, total)
    http.onload = () =>
      http.status >= 200 && http.status < 300
        ? resolve(http.status)
        : reject(new HttpError(http.status, http.responseText, http.statusText))
    http.onerror = () => reject(new NoAnswer(`No answer to the upload of job ${jobId}`))
    http.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => http.abort())
    http.send(form)
  })
