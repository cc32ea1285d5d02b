import { isVersion3, pagesOf } from '../content/documents.ts'
import { found, setAttribute } from '../package/edit.ts'
import { mentions } from '../publication.ts'
import { type Element, findElements, innerText, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** A formula without words for those who hear it (ACC-009) gets the ones it carries: its TeX, else its own signs in order. */
export const accessibilityFormulas = defineRule({
  id: 'accessibility-formulas',
  feature: 26,
  answers: [{ id: 'ACC-009' }],
  class: 'ask',
  why: 'A screen reader without knowledge of formulas was silent.',

  detect: (publication) =>
    !isVersion3(publication)
      ? []
      : [...pagesOf(publication)].flatMap((page) => {
          if (!mentions(page, /<(?:\w+:)?math[\s>]/)) return []
          let covered = -1
          return findElements(treeOf(page), 'math').flatMap((math) => {
            // A formula in a formula is part of it.
            if (math.startIndex! < covered) return []
            covered = math.endIndex!
            if (math.attribs.alttext !== undefined || findElements(math, 'annotation-xml').length > 0) return []
            const text = textFor(math)
            return text ? [found(page, setAttribute(page, math, 'alttext', text))] : []
          })
        }),

  fix: carriedPatches,
})

function textFor(math: Element): string {
  const tex = findElements(math, 'annotation').find(({ attribs }) => /tex/i.test(attribs.encoding ?? ''))
  const shown = tex
    ? innerText(tex)
    : findElements(math, '*')
        .filter((one) => /(^|:)m(i|n|o|text|s)$/.test(one.name))
        .map((one) => innerText(one).trim())
        .join(' ')
  return shown.replace(/\s+/g, ' ').trim().slice(0, 1000)
}
