import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { documentEntities } from './document-entities.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })

const withSubset = (subset: string, word: string) =>
  page((text) => text.replace('<!DOCTYPE html>', `<!DOCTYPE html [${subset}]>`).replace('a bright', `a ${word}`))

testRule(documentEntities, {
  sound: [book(), withSubset('<!ENTITY sun "bright">', '&sun;')],
  cases: {
    'a piece from another file': {
      broken: withSubset('<!ENTITY x SYSTEM "file:///etc/passwd">', 'bright&x;'),
      repaired: withSubset('', 'bright'),
    },
    'entities made of entities': {
      broken: withSubset('<!ENTITY a "ha"><!ENTITY b "&a;&a;">', 'bright&b;'),
      repaired: withSubset('<!ENTITY a "ha">', 'bright'),
    },
  },
})
