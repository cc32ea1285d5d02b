import { isError, type Message } from '../../epub/check/message.ts'

/** How one book was judged by both, as far as ERROR and FATAL go. */
export interface Comparison {
  readonly sameVerdict: boolean
  /** Sound for the official checker, faulted by ours. */
  readonly faulted: boolean
  /** Ids that only one of the two gives. */
  readonly missed: readonly string[]
  readonly extra: readonly string[]
  /** Messages that both give: with the same id in the same file. */
  readonly common: number
  readonly sameLine: number
  readonly sameColumn: number
  /** Common messages whose line differs: `id path: theirs, ours`. */
  readonly otherLines: readonly string[]
}

export function compare(theirs: readonly Message[], ours: readonly Message[]): Comparison {
  const their = theirs.filter(isError)
  const our = ours.filter(isError)
  const theirIds = new Set(their.map(({ id }) => id))
  const ourIds = new Set(our.map(({ id }) => id))
  return {
    sameVerdict: their.length > 0 === our.length > 0,
    faulted: their.length === 0 && our.length > 0,
    missed: [...theirIds.difference(ourIds)],
    extra: [...ourIds.difference(theirIds)],
    ...comparePlaces(their, our),
  }
}

/** Places as multisets for each id and file: which message is which cannot be told otherwise. */
function comparePlaces(theirs: readonly Message[], ours: readonly Message[]) {
  const group = ({ id, path }: Message) => `${id} ${path}`
  const own = Map.groupBy(ours, group)
  const sum = { common: 0, sameLine: 0, sameColumn: 0, otherLines: [] as string[] }
  for (const [key, said] of Map.groupBy(theirs, group)) {
    const left = [...(own.get(key) ?? [])]
    const unmatched: Message[] = []
    sum.common += Math.min(said.length, left.length)
    for (const one of said) {
      const same = left.findIndex(({ line, column }) => line === one.line && column === one.column)
      if (same < 0) unmatched.push(one)
      else {
        left.splice(same, 1)
        sum.sameLine++
        sum.sameColumn++
      }
    }
    for (const one of unmatched) {
      const same = left.findIndex(({ line }) => line === one.line)
      if (same < 0) continue
      left.splice(same, 1)
      sum.sameLine++
    }
    const lines = (list: readonly Message[]) => list.slice(0, 3).map(({ line }) => line)
    const missing = unmatched.filter(({ line }) => !(own.get(key) ?? []).some((other) => other.line === line))
    if (missing.length > 0 && left.length > 0) sum.otherLines.push(`${key}: ${lines(missing)}; ours ${lines(left)}`)
  }
  return sum
}
