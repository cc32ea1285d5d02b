import { encodeUtf8 } from '../content/encoding.ts'
import { ncxOf } from '../navigation/navigation.ts'
import type { Publication } from '../publication.ts'
import { findElement, treeOf } from '../xml.ts'

/** The identifier the NCX remembers; undefined without one. */
export function ncxIdentifierOf(publication: Publication): string | undefined {
  const ncx = ncxOf(publication) ?? [...publication.resources.values()].find(({ path }) => /\.ncx$/i.test(path))
  const uid = ncx && findElement(treeOf(ncx), 'meta', { name: 'dtb:uid' })?.attribs.content?.trim()
  return uid || undefined
}

/**
 * A UUID made from the names and sizes of the files: the same book gets the same one on any machine, and the repair of its
 * files does not change it twice. Not for security. Version 8 (RFC 9562: custom).
 */
export function contentUuid(publication: Publication): string {
  const lanes = [0x811c9dc5, 0x01000193, 0xdeadbeef, 0x41c6ce57]
  const eat = (byte: number) => {
    for (let i = 0; i < 4; i++) lanes[i] = Math.imul((lanes[i]! ^ byte) + i, 0x01000193 + i * 2) ^ (lanes[i]! >>> 15)
  }
  const names = [...publication.resources.values()].map(({ path, size, entry }) => `${path}\n${entry?.crc ?? size}\n`).sort()
  for (const name of names) for (const byte of encodeUtf8(name)) eat(byte)
  const hex = lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
