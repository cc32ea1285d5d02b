/** An answer that is not a success. The message is the status, a colon, a space and the body's text (or the status text). */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  /** The server's own sentence for the user, where it sent one. */
  readonly sentence: string | undefined
  /** Short code that support can search. */
  readonly reference: string | undefined
  /** Which refusal it is (`contract/refusal.ts`), where the server says so. */
  readonly code: string | undefined

  constructor(status: number, body: string, statusText = '') {
    super(`${status}: ${body || statusText}`)
    this.status = status
    const { error, reference, code } = fieldsOf(body)
    this.sentence = error
    this.reference = reference
    this.code = code
  }
}

function fieldsOf(body: string): { error?: string; reference?: string; code?: string } {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null) return {}
    const text = (name: string) => {
      const field = (value as Record<string, unknown>)[name]
      return typeof field === 'string' && field !== '' ? field : undefined
    }
    return { error: text('error') ?? text('message'), reference: text('reference'), code: text('code') }
  } catch {
    return {}
  }
}

/** What a notice shows of an error: the server's sentence or `fallback`, and the reference where there is one. */
export const explain = (error: unknown, fallback: string) =>
  error instanceof HttpError
    ? { description: error.sentence ?? fallback, reference: error.reference }
    : { description: fallback, reference: undefined }
