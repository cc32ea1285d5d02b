import { book, book2 } from '../testing/book.ts'
import { all, put, swap } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { accessibilityLanguage } from './accessibility-language.ts'

const silent = swap(' xml:lang="en" lang="en"', '')

testRule(accessibilityLanguage, {
  sound: [
    book(),
    book2(),
    book({ 'chapter.xhtml': silent, 'package.opf': put('    <meta', '    <dc:language>fr</dc:language>\n') }),
  ],
  cases: {
    'a page that does not say its language': { broken: book({ 'chapter.xhtml': silent }), repaired: book() },
    'a page that says it in one way only': {
      broken: book({ 'chapter.xhtml': swap(' xml:lang="en" lang="en"', ' lang="fr"') }),
      repaired: book({ 'chapter.xhtml': all(swap(' xml:lang="en" lang="en"', ' lang="fr" xml:lang="fr"')) }),
    },
  },
})
