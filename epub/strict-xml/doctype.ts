import { after, bang, closeBracket, doubleQuote, greater, less, minus, openBracket, question, singleQuote } from './characters.ts'

const isQuote = (code: number) => code === doubleQuote || code === singleQuote

export type DoctypeEnd =
  /** Offset after the `>`. */
  | number
  | { readonly fault: string; readonly at: number }
  /** The text ends first. */
  | undefined

/** Where a document type declaration ends that is read from after `<!DOCTYPE`: quotes, comments and its own declarations are skipped. */
export function doctypeEnd(text: string, start: number): DoctypeEnd {
  let isInside = false
  for (let at = start; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (isQuote(code)) {
      const end = text.indexOf(String.fromCharCode(code), at + 1)
      if (end < 0) return undefined
      at = end + 1
    } else if (!isInside) {
      if (code === greater) return at + 1
      if (code === openBracket) isInside = true
      at++
    } else if (code === closeBracket) {
      isInside = false
      at++
    } else if (code === less) {
      const next = declarationEnd(text, at + 1)
      if (typeof next !== 'number') return next
      at = next
    } else at++
  }
  return undefined
}

/** From after `<`: comments and instructions are skipped whole, of a declaration only what tells that it is one. */
function declarationEnd(text: string, at: number): DoctypeEnd {
  const code = text.charCodeAt(at)
  if (code === question) {
    const mark = text.indexOf('?', at + 1)
    const end = mark < 0 ? -1 : text.indexOf('>', mark + 1)
    return end < 0 ? undefined : end + 1
  }
  if (code !== bang) return after(text, at)
  if (text.charCodeAt(at + 1) !== minus) return after(text, at + 1)
  if (text.charCodeAt(at + 2) !== minus) return after(text, at + 2)
  const end = text.indexOf('--', at + 3)
  if (end < 0 || end + 2 >= text.length) return undefined
  return text.charCodeAt(end + 2) === greater ? end + 3 : { fault: 'malformed comment.', at: after(text, end + 2) }
}
