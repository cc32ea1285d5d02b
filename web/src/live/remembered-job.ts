/** The job on the desk of this tab, so that a reload finds it again. */
export interface RememberedJob {
  readonly jobId: string
  /** Browser's clock, ms. */
  readonly startedAt: number
  readonly fileName: string
  readonly size: number
  /** The service had not all of the book yet: a reload then loses the upload. */
  readonly isSending: boolean
}

const key = 'bookmender.job'

/** The tab's own storage, where the browser allows one. */
export const tabStorage = () => {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** Storage may be refused by the browser: then a reload finds the job through the history. */
export const createMemory = (storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined) => ({
  keep(job: RememberedJob) {
    try {
      storage?.setItem(key, JSON.stringify(job))
    } catch {
      // Full or refused.
    }
  },
  forget() {
    try {
      storage?.removeItem(key)
    } catch {
      // Refused.
    }
  },
  recall(): RememberedJob | undefined {
    try {
      const value: unknown = JSON.parse(storage?.getItem(key) ?? 'null')
      return isRemembered(value) ? value : undefined
    } catch {
      return undefined
    }
  },
})

export type Memory = ReturnType<typeof createMemory>

const isRemembered = (value: unknown): value is RememberedJob =>
  typeof value === 'object' &&
  value !== null &&
  'jobId' in value &&
  typeof value.jobId === 'string' &&
  'startedAt' in value &&
  typeof value.startedAt === 'number' &&
  'fileName' in value &&
  typeof value.fileName === 'string' &&
  'size' in value &&
  typeof value.size === 'number' &&
  'isSending' in value &&
  typeof value.isSending === 'boolean'
