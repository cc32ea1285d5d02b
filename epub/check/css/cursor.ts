import type { CssToken } from './tokens.ts'

/** The style sheet ended where more was needed. */
export class CssEnded extends Error {
  override readonly name = 'CssEnded'
}

export type Cursor = ReturnType<typeof createCursor>

const isShown = ({ kind }: CssToken) => kind !== 'space' && kind !== 'comment'

export const isChar = (token: CssToken, chars: string) => token.kind === 'char' && chars.includes(token.text)

/** Walks over tokens; white space and comments count only when asked for by `raw`. */
export function createCursor(tokens: readonly CssToken[]) {
  let next = 0
  let last: CssToken | undefined

  function find(from: number, raw: boolean): number {
    let i = from
    while (i < tokens.length && !raw && !isShown(tokens[i]!)) i++
    return i
  }

  function take(raw = false): CssToken {
    const i = find(next, raw)
    if (i >= tokens.length) throw new CssEnded('The style sheet ends too early')
    next = i + 1
    last = tokens[i]!
    return last
  }

  return {
    take,
    peek(raw = false): CssToken {
      const i = find(next, raw)
      if (i >= tokens.length) throw new CssEnded('The style sheet ends too early')
      return tokens[i]!
    },
    hasNext: () => find(next, false) < tokens.length,
    /** Goes on to the next token that is one of these characters. */
    skipTo(chars: string): CssToken {
      for (; next < tokens.length; next++)
        if (isChar(tokens[next]!, chars)) {
          last = tokens[next++]!
          return last
        }
      throw new CssEnded('The style sheet ends too early')
    },
    last: () => last!,
    index: () => next - 1,
    at: (index: number) => tokens[index],
  }
}
