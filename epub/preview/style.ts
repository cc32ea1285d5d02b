import { cssUrls } from '../content/css-urls.ts'

/** Where an address written in the book leads to inside the preview; undefined for what is not of the book. */
export type Address = (value: string, kind: 'style' | 'other') => string | undefined

/** Letters written as escapes, so that no address hides behind them; escapes of other characters stay. */
const unescapedLetters = (css: string) =>
  css.replace(/\\([0-9a-fA-F]{1,6})[ \t\n\f]?/g, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16)
    const char = code > 0x20 && code < 0x7f ? String.fromCharCode(code) : ''
    return /[\w@:/.-]/.test(char) && !/^\d$/.test(char) ? char : whole
  })

/** Properties of EPUB 3.0 under the names they have today. */
const modern: Readonly<Record<string, string>> = { 'text-combine': 'text-combine-upright' }
const prefixed =
  /([;{\s]|^)-epub-(writing-mode|hyphens|line-break|word-break|text-align-last|text-orientation|text-combine-upright|text-combine|text-emphasis(?:-\w+)*|text-transform|text-underline-position)(\s*:)/g

/** So that the size a reader chooses also reaches letters that the book measures in pixels or points. */
const sized = /(font-size\s*:\s*)(\d{0,4}(?:\.\d{1,4})?)(px|pt)\b/gi

/**
 * A style sheet or `style` attribute in which nothing leads out of the book: an address of the book stays, every other
 * becomes `none`, an import of anything else goes. What old browsers ran as script goes too.
 */
export function safeStyle(source: string, address: Address): string {
  const css = unescapedLetters(source.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ').replace(/<!--|-->/g, ' '))
  let out = ''
  let at = 0
  for (const { kind, span, value, quote } of cssUrls(css)) {
    if (span[0] < at) continue
    const to = address(value, kind === 'import' ? 'style' : 'other')
    const before = css.slice(at, span[0])
    const opening = /(?:url\(\s*)?["']?$/i.exec(before)!
    const isUrl = /url\(/i.test(opening[0])
    let end = span[1] + (quote && css[span[1]] === quote ? 1 : 0)
    if (isUrl) while (/\s/.test(css[end] ?? '')) end++
    if (isUrl && css[end] === ')') end++
    out += before.slice(0, opening.index)
    out += to === undefined ? 'none' : `url("${to.replace(/["\\\n]/g, encodeURIComponent)}")`
    at = end
  }
  out += css.slice(at)
  return out
    .replace(/@import\s+none[^;{}]*(;|$)/gi, ' ')
    .replace(/(?:-webkit-)?image-set\(|\bsrc\(\s*["']|\bexpression\s*\(/gi, 'none-of-these(')
    .replace(/-moz-binding|\bbehavior\s*:/gi, 'none-of-these:')
    .replace(prefixed, (_, before: string, name: string, colon: string) => `${before}${modern[name] ?? name}${colon}`)
    .replace(sized, (whole, property: string, size: string, unit: string) =>
      size === '' || size === '.' ? whole : `${property}calc(${size}${unit} * var(--bookmender-size, 1))`,
    )
}
