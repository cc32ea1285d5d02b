import { expect, test } from 'vitest'
import { restoredHeader } from '../content/bitmap-header.ts'
import { greyJpeg } from '../content/grey.ts'
import { greyPng } from '../content/placeholder.ts'
import { book, png, withItems } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { imageUnreadable } from './image-unreadable.ts'

testRule(imageUnreadable, {
  cases: {
    'nothing left': { broken: book({ 'picture.png': new Uint8Array() }), repaired: book({ 'picture.png': greyPng(160, 120) }) },
    'a JPEG of zeros': {
      broken: book({ 'x.jpg': new Uint8Array(100) }),
      repaired: book({ 'x.jpg': greyJpeg(160, 120) }),
    },
    'nothing left of one without an extension': {
      broken: book({
        dot: new Uint8Array(),
        'package.opf': withItems({ id: 'dot', href: 'dot', type: 'image/png' }),
      }),
      repaired: book({
        'dot.png': greyPng(160, 120),
        'package.opf': withItems({ id: 'dot', href: 'dot.png', type: 'image/png' }),
      }),
    },
  },
})

test('first bytes that were overwritten come back', () => {
  const broken = Uint8Array.from(png, (byte, i) => (i < 4 ? 0 : byte))
  expect(restoredHeader(broken, 'png')).toEqual(png)
  expect(restoredHeader(new Uint8Array(100), 'png')).toBeUndefined()
})
