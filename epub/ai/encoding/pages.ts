import { windows1252 } from '../../content/recode.ts'

/** A code page: bytes 0x80 to 0xFF as characters, and the way back. */
export interface Page {
  readonly name: string
  readonly bytes: ReadonlyMap<string, number>
  /** Character of a byte from 0x80; undefined for a hole. */
  readonly chars: readonly (string | undefined)[]
}

/** What the pages of DOS hold from 0x80 on, which no decoder of the Web knows. */
const dos: Readonly<Record<string, string>> = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
}

const made = new Map<string, Page>()

export function page(name: string): Page {
  let known = made.get(name)
  if (!known) {
    const table = dos[name]
    const decoder = table || name === 'windows-1252' || name === 'latin1' ? undefined : new TextDecoder(name)
    const chars = Array.from({ length: 128 }, (_, at) => {
      const byte = at + 0x80
      if (table) return table[at]
      if (name === 'latin1') return String.fromCharCode(byte)
      const char = decoder ? decoder.decode(Uint8Array.of(byte)) : windows1252(byte)
      return char === '\ufffd' ? undefined : char
    })
    const bytes = new Map<string, number>()
    for (const [at, char] of chars.entries()) if (char && !bytes.has(char)) bytes.set(char, at + 0x80)
    // a hole is handed through as the control character of that number
    for (let byte = 0x80; byte < 0xa0; byte++) {
      const control = String.fromCharCode(byte)
      if (!bytes.has(control) && (chars[byte - 0x80] === undefined || name === 'windows-1252')) bytes.set(control, byte)
    }
    known = { name, bytes, chars }
    made.set(name, known)
  }
  return known
}

/** Pages that text is wrongly read in: those of the machines it passed through. */
export const misread = [
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'ibm437',
  'ibm850',
  'windows-1254',
  'windows-1253',
  'windows-1257',
  'iso-8859-2',
  'koi8-r',
  'ibm866',
] as const

const western = ['windows-1252', 'macintosh', 'ibm850', 'ibm437']
const eastern = ['windows-1250', 'iso-8859-2']

const written: Readonly<Record<string, readonly string[]>> = {
  pl: eastern,
  cs: eastern,
  sk: eastern,
  hu: eastern,
  sl: eastern,
  hr: eastern,
  bs: eastern,
  ro: eastern,
  tr: ['windows-1254'],
  az: ['windows-1254'],
  lt: ['windows-1257'],
  lv: ['windows-1257'],
  et: ['windows-1257', ...western],
  ru: ['windows-1251', 'koi8-r', 'ibm866', 'x-mac-cyrillic', 'iso-8859-5'],
  uk: ['windows-1251', 'koi8-u', 'x-mac-cyrillic'],
  be: ['windows-1251'],
  bg: ['windows-1251'],
  mk: ['windows-1251'],
  sr: ['windows-1251', 'windows-1250'],
  el: ['windows-1253', 'iso-8859-7'],
  he: ['windows-1255'],
  yi: ['windows-1255'],
  ar: ['windows-1256', 'iso-8859-6'],
  fa: ['windows-1256'],
  ur: ['windows-1256'],
  th: ['windows-874'],
  vi: ['windows-1258'],
}

/** Pages that books of a language were written in before UTF-8. */
export const writtenIn = (language: string): readonly string[] => written[language] ?? western
