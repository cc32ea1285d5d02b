/** A piece of a line as an editor marks it. */
export interface Mark {
  readonly kind: 'kept' | 'struck' | 'inserted'
  readonly text: string
}

/** Past this many tokens a side, only what both ends share is kept: the table of the comparison grows by their product. */
const longest = 400

/** `before` and `after` as one line with what goes struck and what comes inserted, by words. */
export function markUp(before: string, after: string): Mark[] {
  const [a, b] = [tokens(before), tokens(after)]
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const middle: Mark[] =
    left.length > longest || right.length > longest
      ? [
          { kind: 'struck', text: left.join('') },
          { kind: 'inserted', text: right.join('') },
        ]
      : compare(left, right)
  return joined([
    { kind: 'kept', text: a.slice(0, start).join('') },
    ...middle,
    { kind: 'kept', text: a.slice(a.length - end).join('') },
  ])
}

const tokens = (text: string) => text.match(/[\p{L}\p{N}_-]+|\s+|[^\p{L}\p{N}\s_-]/gu) ?? []

/** Longest common subsequence; what goes stands before what comes. */
function compare(a: readonly string[], b: readonly string[]): Mark[] {
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i]![j] = a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
  const marks: Mark[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      marks.push({ kind: 'kept', text: a[i++]! })
      j++
    } else if (i < a.length && (j === b.length || common[i + 1]![j]! >= common[i]![j + 1]!))
      marks.push({ kind: 'struck', text: a[i++]! })
    else marks.push({ kind: 'inserted', text: b[j++]! })
  }
  return marks
}

/** Neighbours of one kind become one piece; a lone space or point between two changes joins them, or nothing could be read. */
function joined(marks: readonly Mark[]): Mark[] {
  const out: Mark[] = []
  let struck = ''
  let inserted = ''
  const flush = () => {
    if (struck) out.push({ kind: 'struck', text: struck })
    if (inserted) out.push({ kind: 'inserted', text: inserted })
    struck = inserted = ''
  }
  marks.forEach((mark, index) => {
    if (mark.kind === 'struck') struck += mark.text
    else if (mark.kind === 'inserted') inserted += mark.text
    else if (mark.text === '') return
    else if ((struck || inserted) && /^[^\p{L}\p{N}]$/u.test(mark.text) && changesAfter(marks, index)) {
      struck += mark.text
      inserted += mark.text
    } else {
      flush()
      const last = out.at(-1)
      if (last?.kind === 'kept') out[out.length - 1] = { kind: 'kept', text: last.text + mark.text }
      else out.push(mark)
    }
  })
  flush()
  return out
}

const changesAfter = (marks: readonly Mark[], index: number) => {
  const next = marks.slice(index + 1).find(({ text }) => text !== '')
  return next !== undefined && next.kind !== 'kept'
}
