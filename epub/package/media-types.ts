import { latin1 } from '../content/encoding.ts'
import { extensionOf } from '../href.ts'
import { type Resource, remembered, textOf } from '../publication.ts'
import { lookup } from './lookup.ts'
import type { PackageVersion } from './package.ts'

/** What a file is, and whether its own bytes say so (`bytes`) or only its name (`name`). */
export interface Sniffed {
  readonly mediaType: string
  readonly proof: 'bytes' | 'name'
}

/** Preferred media type per extension (EPUB 3.3 section 3.2; the types of EPUB 2 where they differ stand in `inTwo`). */
const byExtension: Readonly<Record<string, string>> = {
  xhtml: 'application/xhtml+xml',
  html: 'application/xhtml+xml',
  htm: 'application/xhtml+xml',
  xht: 'application/xhtml+xml',
  xml: 'application/xml',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  ncx: 'application/x-dtbncx+xml',
  opf: 'application/oebps-package+xml',
  smil: 'application/smil+xml',
  pls: 'application/pls+xml',
  svg: 'image/svg+xml',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  avif: 'image/avif',
  jxl: 'image/jxl',
  ico: 'image/vnd.microsoft.icon',
  ttf: 'font/ttf',
  otf: 'font/otf',
  ttc: 'font/collection',
  woff: 'font/woff',
  woff2: 'font/woff2',
  eot: 'application/vnd.ms-fontobject',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg; codecs=opus',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  wmv: 'video/x-ms-wmv',
  json: 'application/json',
  txt: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
  xpgt: 'application/vnd.adobe-page-template+xml',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  ttml: 'application/ttml+xml',
  zip: 'application/zip',
}

/** EPUB 2 was written before `font/*`; readers of its time know these. */
const inTwo: Readonly<Record<string, string>> = {
  'font/ttf': 'application/x-font-ttf',
  'font/otf': 'application/vnd.ms-opentype',
  'font/woff': 'application/font-woff',
}

/** Names that mean the same thing, so that none of them is called wrong. First is the preferred one. */
const synonyms: readonly (readonly string[])[] = [
  [
    'font/ttf',
    'application/font-sfnt',
    'application/x-font-ttf',
    'application/x-font-truetype',
    'application/x-truetype-font',
    'application/vnd.ms-opentype',
    'font/otf',
    'application/x-font-opentype',
    'application/x-font-otf',
    'font/sfnt',
    'font/opentype',
    'application/font-ttf',
    'application/truetype',
  ],
  ['font/woff', 'application/font-woff', 'application/x-font-woff'],
  ['font/woff2', 'application/font-woff2'],
  ['text/javascript', 'application/javascript', 'application/ecmascript', 'application/x-javascript'],
  ['image/jpeg', 'image/jpg'],
  ['audio/mpeg', 'audio/mp3', 'audio/mpeg3'],
  ['audio/mp4', 'audio/x-m4a', 'audio/m4a', 'video/mp4', 'audio/aac'],
  ['audio/ogg', 'audio/ogg; codecs=opus', 'audio/ogg;codecs=opus', 'video/ogg', 'audio/opus'],
  ['application/xhtml+xml', 'text/html', 'text/x-oeb1-document', 'application/x-dtbook+xml'],
  ['text/css', 'text/x-oeb1-css'],
]

/** Core media types (EPUB 3.3 section 3.2, EPUB 2.0.1 section 1.3.7) and the older spellings EPUBCheck takes as equal. */
const core = new Set([
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/webp',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg; codecs=opus',
  'audio/ogg;codecs=opus',
  'text/css',
  'font/ttf',
  'font/otf',
  'font/woff',
  'font/woff2',
  'application/font-sfnt',
  'application/font-woff',
  'application/vnd.ms-opentype',
  'application/x-font-ttf',
  'application/xhtml+xml',
  'application/javascript',
  'application/ecmascript',
  'text/javascript',
  'application/x-dtbncx+xml',
  'application/smil+xml',
  'application/pls+xml',
])
const coreInTwo = new Set([
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'application/xhtml+xml',
  'application/x-dtbook+xml',
  'text/css',
  'text/x-oeb1-css',
  'text/x-oeb1-document',
  'application/x-dtbncx+xml',
])

export const isCore = (mediaType: string, version: PackageVersion) =>
  (version === '3.0' ? core : coreInTwo).has(mediaType.toLowerCase())

/** Types of documents that may stand in the spine without a fallback. */
export const isContentDocument = (mediaType: string | undefined, version: PackageVersion) =>
  mediaType === 'application/xhtml+xml' ||
  mediaType === 'image/svg+xml' ||
  (version === '2.0' &&
    (mediaType === 'application/x-dtbook+xml' || mediaType === 'text/x-oeb1-document' || mediaType === 'text/html'))

export const isImage = (mediaType: string | undefined) => mediaType?.startsWith('image/') ?? false

/** Two names for one kind of file. */
export function sameKind(a: string, b: string): boolean {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()]
  return left === right || synonyms.some((names) => names.includes(left) && names.includes(right))
}

/** What the first bytes say; undefined when they say nothing (text formats are told by `rootType`). */
export function magicType(head: Uint8Array): string | undefined {
  const text = latin1(head.subarray(0, 64))
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(text)) return 'image/webp'
  if (/^RIFF[\s\S]{4}WAVE/.test(text)) return 'audio/wav'
  if (/^RIFF[\s\S]{4}AVI /.test(text)) return 'video/x-msvideo'
  if (/^BM[\s\S]{4}\0\0\0\0/.test(text)) return 'image/bmp'
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'image/tiff'
  if (text.startsWith('\0\x01\0\0') || text.startsWith('true')) return 'font/ttf'
  if (text.startsWith('OTTO')) return 'font/otf'
  if (text.startsWith('ttcf')) return 'font/collection'
  if (text.startsWith('wOFF')) return 'font/woff'
  if (text.startsWith('wOF2')) return 'font/woff2'
  if (text.startsWith('ID3')) return 'audio/mpeg'
  if (/^\xff[\xfb\xf3\xf2\xfa]/.test(text)) return 'audio/mpeg'
  if (text.startsWith('OggS')) {
    const codec = latin1(head.subarray(0, 256))
    if (codec.includes('OpusHead')) return 'audio/ogg; codecs=opus'
    return codec.includes('theora') ? 'video/ogg' : 'audio/ogg'
  }
  if (text.startsWith('fLaC')) return 'audio/flac'
  if (text.startsWith('\x1aE\xdf\xa3')) return 'video/webm'
  if (/^[\s\S]{4}ftyp(avif|avis)/.test(text)) return 'image/avif'
  if (/^[\s\S]{4}ftyp(M4A|M4B)/.test(text)) return 'audio/mp4'
  if (/^[\s\S]{4}ftypqt/.test(text)) return 'video/quicktime'
  if (/^[\s\S]{4}ftyp/.test(text)) return 'video/mp4'
  if (text.startsWith('%PDF-')) return 'application/pdf'
  if (text.startsWith('PK\x03\x04')) return 'application/zip'
  return undefined
}

const roots: Readonly<Record<string, string>> = {
  html: 'application/xhtml+xml',
  svg: 'image/svg+xml',
  ncx: 'application/x-dtbncx+xml',
  smil: 'application/smil+xml',
  lexicon: 'application/pls+xml',
  dtbook: 'application/x-dtbook+xml',
  package: 'application/oebps-package+xml',
}

/** Declarations, comments and document type, each readable in one way only: with two, a row of comments takes for ever. */
const beforeRoot =
  /^\s*(?:<\?[^?]*(?:\?(?!>)[^?]*)*\?>\s*|<!--[^-]*(?:-(?!->)[^-]*)*-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*(?:\](?!\s*>)[^\]]*)*\]\s*)?>\s*)*<([A-Za-z][\w.-]*:)?([A-Za-z][\w.-]*)[\s/>]/i

/** What the root element says of a markup file. */
export function rootType(text: string): string | undefined {
  const match = beforeRoot.exec(text.slice(0, 16384).replace(/^\ufeff/, ''))
  return match?.[2] ? lookup(roots, match[2].toLowerCase()) : undefined
}

/** `magicType` of a file. */
export const magicOf = remembered((resource: Resource) => magicType(resource.head))
const rootOf = remembered((resource: Resource) => (resource.bytes && resource.size > 0 ? rootType(textOf(resource)) : undefined))

/** Preferred media type of a file: by its first bytes, then its root element, then its extension. */
export function sniff(resource: Resource, version: PackageVersion = '3.0'): Sniffed | undefined {
  const preferred = (mediaType: string) => (version === '2.0' ? (inTwo[mediaType] ?? mediaType) : mediaType)
  const named = lookup(byExtension, extensionOf(resource.path))
  const magic = magicOf(resource)
  if (magic) {
    const finer = named && sameKind(magic, named) && magic !== 'font/otf' && !magic.startsWith('font/') ? named : magic
    return { mediaType: preferred(finer), proof: 'bytes' }
  }
  const root = rootOf(resource)
  if (root) return { mediaType: root, proof: 'bytes' }
  return named ? { mediaType: preferred(named), proof: 'name' } : undefined
}

/** What the extension alone says, for files whose bytes are scrambled. */
export function byName(path: string, version: PackageVersion = '3.0'): Sniffed | undefined {
  const named = lookup(byExtension, extensionOf(path))
  return named ? { mediaType: version === '2.0' ? (inTwo[named] ?? named) : named, proof: 'name' } : undefined
}

/** Media type to declare for a file, whatever it takes. */
export const mediaTypeOf = (resource: Resource, version: PackageVersion = '3.0') =>
  sniff(resource, version)?.mediaType ?? 'application/octet-stream'
