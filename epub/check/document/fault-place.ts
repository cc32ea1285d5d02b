import type { Place } from './xml-document.ts'

/** Where the parser stands when it finds a fault: just after what it read last. */
export interface Found extends Place {
  readonly message: string
  /** Offset in the text. */
  readonly offset: number
}

const name = /^[\p{L}_:][\p{L}\p{N}\p{M}:._\u00b7-]*/u

/** The place that EPUBCheck's parser gives for a fault, which depends on what the fault is. */
export function faultPlace(source: string, { message, offset, line, column }: Found, rootEnd: number | undefined): Place {
  if (/unexpected close tag|unmatched closing/.test(message)) {
    const start = source.lastIndexOf('</', offset - 1)
    return start < 0 || offset > source.length ? { line, column } : placeAt(source, start + 2)
  }
  if (message.startsWith('text data outside')) {
    const from = rootEnd ?? 0
    return placeAt(source, from + Math.max(0, source.slice(from).search(/\S/)))
  }
  if (message.includes('entity')) {
    const start = source.indexOf('&', source.lastIndexOf(';', offset - 2) + 1)
    const written = source.slice(start + 1, offset)
    const known = name.exec(written)?.[0] ?? ''
    return start < 0 || start >= offset || written.startsWith('#') || written === `${known};`
      ? { line, column }
      : placeAt(source, start + 1 + known.length)
  }
  const isOneCharacter =
    /disallowed|unquoted|malformed comment|without value|must be at the start|no whitespace|not followed/.test(message)
  return isOneCharacter && column > 1 ? { line, column: column - 1 } : { line, column }
}

/** 1-based line and column of an offset. */
export function placeAt(source: string, offset: number): Place {
  let line = 1
  let start = 0
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) {
    line++
    start = at + 1
  }
  return { line, column: offset - start + 1 }
}
