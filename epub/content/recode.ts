import { decoded, type Resource, remembered } from '../publication.ts'
import { latin1 } from './encoding.ts'

/** The 27 characters of Windows-1252 between 0x80 and 0x9F; the five holes stand for themselves. */
const high1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

export const windows1252 = (byte: number) => (byte >= 0x80 && byte <= 0x9f ? high1252[byte - 0x80]! : String.fromCharCode(byte))

/** Code pages by the languages whose books were written in them before UTF-8. */
const pagesOfLanguage: Readonly<Record<string, readonly string[]>> = {
  ar: ['windows-1256'],
  fa: ['windows-1256'],
  ur: ['windows-1256'],
  he: ['windows-1255'],
  iw: ['windows-1255'],
  el: ['windows-1253'],
  ru: ['windows-1251', 'koi8-r'],
  uk: ['windows-1251', 'koi8-u'],
  be: ['windows-1251'],
  bg: ['windows-1251'],
  mk: ['windows-1251'],
  sr: ['windows-1251', 'windows-1250'],
  cs: ['windows-1250'],
  sk: ['windows-1250'],
  pl: ['windows-1250', 'iso-8859-2'],
  hu: ['windows-1250', 'iso-8859-2'],
  sl: ['windows-1250'],
  hr: ['windows-1250'],
  ro: ['windows-1250'],
  tr: ['windows-1254'],
  lt: ['windows-1257'],
  lv: ['windows-1257'],
  et: ['windows-1257'],
  vi: ['windows-1258'],
  th: ['windows-874'],
  ja: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
  zh: ['gb18030', 'big5'],
  ko: ['euc-kr'],
}

const multibyte = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']

/**
 * The text of a file whose bytes are not what they are declared as. Valid UTF-8 is believed, wherever it stands; single bytes
 * between are Windows-1252; a file with hardly any UTF-8 is read in the code page of the book's language.
 */
export function recoded(bytes: Uint8Array, languages: readonly string[]): string {
  const wide = utf32(bytes)
  if (wide !== undefined) return wide
  const { sequences, strays } = census(bytes)
  if (strays > 0 && sequences < strays / 2) {
    const page = codePage(bytes, languages)
    if (page) return new TextDecoder(page).decode(bytes)
  }
  return mixed(bytes)
}

/** How many valid UTF-8 sequences of several bytes there are, and how many bytes belong to none. */
export function census(bytes: Uint8Array): { readonly sequences: number; readonly strays: number } {
  let sequences = 0
  let strays = 0
  for (let i = 0; i < bytes.length; ) {
    const length = sequenceAt(bytes, i)
    if (length === 0) strays++
    else if (length > 1) sequences++
    i += length || 1
  }
  return { sequences, strays }
}

/** Length of the valid UTF-8 sequence at `at`; 0 where there is none (Unicode 15 table 3-7). */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!
  if (lead < 0x80) return 1
  const length = lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
  if (length === 0) return 0
  for (let i = 1; i < length; i++) if ((bytes[at + i]! & 0xc0) !== 0x80) return 0
  const second = bytes[at + 1]!
  if ((lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f)) return 0
  if ((lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return 0
  return length
}

/** Valid UTF-8 stays, every other byte is read as Windows-1252. */
function mixed(bytes: Uint8Array): string {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: false })
  let text = ''
  let from = 0
  for (let i = 0; i < bytes.length; ) {
    const length = sequenceAt(bytes, i)
    if (length > 0) {
      i += length
      continue
    }
    text += utf8.decode(bytes.subarray(from, i)) + windows1252(bytes[i]!)
    i++
    from = i
  }
  return text + utf8.decode(bytes.subarray(from))
}

/** The code page such bytes were most likely written in; undefined for Western text. */
function codePage(bytes: Uint8Array, languages: readonly string[]): string | undefined {
  const wanted = languages.flatMap((language) => pagesOfLanguage[language.split(/[-_]/)[0]!.toLowerCase()] ?? [])
  for (const page of wanted) if (plausible(bytes, page)) return page
  if (!foreignRuns(bytes)) return undefined
  const candidates = ['windows-1251', 'koi8-r', ...multibyte.filter((page) => !wanted.includes(page))]
  const readings = candidates
    .map((page) => ({ page, score: score(bytes, page) }))
    .filter(({ score }) => score > 0.6)
    .sort((a, b) => b.score - a.score)
  return readings[0]?.page
}

/** Western text has single accented letters between plain ones; other scripts come in runs. */
function foreignRuns(bytes: Uint8Array): boolean {
  let high = 0
  let inRuns = 0
  for (let i = 0; i < bytes.length; ) {
    let end = i
    while (end < bytes.length && bytes[end]! >= 0x80) end++
    const run = end - i
    high += run
    if (run >= 3) inRuns += run
    i = end + 1
  }
  return high > 0 && inRuns > high / 2
}

const decodes = (bytes: Uint8Array, page: string): string | undefined => {
  try {
    return new TextDecoder(page, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const plausible = (bytes: Uint8Array, page: string) => score(bytes, page) > 0.5

/** Share of the foreign characters that are letters of the page's script, lower case counting in full. */
function score(bytes: Uint8Array, page: string): number {
  const text = decodes(bytes, page)
  if (text === undefined) return 0
  let letters = 0
  let all = 0
  for (const char of text) {
    if (char < '\u0080') continue
    all++
    if (/\p{Ll}|\p{Lo}|\p{M}|\p{Lm}/u.test(char)) letters++
    else if (/\p{Lu}/u.test(char)) letters += 0.4
    else if (/[\u2010-\u2026\u00ab\u00bb\u3000-\u303f\uff00-\uff0f\u00a0]/.test(char)) letters += 0.8
  }
  const rare = multibyte.includes(page) ? (text.match(/[\uff61-\uff9f\ue000-\uf8ff]/g)?.length ?? 0) : 0
  return all === 0 ? 0 : (letters - rare) / all
}

function utf32(bytes: Uint8Array): string | undefined {
  const little = bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0
  const big = bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff
  if (!little && !big) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let i = 4; i + 4 <= bytes.length; i += 4) {
    const code = view.getUint32(i, little)
    text += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  }
  return text
}

/** Every place of a text that names its encoding says UTF-8: XML declaration, `meta`, `@charset`. */
export const declaredUtf8 = (text: string) =>
  text
    .replace(/^(\s*<\?xml[^>]*?\sencoding\s*=\s*["'])(?!utf-8["'])[^"']*/i, '$1utf-8')
    .replace(/^(\s*@charset\s*["'])(?!utf-8["'])[^"']*/i, '$1utf-8')
    .replace(/(<meta\b[^>]*?\bcharset\s*=\s*["']?)(?!utf-?8\b)[A-Za-z][\w.:-]*/gi, '$1utf-8')

/** What a file declares to be encoded in, lower case: by XML declaration or `@charset`. */
export const declaredEncoding = remembered((resource: Resource): string | undefined => {
  const head = () => latin1((resource.bytes ?? new Uint8Array()).subarray(0, 256)).replace(/^\xef\xbb\xbf/, '')
  return decoded(resource).declared ?? /^\s*@charset\s*["']([\w.:-]+)["']/i.exec(head())?.[1]?.toLowerCase()
})
