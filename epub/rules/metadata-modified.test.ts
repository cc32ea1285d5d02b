import { book, book2 } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { metadataModified } from './metadata-modified.ts'

testRule(metadataModified, {
  sound: [book(), book2()],
  cases: {
    'a date in another form': {
      broken: book({ 'package.opf': (text) => text.replace('2020-01-01T00:00:00Z', '2013-05-17 10:22') }),
      repaired: book({ 'package.opf': (text) => text.replace('2020-01-01T00:00:00Z', '2013-05-17T10:22:00Z') }),
    },
    'said twice': {
      broken: book({
        'package.opf': (text) =>
          text.replace(
            '    <meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>\n',
            '    <meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>\n    <meta property="dcterms:modified">2019-01-01T00:00:00Z</meta>\n',
          ),
      }),
      repaired: book(),
    },
    'never said': {
      broken: book({
        'package.opf': (text) => text.replace('    <meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>\n', ''),
      }),
      repaired: book({ 'package.opf': (text) => text.replace('2020-01-01T00:00:00Z', '2000-01-01T00:00:00Z') }),
    },
  },
})
