export interface Decoded {
  readonly text: string
  /** WHATWG label of the encoding that was used. */
  readonly encoding: string
  /** What the XML declaration says, lower case; undefined without one. */
  readonly declared: string | undefined
  readonly bom: boolean
  /** Byte sequences that are not valid in `encoding` were replaced by U+FFFD. */
  readonly malformed: boolean
}

const declaration = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/

/** Decodes as an XML processor does (XML 1.0 appendix F): byte order mark, then declaration, then UTF-8. Never throws. */
export function decode(bytes: Uint8Array): Decoded {
  const utf16 = utf16Of(bytes)
  if (utf16) return decodeAs(bytes, utf16, bytes[0]! >= 0xfe, undefined)

  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const declared = declaration.exec(headOf(bom ? bytes.subarray(3) : bytes))?.[1]?.toLowerCase()
  if (bom || !declared || declared.startsWith('utf-16')) return decodeAs(bytes, 'utf-8', bom, declared)
  return decodeAs(bytes, decoders(declared)?.lenient.encoding ?? 'utf-8', bom, declared)
}

function decodeAs(bytes: Uint8Array, encoding: string, bom: boolean, declared: string | undefined): Decoded {
  const { strict, lenient } = decoders(encoding)!
  try {
    const text = strict.decode(bytes)
    return { text, encoding, declared: declared ?? declaredIn(text), bom, malformed: false }
  } catch {
    // a decoder that stopped in the middle is not used again
    made.delete(encoding)
    const text = lenient.decode(bytes)
    return { text, encoding, declared: declared ?? declaredIn(text), bom, malformed: true }
  }
}

const declaredIn = (text: string) => declaration.exec(text.slice(0, 256))?.[1]?.toLowerCase()

interface Decoders {
  readonly strict: TextDecoder
  readonly lenient: TextDecoder
}

const made = new Map<string, Decoders>()

/** To make one takes longer than to decode a page with it. Undefined for a label that no encoding has. */
function decoders(label: string): Decoders | undefined {
  const known = made.get(label)
  if (known) return known
  try {
    const both = { strict: new TextDecoder(label, { fatal: true }), lenient: new TextDecoder(label) }
    made.set(label, both)
    return both
  } catch {
    return undefined
  }
}

function utf16Of([a, b, c, d]: Uint8Array): string | undefined {
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0x3c && b === 0 && d === 0) return 'utf-16le'
  if (a === 0 && b === 0x3c && c === 0) return 'utf-16be'
  return undefined
}

const heads = new TextDecoder('windows-1252')

/** The first bytes of a file for a look at what they declare: ASCII is itself, the rest is some letter. */
export const headOf = (bytes: Uint8Array): string => heads.decode(bytes.subarray(0, 256))

const atOnce = 4096

export function latin1(bytes: Uint8Array): string {
  if (bytes.length <= atOnce) return String.fromCharCode(...bytes)
  let text = ''
  for (let at = 0; at < bytes.length; at += atOnce) text += String.fromCharCode(...bytes.subarray(at, at + atOnce))
  return text
}

const encoder = new TextEncoder()
export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text)

/** UTF-16 keeps its byte order and mark; everything else is written as UTF-8, without a mark unless there was one. */
export function encode(text: string, { encoding, bom }: Pick<Decoded, 'encoding' | 'bom'>): Uint8Array {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const bytes = new Uint8Array((text.length + 1) * 2)
    const view = new DataView(bytes.buffer)
    const little = encoding === 'utf-16le'
    view.setUint16(0, 0xfeff, little)
    for (let i = 0; i < text.length; i++) view.setUint16((i + 1) * 2, text.charCodeAt(i), little)
    return bytes
  }
  return encodeUtf8(bom ? `\ufeff${text}` : text)
}
