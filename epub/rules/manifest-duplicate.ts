import { dropElement, found, setAttribute, type TextPatch } from '../package/edit.ts'
import { idUsers } from '../package/ids.ts'
import { type ManifestItem, packageOf } from '../package/package.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** A file is declared once (EPUB 3.3 section 5.6.1). The item that others name by id stays; the others' properties move to it. */
export const manifestDuplicate = defineRule({
  id: 'manifest-duplicate',
  feature: 10,
  answers: [{ id: 'OPF-074' }],
  class: 'auto',
  why: 'The parts list named the same file twice.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    const groups = Map.groupBy(book.items, ({ path }) => path)
    groups.delete(undefined)
    groups.delete('')
    const findings: Finding[] = []
    for (const items of groups.values()) {
      if (items.length < 2) continue
      const weight = ({ id, properties }: ManifestItem) =>
        (id ? idUsers(book, id).length * 2 : 0) + (properties.includes('nav') ? 1 : 0)
      const keeper = items.reduce((best, item) => (weight(item) > weight(best) ? item : best))
      const patches: TextPatch[] = []
      const properties = new Set(keeper.properties)
      for (const item of items) {
        if (item === keeper) continue
        for (const property of item.properties) properties.add(property)
        patches.push(dropElement(book.resource, item.element))
        if (!item.id || !keeper.id || item.id === keeper.id) continue
        for (const { element, attribute, hash } of idUsers(book, item.id))
          patches.push(setAttribute(book.resource, element, attribute, hash ? `#${keeper.id}` : keeper.id))
      }
      if (properties.size > keeper.properties.length)
        patches.push(setAttribute(book.resource, keeper.element, 'properties', [...properties].join(' ')))
      findings.push(found(book.resource, patches))
    }
    return findings
  },

  fix: carriedPatches,
})
