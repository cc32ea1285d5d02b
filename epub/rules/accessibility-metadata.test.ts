import { book, book2 } from '../testing/book.ts'
import { all, inMetadata, put, swap } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { accessibilityMetadata } from './accessibility-metadata.ts'

const said = (...claims: readonly string[]) =>
  put('\n  </metadata>', claims.map((claim) => `\n    <meta property="schema:${claim.replace(' ', '">')}</meta>`).join(''))
const rest = ['accessMode textual', 'accessMode visual', 'accessModeSufficient textual'] as const

testRule(accessibilityMetadata, {
  sound: [
    book2(),
    book({
      'package.opf': said(
        'accessMode textual',
        'accessModeSufficient textual',
        'accessibilityFeature none',
        'accessibilityHazard none',
      ),
    }),
  ],
  cases: {
    'what can be proven, and that hazards are unknown': {
      broken: book(),
      repaired: book({
        'package.opf': said(
          ...rest,
          'accessibilityFeature tableOfContents',
          'accessibilityFeature structuralNavigation',
          'accessibilityFeature alternativeText',
          'accessibilityHazard unknown',
        ),
      }),
    },
    'a picture without words is no text': {
      broken: book({ 'chapter.xhtml': swap('A grey dot', '') }),
      repaired: book({
        'chapter.xhtml': swap('A grey dot', ''),
        'package.opf': said(
          'accessMode textual',
          'accessMode visual',
          'accessibilityFeature tableOfContents',
          'accessibilityFeature structuralNavigation',
          'accessibilityHazard unknown',
        ),
      }),
    },
    'what is said already stays': {
      broken: book(
        inMetadata(
          '<meta property="schema:accessMode">textual</meta><meta property="schema:accessibilityHazard">none</meta><meta property="schema:accessibilityFeature">none</meta>',
        ),
      ),
      repaired: book({
        'package.opf': all(
          inMetadata(
            '<meta property="schema:accessMode">textual</meta><meta property="schema:accessibilityHazard">none</meta><meta property="schema:accessibilityFeature">none</meta><meta property="schema:accessModeSufficient">textual</meta>',
          )['package.opf'],
        ),
      }),
    },
  },
})
