import { ncxOf } from '../navigation/navigation.ts'
import { dropAttribute, found, setAttribute } from '../package/edit.ts'
import { asId, isId } from '../package/ids.ts'
import { findElements, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Every entry of the NCX has an id of its own that is a legal XML name. Nothing else names these ids. */
export const ncxIds = defineRule({
  id: 'ncx-ids',
  feature: 13,
  answers: [{ id: 'RSC-005', text: /\bid\b/ }],
  class: 'auto',
  why: 'Two entries of the table of contents had the same name, which strict stores reject.',

  detect(publication) {
    const ncx = ncxOf(publication)
    if (!ncx?.bytes) return []
    const findings: Finding[] = []
    const elements = findElements(treeOf(ncx), '*')
    const taken = new Set(elements.flatMap(({ attribs }) => attribs.id?.trim() ?? []))
    const fresh = (wish: string) => {
      let id = wish
      for (let n = 2; taken.has(id); n++) id = `${wish}-${n}`
      taken.add(id)
      return id
    }
    const seen = new Set<string>()
    let count = 0
    for (const element of elements) {
      const name = localName(element)
      const needs = name === 'navPoint' || name === 'navTarget'
      if (needs) count++
      const id = element.attribs.id?.trim()
      if (id === undefined ? !needs : isId(id) && !seen.has(id)) {
        if (id) seen.add(id)
        continue
      }
      if (needs) findings.push(found(ncx, setAttribute(ncx, element, 'id', fresh(id ? asId(id) : `nav-point-${count}`))))
      else findings.push(found(ncx, dropAttribute(ncx, element, 'id')))
    }
    return findings
  },

  fix: carriedPatches,
})
