/** Upper half of code page 437, the ZIP format's own (APPNOTE appendix D). */
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const fromCp437 = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : cp437[byte - 128])).join('')

/** The name as UTF-8, as OCF demands (EPUB 3.3 section 4.2.5); undefined when it is none. */
export function utf8Name(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const codePages = ['windows-1252', 'shift_jis', 'gbk', 'big5', 'euc-kr', 'windows-1251', 'ibm866', 'windows-1250', 'windows-1253']

/** What a name that is not UTF-8 may have meant, best guess first: what the book's own references spell, else code page 437. */
export function guessName(bytes: Uint8Array, isReferenced: (name: string) => boolean): string {
  const first = fromCp437(bytes)
  if (isReferenced(first)) return first
  for (const label of codePages)
    try {
      const name = new TextDecoder(label, { fatal: true }).decode(bytes)
      if (isReferenced(name)) return name
    } catch {
      // Not in that code page.
    }
  return first
}

/** A name as a container path, or why it cannot be one. */
export function containerPath(name: string): { path: string } | { unsafe: true } {
  const slashed = name.replaceAll('\\', '/')
  const parts = slashed.split('/').filter((part, i, all) => (part !== '' || i === 0 || i === all.length - 1) && part !== '.')
  if (parts.includes('..') || parts[0] === '' || /^[A-Za-z]:/.test(slashed) || slashed.includes('\0')) return { unsafe: true }
  return { path: parts.join('/') }
}

export const isClutter = (path: string) =>
  /(^|\/)__MACOSX(\/|$)/.test(path) || /(^|\/)(\.DS_Store|Thumbs\.db|ehthumbs\.db|desktop\.ini|\._[^/]*)$/i.test(path)
