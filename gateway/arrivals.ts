/** Uploads that are arriving in this process, by job id: the same job sent twice at once is received once. */
export interface Arrivals {
  of(jobId: string): { readonly owner: string; readonly done: Promise<void> } | undefined
  add(jobId: string, owner: string, receive: () => Promise<void>): Promise<void>
  /** When none is arriving any more, however each ended. */
  settled(): Promise<unknown>
}

export function createArrivals(): Arrivals {
  const arriving = new Map<string, { readonly owner: string; readonly done: Promise<void> }>()
  return {
    of: (jobId) => arriving.get(jobId),
    add(jobId, owner, receive) {
      const done = receive().finally(() => arriving.delete(jobId))
      done.catch(() => {})
      arriving.set(jobId, { owner, done })
      return done
    },
    settled: () => Promise.allSettled([...arriving.values()].map(({ done }) => done)),
  }
}
