import { clearWords, dropAttribute, dropElement, found, setAttribute, unwrap } from '../package/edit.ts'
import { containerPath } from '../package/locate.ts'
import { lookup } from '../package/lookup.ts'
import { childElements, findElements, isTag, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const namespace = 'urn:oasis:names:tc:opendocument:xmlns:container'
const known: Readonly<Record<string, readonly string[]>> = {
  container: ['version'],
  rootfiles: [],
  rootfile: ['full-path', 'media-type'],
  links: [],
  link: ['href', 'rel', 'media-type'],
}

const parents: Readonly<Record<string, string>> = {
  rootfiles: 'container',
  rootfile: 'rootfiles',
  links: 'container',
  link: 'links',
}

/** Attributes of other namespaces: declarations, and those that choose between renditions (EPUB Multiple-Rendition Publications 1.1 section 3). */
const isKnownForeign = (name: string, value: string) =>
  !name.startsWith('rendition:')
    ? true
    : /^rendition:(layout|language|accessMode|label)$/.test(name) ||
      (name === 'rendition:media' && /^\s*((only|not)\s+)?(all|\([^>)]+\))(\s+and\s+\([^>)]+\))*\s*$/.test(value))

/** Version, namespace, elements and attributes of container.xml as its schema has them (OCF section 4.2.6.3.1). */
export const containerSchema = defineRule({
  id: 'container-schema',
  feature: 3,
  answers: [{ id: 'RSC-005' }],
  class: 'auto',
  why: 'Strict stores reject a book whose signpost is not written as the standard says.',

  detect(publication) {
    const resource = publication.resources.get(containerPath)
    const root = resource && childElements(treeOf(resource))[0]
    if (!resource || !root || localName(root) !== 'container') return []
    const findings: Finding[] = []
    if (root.attribs.version !== '1.0') findings.push(found(resource, setAttribute(resource, root, 'version', '1.0')))
    const own = root.name.includes(':') ? `xmlns:${root.name.split(':')[0]}` : 'xmlns'
    if (root.attribs[own] !== namespace) findings.push(found(resource, setAttribute(resource, root, own, namespace)))

    for (const element of [root, ...findElements(root, '*')]) {
      const parent = element.parent && isTag(element.parent) ? localName(element.parent) : undefined
      if (element !== root && lookup(parents, localName(element)) !== parent) {
        const holds = findElements(element, '*').some((one) => lookup(parents, localName(one)))
        if (parent && lookup(known, parent))
          findings.push(found(resource, holds ? unwrap(resource, element) : dropElement(resource, element)))
        continue
      }
      for (const node of element.children) {
        const patch = clearWords(resource, node)
        if (patch) findings.push(found(resource, patch))
      }
      const allowed = lookup(known, localName(element))
      for (const name of Object.keys(element.attribs))
        if (
          allowed &&
          !allowed.includes(name) &&
          (name.includes(':') ? !isKnownForeign(name, element.attribs[name]!) : name !== 'xmlns')
        )
          findings.push(found(resource, dropAttribute(resource, element, name)))
      if (localName(element) === 'links' && childElements(element).length === 0)
        findings.push(found(resource, dropElement(resource, element)))
    }
    return findings
  },

  fix: carriedPatches,
})
