import type { Span } from '../xml.ts'

/** An address in a style sheet. */
export interface CssUrl {
  readonly kind: 'css' | 'import'
  /** Where the address itself stands, without `url(`, quotes or white space. */
  readonly span: Span
  /** Escapes of CSS decoded. */
  readonly value: string
  /** `'`, `"`, or empty for an address without quotes. */
  readonly quote: string
}

const pattern =
  /\/\*[\s\S]*?(?:\*\/|$)|(@import)\s*(?=["'])|\burl\(\s*|"(?:[^"\\\n\r\f]|\\[\s\S])*(?:"|$)|'(?:[^'\\\n\r\f]|\\[\s\S])*(?:'|$)/gi

/** Every `url()` and `@import` of a style sheet or a `style` attribute, comments and other strings left out. */
export function cssUrls(css: string): CssUrl[] {
  const found: CssUrl[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(css); match; match = pattern.exec(css)) {
    const isImport = match[1] !== undefined
    if (!isImport && !/^url\(/i.test(match[0])) continue
    const at = match.index + match[0].length
    const url = addressAt(css, at)
    if (!url) continue
    // A namespace is a name, not an address.
    if (/@namespace\s+(?:[\w-]+\s*)?$/i.test(css.slice(Math.max(0, match.index - 80), match.index))) continue
    const isImported = isImport || /@import\s*$/i.test(css.slice(Math.max(0, match.index - 40), match.index))
    found.push({ kind: isImported ? 'import' : 'css', ...url })
    // behind the closing quote, which would open a string else
    pattern.lastIndex = Math.max(url.span[1] + url.quote.length, at)
  }
  return found
}

function addressAt(css: string, at: number): Omit<CssUrl, 'kind'> | undefined {
  const quote = css[at] === '"' || css[at] === "'" ? css[at]! : ''
  let end = quote ? at + 1 : at
  const start = end
  for (; end < css.length; end++) {
    const char = css[end]!
    if (char === '\\') end++
    else if (char === '\n' || char === '\r') {
      if (quote) return undefined
      break
    } else if (quote ? char === quote : char === ')' || char === '"' || char === "'" || char === '(') break
  }
  end = Math.min(end, css.length)
  while (!quote && end > start && /\s/.test(css[end - 1]!)) end--
  return { span: [start, end], value: unescapeCss(css.slice(start, end)), quote }
}

const unescapeCss = (text: string) =>
  text.replace(/\\(?:([0-9a-fA-F]{1,6})\s?|(\r\n|[\s\S]))/g, (_, hex: string | undefined, char: string | undefined) =>
    hex ? safeCharacter(Number.parseInt(hex, 16)) : /[\r\n\f]/.test(char!) ? '' : char!,
  )

const safeCharacter = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
