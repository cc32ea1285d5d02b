const textual = new Set(
  'xml xhtml html htm xht opf ncx css svg smil pls js mjs txt json md rdf xpgt plist lcpl webmanifest vtt ttml dtd ent xsl'.split(
    ' ',
  ),
)
const binary = new Set(
  'jpg jpeg jpe jfif png gif webp bmp tif tiff ico avif heic jxl ttf otf ttc woff woff2 eot pfb mp3 m4a m4b aac ogg oga opus wav flac mp4 m4v mov webm ogv avi mkv swf pdf zip epub gz 7z rar db dat bin'.split(
    ' ',
  ),
)

const extension = (path: string) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

const starts = (head: Uint8Array, ...magic: number[]) => magic.every((byte, i) => head[i] === byte)
const ascii = (head: Uint8Array, at: number, text: string) => [...text].every((c, i) => head[at + i] === c.charCodeAt(0))

/** The first bytes are those of a known picture, sound, film, font or archive. */
export const hasBinaryMagic = (head: Uint8Array) =>
  starts(head, 0xff, 0xd8, 0xff) ||
  starts(head, 0x89, 0x50, 0x4e, 0x47) ||
  ascii(head, 0, 'GIF8') ||
  (ascii(head, 0, 'RIFF') && (ascii(head, 8, 'WEBP') || ascii(head, 8, 'WAVE') || ascii(head, 8, 'AVI '))) ||
  ascii(head, 0, 'II*\0') ||
  ascii(head, 0, 'MM\0*') ||
  ascii(head, 0, 'OTTO') ||
  ascii(head, 0, 'wOFF') ||
  ascii(head, 0, 'wOF2') ||
  ascii(head, 0, 'ttcf') ||
  starts(head, 0, 1, 0, 0) ||
  ascii(head, 0, 'true') ||
  ascii(head, 4, 'ftyp') ||
  ascii(head, 0, 'ID3') ||
  ascii(head, 0, 'OggS') ||
  ascii(head, 0, 'fLaC') ||
  starts(head, 0x1a, 0x45, 0xdf, 0xa3) ||
  starts(head, 0x50, 0x4b, 3, 4) ||
  ascii(head, 0, '%PDF') ||
  (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0 && head[1] !== 0xff && head[1] !== 0xfe)

/** Markup by its first bytes, in UTF-8 or UTF-16. */
export function looksLikeMarkup(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 256).filter((byte) => byte !== 0))
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<[?!A-Za-z]/.test(text)
}

const looksLikePlainText = (head: Uint8Array) => {
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) return false
  return true
}

/** Surely not cipher bytes: known magic, markup, or nothing but ASCII text. */
export const isPlain = (head: Uint8Array) =>
  hasBinaryMagic(head) || looksLikeMarkup(head) || (looksLikePlainText(head) && head.every((byte) => byte < 128))

/** Whether a file is held in memory as text: markup, style, script, metadata and what has no telling name. */
export function holdsText(path: string, head: Uint8Array): boolean {
  const name = extension(path)
  if (binary.has(name)) return looksLikeMarkup(head)
  if (hasBinaryMagic(head)) return false
  return textual.has(name) || looksLikeMarkup(head) || looksLikePlainText(head)
}

/** Whether a file is what its name says, and so was not encrypted. Undefined when its name says nothing. */
export function readsAsNamed(path: string, head: Uint8Array): boolean | undefined {
  const name = extension(path)
  if (head.length === 0) return true
  if (textual.has(name)) return looksLikeMarkup(head) || looksLikeText(head)
  if (binary.has(name)) return hasBinaryMagic(head) || looksLikeMarkup(head)
  return hasBinaryMagic(head) || looksLikeMarkup(head) ? true : undefined
}

/** Few control characters: text in any encoding, with some damage, is still text; cipher bytes are not. */
function looksLikeText(head: Uint8Array): boolean {
  let odd = 0
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) odd++
  const wide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  return wide || odd <= head.length * 0.02
}
