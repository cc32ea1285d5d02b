import { headOf } from '../../content/encoding.ts'

const utf16 = ['feff', 'fffe', '003c003f', '3c003f00']
const ucs4 = ['0000feff', 'fffe0000', '0000fffe', 'feff0000', '0000003c', '00003c00', '003c0000', '3c000000']

/** The encoding as EPUBCheck sees it: by the first bytes, else as declared, in upper case; undefined says UTF-8 for want of anything else. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  if (bytes.length < 4) return undefined
  const start = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (utf16.some((magic) => start.startsWith(magic))) return 'UTF-16'
  if (ucs4.includes(start)) return 'UCS-4'
  if (start.startsWith('efbbbf')) return 'UTF-8'
  if (start === '4c6fa794') return 'EBCDIC'
  const ascii = /^[\u0001-\u007f]*/.exec(headOf(bytes))![0]
  return /encoding=(["'])(.*?)\1/s.exec(ascii)?.[2]?.toUpperCase()
}

/** Names that Java knows and the web does not. */
const onlyJava = /^(ascii|cp\d+|ibm-?\d+|iso-8859-\d+|utf-32(be|le)?|ucs-4)$/i

/** The declared encoding when no XML parser can be expected to know it. */
export function unknownEncoding(bytes: Uint8Array): string | undefined {
  const label = declaredEncoding(bytes)
  if (!label || onlyJava.test(label)) return undefined
  try {
    new TextDecoder(label)
    return undefined
  } catch {
    return label
  }
}
