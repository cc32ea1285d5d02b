import type { Place, XmlFault } from './xml-document.ts'

/** Where the parser stands when it finds a fault: just after what it read last. */
export interface Found extends Place {
  readonly message: string
  /** Offset in the text. */
  readonly offset: number
}

const name = /^[\p{L}_:][\p{L}\p{N}\p{M}:._\u00b7-]*/u

/** The fault with the place that EPUBCheck's parser gives it, which depends on what the fault is. */
export function placedFault(source: string, found: Found, rootEnd: number | undefined): XmlFault {
  const { message, offset, line, column } = found
  const at = (place: Place, text = message): XmlFault => ({ message: text, line: place.line, column: place.column })
  if (message.startsWith('document must contain')) return at({ line: 0, column: 0 })
  if (/unexpected close tag|unmatched closing/.test(message)) {
    const start = source.lastIndexOf('</', offset - 1)
    return at(start < 0 || offset > source.length ? found : placeAt(source, start + 2))
  }
  if (message.startsWith('text data outside')) {
    const from = rootEnd ?? source.lastIndexOf('>', offset - 1) + 1
    const start = from + Math.max(0, source.slice(from).search(/\S/))
    return at(placeAt(source, source[start] === '&' ? start + 1 : start))
  }
  if (message.includes('only one root')) return at(placeAt(source, source.lastIndexOf('<', offset - 1) + 1))
  const reference = openReference(source, found)
  if (reference !== undefined)
    return at(placeAt(source, reference), 'an “&” begins no reference; by itself it is written “&amp;”.')
  const isOneCharacter =
    !message.includes(']]>') &&
    /disallowed|unquoted|malformed comment|without value|must be at the start|no whitespace|not followed/.test(message)
  return at(isOneCharacter && column > 1 ? { line, column: column - 1 } : found)
}

/** Where a reference that is not ended by a semicolon goes wrong: after its name. The parser reads on until one comes, or the end. */
function openReference(source: string, { message, offset }: Found): number | undefined {
  const isAtEnd = offset >= source.length && /unclosed tag|unexpected end/.test(message)
  if (!isAtEnd && !message.includes('entity')) return undefined
  const start = source.indexOf('&', source.lastIndexOf(';', isAtEnd ? offset : offset - 2) + 1)
  if (start < 0 || start >= offset || source.lastIndexOf('<!--', start) > source.lastIndexOf('-->', start)) return undefined
  const written = source.slice(start + 1, offset)
  const known = name.exec(written)?.[0] ?? ''
  return written.startsWith('#') || written === `${known};` ? undefined : start + 1 + known.length
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
