import { isModified } from '../package/dates.ts'
import { append, found, setAttribute } from '../package/edit.ts'
import { containerPath, mappingOf } from '../package/locate.ts'
import { packageOf, words } from '../package/package.ts'
import type { Publication, Resource } from '../publication.ts'
import { childElements, findElement, findElements, innerText, localName, syntaxFaultOf, treeOf } from '../xml.ts'
import { newestEntry } from './metadata-modified.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const metadataPath = 'META-INF/metadata.xml'
const ops = 'http://www.idpf.org/2007/ops'

/** What a book with several renditions says of them (EPUB Multiple-Rendition Publications 1.1 sections 2 and 5). */
export const renditionMapping = defineRule({
  id: 'rendition-mapping',
  feature: 3,
  answers: [{ id: 'RSC-005', text: /[Mm]apping|multiple\.renditions|dcterms:modified/ }],
  class: 'auto',
  why: 'Readers could not tell which page of one rendition belongs to which of the other.',

  detect: (publication) => [...aboutMapping(publication), ...aboutMetadata(publication)],

  fix: carriedPatches,
})

function aboutMapping(publication: Publication): Finding[] {
  const container = publication.resources.get(containerPath)
  const { link, mapping } = mappingOf(publication) ?? {}
  if (!container || !link || !mapping?.bytes || syntaxFaultOf(mapping)) return []
  const root = childElements(treeOf(mapping))[0]
  const head = root && childElements(root, 'head')[0]
  const body = root && childElements(root, 'body')[0]
  if (!root || localName(root) !== 'html') return []
  const findings: Finding[] = []
  if (link.attribs['media-type']?.trim() !== 'application/xhtml+xml')
    findings.push(found(container, setAttribute(container, link, 'media-type', 'application/xhtml+xml')))
  const version = 'epub.multiple.renditions.version'
  if (head && !findElement(head, 'meta', { name: version }))
    findings.push(found(mapping, append(mapping, head, `<meta name="${version}" content="1.0"/>`)))
  if (body) findings.push(...aboutMaps(mapping, childElements(body, 'nav')))
  return findings
}

/** The only list, when every line of it leads to a place in a rendition, is the map. */
function aboutMaps(mapping: Resource, navs: ReturnType<typeof childElements>): Finding[] {
  const typesOf = (nav: (typeof navs)[number]) => words(nav.attribs['epub:type'])
  const [only] = navs
  if (!only || navs.length > 1 || typesOf(only).includes('resource-map')) return []
  const links = findElements(only, 'a')
  if (links.length < 2 || !links.every(({ attribs }) => attribs.href?.includes('#epubcfi('))) return []
  const type = setAttribute(mapping, only, 'epub:type', [...typesOf(only), 'resource-map'].join(' '))
  const root = childElements(treeOf(mapping))[0]!
  const known = root.attribs['xmlns:epub'] ?? only.attribs['xmlns:epub']
  return [found(mapping, known ? [type] : [type, setAttribute(mapping, root, 'xmlns:epub', ops)])]
}

/** The metadata of the book as a whole say when it was changed: as its first package does, or its newest file. */
function aboutMetadata(publication: Publication): Finding[] {
  const resource = publication.resources.get(metadataPath)
  const root = resource && childElements(treeOf(resource))[0]
  if (!resource || !root || localName(root) !== 'metadata') return []
  if (findElement(root, 'meta', { property: 'dcterms:modified' })) return []
  const said = packageOf(publication)
    ?.metas('meta')
    .find(({ attribs }) => attribs.property === 'dcterms:modified')
  const date = said && innerText(said).trim()
  const value = date && isModified(date) ? date : newestEntry(publication)
  return [found(resource, append(resource, root, `<meta property="dcterms:modified">${value}</meta>`))]
}
