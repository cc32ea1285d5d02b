/** Characters of XML 1.0 (fifth edition) and Namespaces in XML, by their codes. */
export const tab = 0x09
export const lineFeed = 0x0a
export const carriageReturn = 0x0d
export const space = 0x20
export const bang = 0x21
export const doubleQuote = 0x22
export const singleQuote = 0x27
export const minus = 0x2d
export const slash = 0x2f
export const less = 0x3c
export const equals = 0x3d
export const greater = 0x3e
export const question = 0x3f
export const openBracket = 0x5b
export const closeBracket = 0x5d

const namesBegin =
  ':A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const namesGoOn = '\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040'

const first = new RegExp(`[${namesBegin}]`, 'u')
const later = new RegExp(`[${namesBegin}${namesGoOn}]`, 'u')
const withoutColon = namesBegin.slice(1)
const colonless = new RegExp(`^[${withoutColon}][${withoutColon}${namesGoOn}]*$`, 'u')

const colon = 0x3a
const ascii = (test: RegExp) => Uint8Array.from({ length: 128 }, (_, code) => (test.test(String.fromCharCode(code)) ? 1 : 0))
const asciiFirst = ascii(first)
const asciiLater = ascii(later)

/** `code` is the code point at the place; NaN past the end. */
export const beginsName = (code: number) =>
  code < 128 ? asciiFirst[code] === 1 : code >= 128 && first.test(String.fromCodePoint(code))
const isInName = (code: number) => code >= 128 && later.test(String.fromCodePoint(code))
export const beginsTarget = (code: number) => code !== colon && beginsName(code)

/** A name without colons, as entities and processing instructions have. */
export const isColonless = (name: string) => colonless.test(name)

/** Offset after the characters of names that begin at `at`. */
export function nameEnd(text: string, at: number): number {
  let i = at
  for (;;) {
    const code = text.charCodeAt(i)
    if (code < 128) {
      if (asciiLater[code] === 0) return i
      i++
    } else {
      const point = text.codePointAt(i) ?? Number.NaN
      if (!isInName(point)) return i
      i += point > 0xffff ? 2 : 1
    }
  }
}

export const isSpace = (code: number) => code === space || code === lineFeed || code === tab || code === carriageReturn

/** Offset of the first character from `at` that is no white space. */
export function spaceEnd(text: string, at: number): number {
  let i = at
  while (isSpace(text.charCodeAt(i))) i++
  return i
}

/** Offset after the character at `at`; a line's end is one character. */
export function after(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) return at + 2
  return code >= 0xd800 && code <= 0xdbff ? at + 2 : at + 1
}

const halves = '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]'
const forbidden = new RegExp(`[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]|${halves}`)
const forbidden11 = new RegExp(`[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\ufffe\\uffff]|${halves}`)
/** What any of them begins with: quicker to look for than the pairs. */
const suspicious = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/
const newer = /^\ufeff?<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.(?!0\1)\d+\1/

export interface Readable {
  /** As long as the source; every line ends with a line feed or both characters. */
  readonly text: string
  /** Offset of the first character that XML does not allow; -1 without one. */
  readonly forbidden: number
  /** XML 1.1 or another version that is not 1.0. */
  readonly isNewer: boolean
}

/** Source as a scanner wants it: one kind of line end less, so that lines are found by one character. */
export function readable(source: string): Readable {
  const isNewer = newer.test(source)
  let text = source
  if (text.includes('\r')) text = text.replace(isNewer ? /\r(?![\n\u0085])/g : /\r(?!\n)/g, '\n')
  if (isNewer) text = text.replace(/[\u0085\u2028]/g, '\n')
  const first = suspicious.test(text) ? text.search(isNewer ? forbidden11 : forbidden) : -1
  return { text, forbidden: first, isNewer }
}

/** Whether a reference by number may stand for it. */
export const isCharacter = (code: number, isNewer: boolean) =>
  (code >= space && code <= 0xd7ff) ||
  code === tab ||
  code === lineFeed ||
  code === carriageReturn ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff) ||
  (isNewer && code >= 1 && code < space)
