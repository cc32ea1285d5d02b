/** A line as an editor marks it: what both have in common, what was struck out, what was put in. */
export interface Marks {
  readonly lead: string
  readonly struck: string
  readonly inserted: string
  readonly tail: string
}

/** Letters, digits and combining marks stay together: a mark within a word is hard to read. */
const inWord = /[\p{L}\p{N}\p{M}]/u

export function marksOf(before: string, after: string): Marks {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const splits = (at: number, text: string) => at > 0 && at < text.length && inWord.test(text[at]!) && inWord.test(text[at - 1]!)
  while (start > 0 && (splits(start, before) || splits(start, after))) start--
  while (end > 0 && (splits(before.length - end, before) || splits(after.length - end, after))) end--
  return {
    lead: before.slice(0, start),
    struck: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
    tail: end > 0 ? before.slice(-end) : '',
  }
}
