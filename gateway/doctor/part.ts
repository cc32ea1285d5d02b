/** How one part of the service stands. */
export interface Health {
  readonly version?: string
  /** How far it is behind, or how long it took to answer. */
  readonly lag?: string
  /** The last thing that went wrong in it, whenever that was. */
  readonly lastError?: string
  /** Not in use here, and why. */
  readonly off?: string
}

export interface Part extends Health {
  readonly name: string
  readonly status: 'ok' | 'off' | 'FAILED'
  /** Why it failed. */
  readonly why?: string
}

/** Longest that anything is waited for, in ms. */
const patience = 8000

/** A part that cannot be asked has failed, and says why in one line. */
export async function examine(name: string, check: () => Promise<Health>): Promise<Part> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${patience / 1000} s`)), patience)
  })
  try {
    const health = await Promise.race([check(), late])
    return { name, status: health.off === undefined ? 'ok' : 'off', ...health }
  } catch (error) {
    return { name, status: 'FAILED', why: sentenceOf(error) }
  } finally {
    clearTimeout(timer)
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return sentenceOf(error.errors[0])
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error instanceof Error ? error.message : String(error)}${cause}`.split('\n')[0]!.slice(0, 120)
}

/** The answer, and how long it took. */
export async function timed<Answer>(work: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly lag: string }> {
  const started = performance.now()
  const answer = await work()
  return { answer, lag: `${Math.round(performance.now() - started)} ms` }
}
