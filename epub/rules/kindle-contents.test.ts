import { expect } from 'vitest'
import { book, book2 } from '../testing/book.ts'
import { all, swap } from '../testing/changes.ts'
import { applyRule, testRule } from '../testing/test-rule.ts'
import { kindleContents } from './kindle-contents.ts'

const without = book({ 'toc.ncx': undefined, 'package.opf': all(swap(/ {4}<item id="ncx".*\n/, ''), swap(' toc="ncx"', '')) })
const { result } = await applyRule(kindleContents, without)

testRule(kindleContents, {
  sound: [book(), book2()],
  cases: {
    'no older table of contents': {
      broken: without,
      repaired: result,
      also: () => expect(new TextDecoder().decode(result.resources.get('EPUB/toc.ncx')?.bytes)).toContain('<text>One</text>'),
    },
  },
})
