import { expect, test } from 'vitest'
import { book, withItems } from '../testing/book.ts'
import { applyRule } from '../testing/test-rule.ts'
import { fontEmbedding } from './font-embedding.ts'

/** An sfnt with nothing in it but an OS/2 table that says `fsType`. */
function fontThatSays(fsType: number) {
  const bytes = new Uint8Array(60)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x00010000)
  view.setUint16(4, 1)
  bytes.set(new TextEncoder().encode('OS/2'), 12)
  view.setUint32(20, 28)
  view.setUint32(24, 32)
  view.setUint16(28 + 8, fsType)
  return book({ 'a.ttf': bytes, 'package.opf': withItems({ id: 'font', href: 'a.ttf', type: 'font/ttf' }) })
}

test('a font that forbids embedding is told and left', async () => {
  const restricted = fontThatSays(2)
  const { findings, result } = await applyRule(fontEmbedding, restricted)
  expect(findings).toHaveLength(1)
  expect(result).toBe(restricted)
  for (const fsType of [0, 4, 8]) expect((await applyRule(fontEmbedding, fontThatSays(fsType))).findings).toEqual([])
})
