import { book, withItems } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { overlayDocument } from './overlay-document.ts'

const smil = (par: string) => `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>${par}</body></smil>`
const par = (clip: string) => `<par><text src="chapter.xhtml#one"/><audio src="chapter.xhtml"${clip}/></par>`
const item = { id: 'smil', href: 'chapter.smil', type: 'application/smil+xml' }

testRule(overlayDocument, {
  cases: {
    'a time in other words': {
      broken: book({ 'chapter.smil': smil(par(' clipBegin="1,5" clipEnd="00:03"')), 'package.opf': withItems(item) }),
      repaired: book({ 'chapter.smil': smil(par(' clipBegin="0:00:01.500" clipEnd="00:03"')), 'package.opf': withItems(item) }),
    },
    'a clip without length': {
      broken: book({ 'chapter.smil': smil(par(' clipBegin="2s" clipEnd="2s"')), 'package.opf': withItems(item) }),
      repaired: book({ 'chapter.smil': smil('<par><text src="chapter.xhtml#one"/></par>'), 'package.opf': withItems(item) }),
    },
  },
})
