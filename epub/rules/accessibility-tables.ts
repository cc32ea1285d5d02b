import { pagesOf } from '../content/documents.ts'
import { found, setAttribute } from '../package/edit.ts'
import { textOf } from '../publication.ts'
import { childElements, type Element, findElements, innerText, isTag, localName, treeOf } from '../xml.ts'
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
      if (!/<th[\s>]/i.test(textOf(page))) return []
      return findElements(treeOf(page), 'th').flatMap((cell) => {
        if (cell.attribs.scope !== undefined || cell.attribs.headers !== undefined || !innerText(cell).trim()) return []
        const scope = scopeOf(cell)
        return scope ? [found(page, setAttribute(page, cell, 'scope', scope))] : []
      })
    }),

  fix: carriedPatches,
})

const parentOf = (element: Element) => (element.parent && isTag(element.parent) ? element.parent : undefined)

function scopeOf(cell: Element): string | undefined {
  const row = parentOf(cell)
  const group = row && parentOf(row)
  if (!row || localName(row) !== 'tr' || !group) return undefined
  const cells = childElements(row).filter((one) => /^t[hd]$/.test(localName(one)))
  const plain = (one: Element) => one.attribs.colspan === undefined && one.attribs.rowspan === undefined
  const rows = childElements(group, 'tr')
  const isHead = localName(group) === 'thead' || (rows[0] === row && localName(group) !== 'tfoot')
  if (cells.every((one) => localName(one) === 'th')) return isHead && cells.every(plain) ? 'col' : undefined
  const isFirst = cells[0] === cell && cells.slice(1).every((one) => localName(one) === 'td')
  return isFirst && plain(cell) ? 'row' : undefined
}
