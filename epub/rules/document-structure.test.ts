import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { documentStructure } from './document-structure.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(documentStructure, {
  cases: {
    'no body': {
      broken: page((text) => text.replace('  <body>', '').replace('</body>\n', '')),
      repaired: page((text) => text.replace('\n  <body>', '<body>\n').replace('</body>\n', '</body>')),
    },
    'a fragment': {
      broken: page(() => '<p>One</p>'),
      repaired: page(
        () => '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A Small Book</title></head><body><p>One</p></body></html>',
      ),
    },
    'nothing at all': {
      broken: page(() => ' '),
      repaired: page(
        () =>
          '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml">\n<head><title>A Small Book</title></head>\n<body></body>\n</html>\n',
      ),
    },
    'a paragraph before the body': {
      broken: swapped('<body>', '<p>x</p><body>'),
      repaired: swapped('<body>', '<body><p>x</p>'),
    },
  },
})
