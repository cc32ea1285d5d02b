import { navOf, navsOf } from '../navigation/navigation.ts'
import { packageOf } from '../package/package.ts'
import { defineRule } from './rule.ts'

/** A list of pages says of which edition they are (EPUB Accessibility 1.1, section 3.2.2); which one it is, only the publisher knows. */
export const accessibilityPages = defineRule({
  id: 'accessibility-pages',
  feature: 26,
  answers: [{ id: 'OPF-066' }],
  class: 'report',
  why: 'A class with the printed book cannot tell whether these are its page numbers.',

  detect(publication) {
    const book = packageOf(publication)
    const nav = navOf(publication)
    if (!book || !nav?.bytes || navsOf(nav, 'page-list').length === 0) return []
    const told = book
      .metas('meta')
      .some(({ attribs }) => /^(source-of|pageBreakSource|a11y:pageBreakSource)$/.test(attribs.property?.trim() ?? ''))
    return told || book.metas('source').length > 0
      ? []
      : [{ path: book.path, note: 'The book lists printed pages and does not say of which edition.' }]
  },

  fix: () => [],
})
