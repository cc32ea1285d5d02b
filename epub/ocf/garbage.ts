import { latin1 } from '../content/encoding.ts'
import { looksLikeMarkup } from './kind.ts'

const proof = 3

/**
 * A flipped bit makes rubbish of the rest of a DEFLATE stream without ending it. Where markup that failed its checksum
 * begins to close elements nobody opened, the text is no longer the author's: offset up to which it is, undefined when
 * it reads as markup to its end. Bytes that are no UTF-8 count as a sign only beside such tags: they may be another encoding.
 */
export function garbageStart(bytes: Uint8Array): number | undefined {
  if (!looksLikeMarkup(bytes.subarray(0, 1024)) || bytes.subarray(0, 256).includes(0)) return undefined
  const text = latin1(bytes)
  const opened = new Set<string>()
  let first = -1
  let strange = 0
  for (const { 1: slash, 2: name, index } of text.matchAll(/<(\/?)([A-Za-z\x80-\xff][^\s<>/="']*)/g)) {
    if (!slash) {
      if (strange === 0) opened.add(name!)
      continue
    }
    if (opened.has(name!)) continue
    if (first < 0) first = index
    strange++
  }
  if (strange < proof) return undefined
  const odd = malformedAt(bytes)
  const sign = odd === undefined || odd > first ? first : odd
  return Math.max(0, text.lastIndexOf('>', sign) + 1)
}

/** Offset of the first byte that is no part of UTF-8. */
function malformedAt(bytes: Uint8Array): number | undefined {
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at]!
    const more = byte < 0x80 ? 0 : byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : -1
    if (more < 0 || byte >= 0xf5) return at
    for (let i = 1; i <= more; i++) if ((bytes[at + i]! & 0xc0) !== 0x80) return at
    at += more + 1
  }
  return undefined
}
