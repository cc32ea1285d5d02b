/** Characters no OCF file name may hold (EPUB 3.3 section 4.2.5.2), and bidirectional controls that disguise one. */
const forbidden =
  /["*:<>?\\|\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff\ufdd0-\ufdef\ufff0-\uffff]|[\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]/u
const forbiddenAll = new RegExp(forbidden.source, 'gu')
/** What ends a path in a URL, and escapes that decode to another name. */
const urlEnds = /#|%(?=[0-9A-Fa-f]{2})/g
/** Names Windows keeps for devices, with any extension. */
const device = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(?=\.|$)/i
const segmentLimit = 200

export type NameFault = 'forbidden' | 'space' | 'dot' | 'device' | 'long' | 'url'

/** What is wrong with a container path for some system or other; letters outside ASCII alone are no fault. */
export function nameFault(path: string): NameFault | undefined {
  if (forbidden.test(path)) return 'forbidden'
  const parts = path.split('/')
  if (parts.some((part) => part.endsWith('.'))) return 'dot'
  if (/\s/.test(path)) return 'space'
  if (/#|%[0-9A-Fa-f]{2}/.test(path)) return 'url'
  if (parts.some((part) => device.test(part))) return 'device'
  return parts.some((part) => part.length > segmentLimit) || path.length > 1000 ? 'long' : undefined
}

/** The same path without its faults; letters stay as they are. */
export function safePath(path: string): string {
  const parts = path.split('/').map((part) => safePart(part))
  const whole = parts.join('/')
  return whole.length <= 1000 ? whole : `${hash(path)}-${parts.at(-1)}`
}

function safePart(part: string): string {
  const clean = part
    .trim()
    .replace(forbiddenAll, '_')
    .replace(urlEnds, '_')
    .replace(/\s+/g, '_')
    .replace(/\.+$/, '')
    .replace(device, '_$1')
  if (clean.length <= segmentLimit) return clean || '_'
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  return `${clean.slice(0, 60)}-${hash(part)}${extension}`
}

const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  '‘': '',
  '’': '',
  '“': '',
  '”': '',
  '–': '-',
  '—': '-',
}

/** The path in ASCII: accents off, other letters by their code points. */
export const asciiPath = (path: string) =>
  [...path.normalize('NFKD').replace(/\p{M}/gu, '')]
    .map((char) => (char <= '~' ? char : (plain[char] ?? `u${char.codePointAt(0)!.toString(16)}`)))
    .join('')

/** How file systems that fold case and Unicode see a path: equal ones collide (EPUB 3.3 section 4.2.5.2). */
export const foldedPath = (path: string) => path.normalize('NFC').toLowerCase().replaceAll('ß', 'ss').normalize('NFC')

/** The path, or the first of `name-2`, `name-3` … that no file has yet. `taken` holds folded paths and is added to. */
export function uniquePath(path: string, taken: Set<string>): string {
  const dot = path.lastIndexOf('.')
  const cut = dot > path.lastIndexOf('/') + 1 ? dot : path.length
  let candidate = path
  for (let n = 2; taken.has(foldedPath(candidate)); n++) candidate = `${path.slice(0, cut)}-${n}${path.slice(cut)}`
  taken.add(foldedPath(candidate))
  return candidate
}

/** FNV-1a, 32 bits: a name of its own for what was too long. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return (value >>> 0).toString(36)
}
