import { placeAt } from './fault-place.ts'
import type { Place } from './xml-document.ts'

/**
 * Where the runs of a text end as EPUBCheck's parser hands them on: at each line's end and round each reference. A text
 * that is not allowed is an error once a run.
 */
export function textRuns(source: string, from: number, to: number): Place[] {
  const found: Place[] = []
  const runs = /&[^;\s]*;|[^&\n]+/g
  runs.lastIndex = from
  for (let match = runs.exec(source); match && match.index < to; match = runs.exec(source)) {
    const text = match[0].slice(0, to - match.index)
    if (/[^ \t\r\n]/.test(text)) found.push(placeAt(source, match.index + text.replace(/\r$/, '').length))
  }
  return found
}
