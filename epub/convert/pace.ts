/** Called at every step of long work; `done` is the share of it, 0 to 1. */
export type Pace = (done?: number) => Promise<void> | undefined

/** Milliseconds of work between two rests. */
const stretch = 30

/** Work of seconds that rests now and then, so that a process answers meanwhile, and ends where it is aborted. */
export function createPace(signal: AbortSignal | undefined, onProgress?: (done: number) => void): Pace {
  let last = performance.now()
  return (done) => {
    const now = performance.now()
    if (now - last < stretch) return undefined
    last = now
    if (done !== undefined) onProgress?.(done)
    return rest(signal)
  }
}

async function rest(signal: AbortSignal | undefined) {
  await new Promise((resolve) => setTimeout(resolve))
  signal?.throwIfAborted()
}
