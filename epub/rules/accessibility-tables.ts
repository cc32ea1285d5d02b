import { pagesOf } from '../content/documents.ts'
import { found, setAttribute } from '../package/edit.ts'
import { mentions } from '../publication.ts'
import { childElements, type Element, findElements, hasText, isTag, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Header cells say what they head (WCAG 1.3.1), where the table leaves no doubt: a row of headers in the head, a header that begins a row. */
export const accessibilityTables = defineRule({
  id: 'accessibility-tables',
  feature: 26,
  answers: [{ id: 'ACC-005' }],
  class: 'ask',
  why: 'A screen reader could not tell which heading a cell of the table belongs to.',

  detect: (publication) =>
    [...pagesOf(publication)].flatMap((page) => {
      if (!mentions(page, /<th[\s>]/i)) return []
      const firstRows = new Map<Element, Element>()
      return findElements(treeOf(page), 'tr').flatMap((row) => {
        const group = row.parent && isTag(row.parent) ? row.parent : undefined
        if (!group) return []
        if (!firstRows.has(group)) firstRows.set(group, row)
        return scopes(row, group, firstRows.get(group) === row).map(([cell, scope]) =>
          found(page, setAttribute(page, cell, 'scope', scope)),
        )
      })
    }),

  fix: carriedPatches,
})

/** Header cells of a row that do not say what they head, with what they do. */
function scopes(row: Element, group: Element, isFirstRow: boolean): (readonly [Element, 'col' | 'row'])[] {
  const cells = childElements(row).filter((one) => /^t[hd]$/.test(localName(one)))
  const isOpen = (one: Element) => one.attribs.scope === undefined && one.attribs.headers === undefined && hasText(one)
  const isPlain = (one: Element) => one.attribs.colspan === undefined && one.attribs.rowspan === undefined
  const isHead = localName(group) === 'thead' || (isFirstRow && localName(group) !== 'tfoot')
  if (cells.every((one) => localName(one) === 'th'))
    return isHead && cells.every(isPlain) ? cells.filter(isOpen).map((cell) => [cell, 'col'] as const) : []
  const [first, ...rest] = cells
  const heads = first && localName(first) === 'th' && rest.every((one) => localName(one) === 'td')
  return heads && isPlain(first) && isOpen(first) ? [[first, 'row']] : []
}
