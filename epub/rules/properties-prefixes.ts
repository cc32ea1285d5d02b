import { dropAttribute, dropElement, found, replaceElement, setAttribute, type TextPatch } from '../package/edit.ts'
import { packageOf, words } from '../package/package.ts'
import { common, type Mapping, mappingsOf, reserved, tidied, writtenMappings } from '../package/prefixes.ts'
import { type Element, escapeXml, findElements, innerText, localName } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Words of the default vocabulary for `meta` (EPUB 3.3 appendix D.3). */
const metaWords = new Set([
  'alternate-script',
  'authority',
  'belongs-to-collection',
  'collection-type',
  'display-seq',
  'dictionary-type',
  'file-as',
  'group-position',
  'identifier-type',
  'meta-auth',
  'pageBreakSource',
  'role',
  'source-language',
  'source-of',
  'target-language',
  'term',
  'title-type',
])
/** And for `link` (appendix D.4). */
const linkWords = new Set([
  'acquire',
  'alternate',
  'marc21xml-record',
  'mods-record',
  'onix-record',
  'record',
  'voicing',
  'xml-signature',
  'xmp-record',
])
const linkProperties = new Set(['onix', 'xmp'])
const renditionWords = new Set(['flow', 'layout', 'orientation', 'spread', 'viewport', 'align-x-center'])
const mediaWords = new Set(['active-class', 'duration', 'narrator', 'playback-active-class'])

const shape = /^([A-Za-z_][\w.-]*):([\p{L}\p{N}\p{M}._\u00b7-]+)$/u

/** Words with a prefix are only words when the prefix is declared (EPUB 3.3 appendix D.1): known ones get it, the rest is said in the older way, without loss. */
export const propertiesPrefixes = defineRule({
  id: 'properties-prefixes',
  feature: 21,
  answers: [
    { id: 'OPF-004' },
    { id: 'OPF-004a' },
    { id: 'OPF-004b' },
    { id: 'OPF-004c' },
    { id: 'OPF-004d' },
    { id: 'OPF-004e' },
    { id: 'OPF-004f' },
    { id: 'OPF-006' },
    { id: 'OPF-007' },
    { id: 'OPF-007a' },
    { id: 'OPF-007b' },
    { id: 'OPF-007c' },
    { id: 'OPF-025' },
    { id: 'OPF-026' },
    { id: 'OPF-027' },
    { id: 'OPF-028' },
    { id: 'RSC-005', text: /property|scheme|rel/ },
  ],
  class: 'auto',
  why: 'The book description used words of a vocabulary that it never named.',

  detect(publication) {
    const book = packageOf(publication)
    if (book?.version !== '3.0') return []
    const { resource, element: root } = book
    const findings: Finding[] = []
    const written = root.attribs.prefix
    const mappings: Mapping[] = tidied(mappingsOf(written))
    const declared = new Set(mappings.map(({ prefix }) => prefix))
    const before = mappings.length
    const known = (word: string): boolean => {
      const prefix = shape.exec(word)?.[1]
      if (!prefix) return false
      if (declared.has(prefix) || Object.hasOwn(reserved, prefix)) return true
      if (!Object.hasOwn(common, prefix)) return false
      mappings.push({ prefix, uri: common[prefix]! })
      declared.add(prefix)
      return true
    }

    for (const element of book.metas('meta')) {
      if (insideCollection(element) || element.attribs.property === undefined) continue
      const patches = meta(element)
      if (patches.length > 0) findings.push(found(resource, patches))
    }
    for (const element of book.metas('link')) {
      if (insideCollection(element)) continue
      const patches = [
        ...tokens(element, 'rel', (word) => linkWords.has(word)),
        ...tokens(element, 'properties', (word) => linkProperties.has(word)),
      ]
      if (words(element.attribs.rel).length > 0 && !words(element.attribs.rel).some((word) => linkWords.has(word) || known(word)))
        findings.push(found(resource, dropElement(resource, element)))
      else if (patches.length > 0) findings.push(found(resource, patches))
    }
    for (const { element } of [...book.items, ...book.itemrefs]) {
      const patches = tokens(element, 'properties', (word) => !word.includes(':'))
      if (patches.length > 0) findings.push(found(resource, patches))
    }
    const wellWritten = written === undefined || writtenMappings(mappingsOf(written)) === written.trim().replace(/\s+/g, ' ')
    if (mappings.length > before || (written !== undefined && (!wellWritten || before < mappingsOf(written).length))) {
      const patch =
        mappings.length > 0
          ? setAttribute(resource, root, 'prefix', writtenMappings(mappings))
          : dropAttribute(resource, root, 'prefix')
      findings.push(found(resource, patch))
    }
    return findings

    function meta(element: Element): TextPatch[] {
      const list = words(element.attribs.property)
      const text = innerText(element).trim()
      const good = (word: string) => {
        const [, prefix, local] = shape.exec(word) ?? []
        if (prefix === 'rendition' && !declared.has('rendition')) return renditionWords.has(local!)
        if (prefix === 'media' && !declared.has('media')) return mediaWords.has(local!)
        return metaWords.has(word) || known(word)
      }
      const kept = list.filter(good)
      const scheme = element.attribs.scheme?.trim()
      const schemes =
        scheme !== undefined && !(shape.test(scheme) && known(scheme)) ? dropAttribute(resource, element, 'scheme') : []
      if (kept.length === 1 && list.length === 1) return schemes
      if (kept.length > 0) return [setAttribute(resource, element, 'property', kept[0]!), ...schemes]
      const name = list[0] ?? ''
      if (!name || !text || element.attribs.refines !== undefined) return [dropElement(resource, element)]
      return [replaceElement(resource, element, `<${element.name} name="${escapeXml(name)}" content="${escapeXml(text)}"/>`)]
    }

    function tokens(element: Element, name: string, isWord: (word: string) => boolean): TextPatch[] {
      const list = words(element.attribs[name])
      const kept = list.filter((word) => isWord(word) || known(word))
      if (kept.length === list.length)
        return element.attribs[name] !== undefined && list.length === 0 ? dropAttribute(resource, element, name) : []
      return kept.length > 0 ? [setAttribute(resource, element, name, kept.join(' '))] : dropAttribute(resource, element, name)
    }
  },

  fix: carriedPatches,
})

const insideCollection = (element: Element): boolean => {
  for (let at = element.parent; at && 'name' in at; at = at.parent) if (localName(at as Element) === 'collection') return true
  return findElements(element, 'collection').length > 0
}
