import type { Context } from 'koa'
import { type ConversionFailure, cancelledConversion, conversionFailures } from '../contract/conversion.ts'
import { type FailureCode, failures, type RefusalCode, refusals } from '../contract/refusal.ts'
import { NoKey } from '../db/people.ts'
import { isTransient } from '../db/transient.ts'

/** The one place where meaning becomes an HTTP status. */
const statuses = {
  'signed-out': 401,
  'not-found': 404,
  'bad-request': 400,
  'bad-origin': 403,
  'bad-job-id': 409,
  'not-an-epub': 400,
  'no-file': 400,
  'too-large': 413,
  'too-slow': 408,
  'scan-used': 403,
  'repairs-used': 403,
  'mode-not-allowed': 403,
  'upgrade-required': 402,
  'not-ready': 409,
  'no-preview': 422,
  'conversion-not-allowed': 403,
  'conversion-batch-not-allowed': 403,
  'not-a-manuscript': 400,
  'conversion-at-work': 409,
  'batch-not-allowed': 403,
  'batch-too-large': 400,
  'batch-over': 409,
  'demo-not-ready': 503,
  'metadata-not-allowed': 403,
  'undo-not-allowed': 403,
  'report-needs-plan': 402,
  revising: 409,
  'files-gone': 410,
  'retention-not-allowed': 403,
  'too-many-requests': 429,
  'amount-mismatch': 400,
  'already-have-plan': 409,
  'is-downgrade': 409,
  'not-a-downgrade': 409,
  'payment-in-progress': 409,
  'payment-pending': 503,
  'payment-declined': 402,
  'key-reused': 409,
  'checkout-expired': 400,
  'no-subscription': 409,
  'refund-not-eligible': 409,
  'no-payments': 503,
  'bad-signature': 403,
  unavailable: 503,
  failed: 500,
} as const satisfies Record<RefusalCode, number>

const failedJobStatus = 422
const notSatisfiable = 416

interface Words {
  /** Replaces the code's own sentence where values belong in it. */
  readonly sentence?: string
  readonly headers?: Readonly<Record<string, string>>
  /** What support can search; the request's id unless a job has one of its own. */
  readonly reference?: string
  readonly cause?: unknown
}

/** The service says no to a person. Thrown anywhere in the gateway, answered here. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode | FailureCode | ConversionFailure
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly reference: string | undefined

  constructor(
    code: RefusalCode | FailureCode | ConversionFailure,
    status: number,
    sentence: string,
    { headers = {}, reference, cause }: Words = {},
  ) {
    super(sentence, { cause })
    this.code = code
    this.status = status
    this.headers = headers
    this.reference = reference
  }
}

export const refuse = (code: RefusalCode, words: Words = {}) =>
  new Refusal(code, statuses[code], words.sentence ?? refusals[code], words)

/** A job that ended without a result, told in the words of its failure. */
export const refuseFailedJob = (code: FailureCode, reference: string | undefined) =>
  new Refusal(code, failedJobStatus, failures[code], { reference })

/** A conversion that ended without a result. */
export const refuseFailedConversion = (code: ConversionFailure | 'cancelled', reference: string | undefined) =>
  new Refusal(code, failedJobStatus, code === 'cancelled' ? cancelledConversion : conversionFailures[code], { reference })

/** RFC 9110 14.4: a range that lies outside the file. */
export const refuseRange = (size: number) =>
  new Refusal('bad-request', notSatisfiable, 'The part of the file that was asked for does not exist.', {
    headers: { 'Content-Range': `bytes */${size}` },
  })

/** A part of the house does not answer, or has no room left: nothing is wrong with the request. */
const isOutage = (error: Error) =>
  isTransient(error) ||
  // Temporal's client
  error.name === 'ServiceError' ||
  // a full disk
  ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) ||
  // an object store
  ('$metadata' in error && Number((error.$metadata as { httpStatusCode?: number }).httpStatusCode ?? 500) >= 500)

/** Any thrown thing as a refusal; what we did not foresee says nothing of itself. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof Error && isOutage(error)) return refuse('unavailable', { headers: { 'Retry-After': '2' }, cause: error })
  // the account was deleted while this was on its way
  if (error instanceof NoKey) return refuse('signed-out', { cause: error })
  if (error instanceof URIError) return refuse('bad-request', { cause: error })
  return refuse('failed', { cause: error })
}

export const sendRefusal = (ctx: Context, refusal: Refusal, requestId: string) => {
  ctx.status = refusal.status
  ctx.set({ ...refusal.headers, 'Cache-Control': 'no-store' })
  ctx.remove('ETag')
  ctx.remove('Accept-Ranges')
  // the calls of payments say so in each of their answers
  const success = ctx.path.startsWith('/api/payments/') ? { success: false } : {}
  ctx.body = { ...success, error: refusal.message, code: refusal.code, reference: refusal.reference ?? requestId }
}
