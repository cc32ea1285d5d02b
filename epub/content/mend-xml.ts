import { applyMends, inOrder, type Mend, type MendOptions, type Slip } from './mend/mend.ts'
import { nest } from './mend/nesting.ts'
import { prefixes } from './mend/prefixes.ts'
import { type Token, tokenise } from './mend/tokens.ts'

export { applyMends, type Mend, type MendOptions, type Slip } from './mend/mend.ts'
export { doctypeEnd } from './mend/prolog.ts'
export { writtenCharacter } from './mend/text.ts'

/** The text with everything mended; a well-formed text comes back as it is. */
export function mendXml(source: string, options: MendOptions = {}): string {
  const mends = mendsOf(source, options)
  const mended = applyMends(source, mends)
  return options.html && mends.length === 1 && mends[0]!.after.startsWith('<html') ? mendXml(mended, options) : mended
}

/** Whether a page begins with its head or body, or ends an `html` that never began. */
const startsInside = (first: Token, tokens: readonly Token[]) =>
  first.kind !== 'text' &&
  (/^(?:head|body)$/.test(first.name) ||
    (first.name !== 'html' &&
      tokens.some((token) => token.kind === 'close' && token.name === 'html') &&
      !tokens.some((token) => token.kind === 'open' && token.name === 'html')))

/** The smallest edits that make the text well-formed; linear in its length. */
export function mendsOf(source: string, options: MendOptions = {}): Mend[] {
  const mends: Mend[] = []
  const mend = (slip: Slip, start: number, end: number, after: string) => mends.push({ slip, span: [start, end], after })
  const tokens = tokenise(source, options, mend)
  const first = tokens.find((token) => token.kind !== 'text')
  if (options.html && first && startsInside(first, tokens)) {
    // the start of the page was lost: first it gets one, then the rest can be told
    const at = first.span[0]
    return [{ slip: 'nesting', span: [at, at], after: '<html xmlns="http://www.w3.org/1999/xhtml">' }]
  }
  nest(source, tokens, options, mend)
  prefixes(tokens, options, mend)
  return inOrder(mends).filter(({ span, after }) => source.slice(...span) !== after)
}
