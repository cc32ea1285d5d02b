import { book, book2 } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { documentDoctype } from './document-doctype.ts'

testRule(documentDoctype, {
  sound: [book(), book2()],
  cases: {
    'that of EPUB 2 in an EPUB 3, with its characters': {
      broken: book({
        'chapter.xhtml': (text) =>
          text
            .replace(
              '<!DOCTYPE html>',
              '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">',
            )
            .replace('bright cold', 'bright&mdash;cold'),
      }),
      repaired: book({ 'chapter.xhtml': (text) => text.replace('bright cold', 'bright—cold') }),
    },
    'that of HTML in an EPUB 2': {
      broken: book2({ 'chapter.xhtml': (text) => text.replace(/<!DOCTYPE[^>]*>/, '<!DOCTYPE html>') }),
      repaired: book2(),
    },
  },
})
