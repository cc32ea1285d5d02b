import { dublinCore } from '../package/dublin-core.ts'
import { dropElement, found, prefixOf, renameElement, replaceElement, unwrap } from '../package/edit.ts'
import { lookup } from '../package/lookup.ts'
import { packageOf } from '../package/package.ts'
import { childElements, type Element, escapeXml, innerText, localName } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** What may stand in each section; metadata are looked at apart. */
const children: Readonly<Record<string, readonly string[]>> = {
  package: ['metadata', 'manifest', 'spine', 'tours', 'guide', 'bindings', 'collection'],
  manifest: ['item'],
  spine: ['itemref'],
  guide: ['reference'],
}

/** Elements that the package schema does not have. Dublin Core without its prefix gets it; a note of a tool is said as `meta`; the rest says nothing. */
export const packageUnknown = defineRule({
  id: 'package-unknown',
  feature: 15,
  answers: [{ id: 'RSC-005', text: /element "[^"]+" not allowed/ }],
  class: 'auto',
  why: 'The description of the book held elements that no reading app knows.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    const { resource, element: root } = book
    const findings: Finding[] = []
    const own = prefixOf(root)
    for (const holder of [root, ...childElements(root)]) {
      const allowed = lookup(children, localName(holder))
      for (const element of allowed ? childElements(holder) : [])
        if (!allowed!.includes(localName(element))) {
          const text = innerText(element).trim()
          findings.push(found(resource, dropElement(resource, element), text ? { note: text.slice(0, 200) } : {}))
        }
    }
    for (const element of book.metas('*')) {
      if (insideLeaf(element) && !insideLeaf(element.parent as Element)) {
        findings.push(found(resource, unwrap(resource, element)))
        continue
      }
      const name = localName(element)
      if (!isOwn(element, own) || /^(meta|link|dc-metadata|x-metadata)$/.test(name)) continue
      if (insideLeaf(element)) continue
      if (dublinCore.has(name)) findings.push(found(resource, renameElement(resource, element, `dc:${name}`)))
      else {
        const text = innerText(element).replace(/\s+/g, ' ').trim()
        const meta = `<${own}meta name="${escapeXml(name)}" content="${escapeXml(text)}"/>`
        findings.push(found(resource, text ? replaceElement(resource, element, meta) : dropElement(resource, element)))
      }
    }
    for (const bindings of childElements(root, 'bindings')) {
      const dead = childElements(bindings, 'mediaType').filter(
        ({ attribs }) => !attribs['media-type']?.trim() || !book.itemById(attribs.handler?.trim() ?? ''),
      )
      if (dead.length === childElements(bindings, 'mediaType').length)
        findings.push(found(resource, dropElement(resource, bindings)))
      else for (const one of dead) findings.push(found(resource, dropElement(resource, one)))
    }
    for (const wrapper of childElements(book.metadata ?? root))
      if (/^(dc-metadata|x-metadata)$/.test(localName(wrapper))) findings.push(found(resource, unwrap(resource, wrapper)))
    return findings
  },

  fix: carriedPatches,
})

const isOwn = (element: Element, prefix: string) =>
  !element.name.includes(':') || (prefix !== '' && element.name.startsWith(prefix))

/** Markup inside a title, a name or another field that holds words only. */
const insideLeaf = (element: Element): boolean => {
  const parent = element.parent
  return parent !== null && 'name' in parent && !/^(metadata|dc-metadata|x-metadata|package)$/.test(localName(parent as Element))
}
