import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { styleDirection } from './style-direction.ts'

testRule(styleDirection, {
  cases: {
    'a sheet that turns the page round': {
      broken: book({ 'style.css': 'body { direction: rtl; margin: 0 }' }),
      repaired: book({
        'style.css': 'body {  margin: 0 }',
        'chapter.xhtml': (text) => text.replace(' lang="en">', ' lang="en" dir="rtl">'),
      }),
    },
    'one paragraph': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('<p>It', '<p style="direction: rtl">It') }),
      repaired: book({ 'chapter.xhtml': (text) => text.replace('<p>It', '<p style="" dir="rtl">It') }),
    },
  },
})
