import { decodePath, extensionOf, normalise } from '../href.ts'
import { decoded, type Publication, type Resource, remembered, textOf } from '../publication.ts'
import { childElements, type Element, escapeXml, findElements, localName, treeOf } from '../xml.ts'

export const containerPath = 'META-INF/container.xml'

/** Rootfiles as container.xml lists them, in order; empty when there is no such file. */
export const rootfilesOf = (publication: Publication) => {
  const container = publication.resources.get(containerPath)
  return container ? findElements(treeOf(container), 'rootfile') : []
}

/** The package document: the first rootfile that is there, else the package the other files speak most for. */
export const locatePackage: (publication: Publication) => Resource | undefined = remembered((publication: Publication) => {
  for (const rootfile of rootfilesOf(publication)) {
    const path = normalise(decodePath(rootfile.attribs['full-path']?.trim() ?? ''))
    const resource = path === undefined ? undefined : publication.resources.get(path)
    if (resource && isPackage(resource)) return resource
  }
  return packagesIn(publication)[0]
})

/** The document that says which page of one rendition belongs to which of another: a page of none of them. */
export const mappingOf = remembered((publication: Publication): { link: Element; mapping: Resource } | undefined => {
  const container = publication.resources.get(containerPath)
  if (!container?.bytes) return undefined
  const link = findElements(treeOf(container), 'link').find(({ attribs }) => attribs.rel?.trim() === 'mapping')
  const path = link && normalise(decodePath(link.attribs.href?.trim() ?? ''))
  const mapping = path === undefined ? undefined : publication.resources.get(path)
  return link && mapping ? { link, mapping } : undefined
})

/** All package documents, best first: most spine entries that lead to a file, then least deep, then by name. */
export function packagesIn(publication: Publication): Resource[] {
  const depth = (path: string) => path.split('/').length
  return [...publication.resources.values()]
    .filter((resource) => resource.bytes && !resource.path.startsWith('__MACOSX/') && isPackage(resource))
    .map((resource) => ({ resource, alive: aliveItems(publication, resource) }))
    .sort(
      (a, b) =>
        b.alive - a.alive || depth(a.resource.path) - depth(b.resource.path) || (a.resource.path < b.resource.path ? -1 : 1),
    )
    .map(({ resource }) => resource)
}

/** Has a `package` element at its root (or, cut before that, the name of a package document and no other root). */
export const isPackage = (resource: Resource) => {
  if (!resource.bytes) return false
  if (extensionOf(resource.path) !== 'opf' && !/<(?:[\w.-]+:)?package[\s>]/i.test(textOf(resource).slice(0, 4096))) return false
  return childElements(treeOf(resource)).some((root) => localName(root).toLowerCase() === 'package')
}

function aliveItems(publication: Publication, resource: Resource): number {
  const directory = resource.path.slice(0, resource.path.lastIndexOf('/') + 1)
  let alive = 0
  for (const [, href] of decoded(resource).text.matchAll(/<(?:[\w.-]+:)?item\s[^<>]*?href\s*=\s*["']([^"']*)["']/gi)) {
    const path = normalise(directory + decodePath(href ?? ''))
    if (path !== undefined && publication.resources.has(path)) alive++
  }
  return alive
}

/** A container file that names these package documents. */
export const containerXml = (paths: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
${paths.map((path) => `    <rootfile full-path="${escapeXml(path)}" media-type="application/oebps-package+xml"/>\n`).join('')}  </rootfiles>
</container>
`
