import { searchContext } from '../../../../contract/preview.ts'

export interface Match {
  readonly chapter: number
  /** Offsets in the chapter's text. */
  readonly from: number
  readonly to: number
  readonly before: string
  readonly text: string
  readonly after: string
}

/** More than these nobody reads; the search then ends. */
export const mostMatches = 200
/** A longer match is shown cut. */
const longestShown = 200

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Any case. A pattern that is no valid expression is searched for as it is written. */
export function expressionOf(pattern: string): { readonly expression: RegExp; readonly isLiteral: boolean } {
  try {
    return { expression: new RegExp(pattern, 'gi'), isLiteral: false }
  } catch {
    return { expression: new RegExp(escaped(pattern), 'gi'), isLiteral: true }
  }
}

/** Places in one chapter. May take for ever: run where it can be stopped. */
export function findIn(text: string, chapter: number, expression: RegExp, most: number): Match[] {
  const found: Match[] = []
  expression.lastIndex = 0
  for (let match = expression.exec(text); match && found.length < most; match = expression.exec(text)) {
    const [whole] = match
    // what matches nothing matches everywhere
    if (whole === '') {
      expression.lastIndex += 1
      if (expression.lastIndex > text.length) break
      continue
    }
    const [from, to] = [match.index, match.index + whole.length]
    found.push({
      chapter,
      from,
      to,
      before: text.slice(Math.max(0, from - searchContext), from),
      text: whole.slice(0, longestShown),
      after: text.slice(to, to + searchContext),
    })
  }
  return found
}
