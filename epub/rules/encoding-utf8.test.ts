import { encode } from '../content/encoding.ts'
import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { encodingUtf8 } from './encoding-utf8.ts'

const page = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><p>naïve</p></body></html>`

testRule(encodingUtf8, {
  cases: {
    'UTF-16': {
      broken: book({ 'chapter.xhtml': encode(page('UTF-16'), { encoding: 'utf-16le', bom: true }) }),
      repaired: book({ 'chapter.xhtml': page('utf-8') }),
    },
    'Latin-1': {
      broken: book({ 'chapter.xhtml': Uint8Array.from(page('iso-8859-1'), (char) => char.charCodeAt(0)) }),
      repaired: book({ 'chapter.xhtml': page('utf-8') }),
    },
    'an encoding that nobody knows, in the signpost': {
      broken: book({ 'META-INF/container.xml': (text) => text.replace('UTF-8', 'x-martian') }),
      repaired: book({ 'META-INF/container.xml': (text) => text.replace('UTF-8', 'utf-8') }),
    },
  },
})
