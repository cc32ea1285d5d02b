import { book, withItems } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { spineLinked } from './spine-linked.ts'

const item = { id: 'note', href: 'note.xhtml', type: 'application/xhtml+xml' }
const note = {
  'note.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Note</title></head><body><p>Note</p></body></html>',
  'chapter.xhtml': (text: string) => text.replace('</h1>', '</h1><p><a href="note.xhtml">note</a></p>'),
}

testRule(spineLinked, {
  cases: {
    'a linked page that is not in the reading order': {
      broken: book({ ...note, 'package.opf': withItems({ ...item, spine: false }) }),
      repaired: book({ ...note, 'package.opf': withItems(item) }),
    },
  },
})
