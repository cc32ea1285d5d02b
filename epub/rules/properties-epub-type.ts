import { dropAttribute, found, setAttribute, type TextPatch } from '../package/edit.ts'
import { packageOf, words } from '../package/package.ts'
import { common, mappingsOf, reserved, reservedInContent, tidied, writtenMappings } from '../package/prefixes.ts'
import { textOf } from '../publication.ts'
import { childElements, findElements, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Name token of XML, near enough. */
const token = /^[\p{L}\p{N}\p{M}._:\u00b7-]+$/u

/** Prefixes of `epub:type` are declared on the root of the page (EPUB 3.3 section 6.1.3); a word of an unknown vocabulary says nothing and goes. */
export const propertiesEpubType = defineRule({
  id: 'properties-epub-type',
  feature: 21,
  answers: [{ id: 'OPF-028' }, { id: 'OPF-007' }, { id: 'OPF-007b' }, { id: 'HTM-052' }, { id: 'RSC-005', text: /prefix/ }],
  class: 'auto',
  why: 'A page used words of a vocabulary that it never named.',

  detect(publication) {
    const book = packageOf(publication)
    if (book?.version !== '3.0') return []
    return book.items.flatMap(({ path, mediaType, properties }) => {
      const resource = publication.resources.get(path ?? '')
      if (!resource?.bytes || !/^(application\/(xhtml|smil)\+xml|image\/svg\+xml)$/.test(mediaType ?? '')) return []
      if (!textOf(resource).includes('epub:')) return []
      const root = childElements(treeOf(resource))[0]
      if (!root) return []
      const findings: Finding[] = []
      const written = root.attribs['epub:prefix']
      const mappings = tidied(mappingsOf(written))
      const count = mappings.length
      const declared = new Set([
        ...mappings.map(({ prefix }) => prefix),
        ...Object.keys(reserved),
        ...Object.keys(reservedInContent),
      ])
      for (const element of findElements(treeOf(resource), '*')) {
        if (element.attribs['epub:type'] === undefined) continue
        const types = words(element.attribs['epub:type'])
        const regions = properties.includes('data-nav') && localName(element) === 'nav'
        const astray = (type: string) => type === 'region-based' && !regions && mediaType === 'application/xhtml+xml'
        if (!types.some((type) => type.includes(':') || !token.test(type) || astray(type))) continue
        const kept = types.filter((type) => {
          if (astray(type)) return false
          const prefix = /^([^:\s]+):[^\s]+$/.exec(type)?.[1]
          if (!token.test(type)) return false
          if (!type.includes(':')) return true
          if (!prefix) return false
          if (declared.has(prefix)) return true
          if (!Object.hasOwn(common, prefix)) return false
          mappings.push({ prefix, uri: common[prefix]! })
          declared.add(prefix)
          return true
        })
        if (kept.length === types.length) continue
        findings.push(
          found(
            resource,
            kept.length > 0
              ? setAttribute(resource, element, 'epub:type', kept.join(' '))
              : dropAttribute(resource, element, 'epub:type'),
          ),
        )
      }
      if (mappings.length > count) {
        const patches: TextPatch[] = [setAttribute(resource, root, 'epub:prefix', writtenMappings(mappings))]
        if (root.attribs['xmlns:epub'] === undefined)
          patches.push(setAttribute(resource, root, 'xmlns:epub', 'http://www.idpf.org/2007/ops'))
        findings.push(found(resource, patches))
      } else if (written !== undefined && count < mappingsOf(written).length)
        findings.push(
          found(
            resource,
            count > 0
              ? setAttribute(resource, root, 'epub:prefix', writtenMappings(mappings))
              : dropAttribute(resource, root, 'epub:prefix'),
          ),
        )
      return findings
    })
  },

  fix: carriedPatches,
})
