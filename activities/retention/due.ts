const minute = 60_000
const hour = 60 * minute

/** People are promised that their books are gone within 24 hours; half an hour is left for two runs to do it in. */
const keptFor = 23.5 * hour
/** A place that was taken for a book which did not become a job is given back after so long. */
const heldFor = 10 * minute
/** Whoever took a job in tries to start it at once, and has so long for it. */
const startsWithin = minute
/** No day and no month is longer, so older reservations count for nothing. */
const countsFor = 32 * 24 * hour

/** What is older than these times at a moment is due. */
export const dueAt = (now: Date) => {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  return { files: ago(keptFor), claims: ago(heldFor), starts: ago(startsWithin), counts: ago(countsFor) }
}

interface LooseFiles {
  /** They were deleted before: what lies there came too late. */
  readonly deleted: boolean
  readonly stored: readonly { readonly storedAt: Date }[]
}

/** Files that no upload stands for go when the newest is old enough, as another may still be arriving. */
export const areDue = ({ deleted, stored }: LooseFiles, now: Date) =>
  deleted || stored.every(({ storedAt }) => storedAt < dueAt(now).files)
