import { pagesOf } from '../content/documents.ts'
import { textOf } from '../publication.ts'
import { descendants, hasText, localName, startTagSpan, treeOf } from '../xml.ts'
import { defineRule, type Finding } from './rule.ts'

/** Headings that skip a level (WCAG 1.3.1) are told: which of them has the wrong one, only the author knows. */
export const accessibilityHeadings = defineRule({
  id: 'accessibility-headings',
  feature: 26,
  answers: [{ id: 'ACC-006' }],
  class: 'report',
  why: 'Who moves by headings finds a step missing.',

  detect: (publication) =>
    [...pagesOf(publication)].flatMap((page) => {
      const findings: Finding[] = []
      let last: number | undefined
      for (const element of descendants(treeOf(page))) {
        if (!element.name.includes('h')) continue
        const level = Number(/^h([1-6])$/.exec(localName(element))?.[1])
        if (!level || !hasText(element)) continue
        if (last !== undefined && level > last + 1) {
          const span = startTagSpan(textOf(page), element)
          const before = textOf(page).slice(...span)
          findings.push({ path: page.path, span, before, note: `A heading of level ${level} follows one of level ${last}.` })
        }
        last = level
      }
      return findings
    }),

  fix: () => [],
})
