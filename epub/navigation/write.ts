import { relative } from '../href.ts'
import { contentUuid } from '../package/identifier.ts'
import { packageOf } from '../package/package.ts'
import type { Publication } from '../publication.ts'
import { escapeXml } from '../xml.ts'
import type { TocNode } from './targets.ts'

const hrefOf = (from: string, { path, fragment }: TocNode) =>
  path === undefined ? '' : escapeXml(relative(from, path) + (fragment ? `#${fragment}` : ''))

/** First node that leads somewhere, for entries that must. */
const leading = (node: TocNode): TocNode | undefined =>
  node.path !== undefined ? node : node.children.map(leading).find(Boolean)

/** The `ol` of a `nav` element; empty text for no entries. */
export function navList(from: string, nodes: readonly TocNode[], indent = '      '): string {
  if (nodes.length === 0) return ''
  const items = nodes.map((node) => {
    const label =
      node.path === undefined
        ? `<span>${escapeXml(node.label)}</span>`
        : `<a href="${hrefOf(from, node)}">${escapeXml(node.label)}</a>`
    const list = navList(from, node.children, `${indent}    `)
    return `${indent}  <li>${label}${list ? `\n${list}\n${indent}  ` : ''}</li>\n`
  })
  return `${indent}<ol>\n${items.join('')}${indent}</ol>`
}

const languageOf = (publication: Publication) => packageOf(publication)?.languages[0] ?? 'und'
const titleOf = (publication: Publication) => packageOf(publication)?.titles[0] ?? 'Contents'

/** A navigation document (EPUB 3.3 section 7) with this table of contents. */
export const navDocument = (publication: Publication, path: string, nodes: readonly TocNode[]) => {
  const language = escapeXml(languageOf(publication))
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
  <head>
    <title>${escapeXml(titleOf(publication))}</title>
  </head>
  <body>
    <nav epub:type="toc" id="toc">
${navList(path, nodes)}
    </nav>
  </body>
</html>
`
}

/** The `navPoint` elements of an NCX, numbered in order; entries that lead to the same place share their number. */
export function navPoints(from: string, nodes: readonly TocNode[], indent = '    '): string {
  const numbers = new Map<string, number>()
  let count = 0
  const write = (list: readonly TocNode[], space: string): string =>
    list
      .flatMap((node) => {
        const target = leading(node)
        if (!target) return []
        const src = hrefOf(from, target)
        if (!numbers.has(src)) numbers.set(src, numbers.size + 1)
        count++
        const id = `nav-point-${count}`
        const inner = write(node.children, `${space}  `)
        return `${space}<navPoint id="${id}" playOrder="${numbers.get(src)}">
${space}  <navLabel><text>${escapeXml(node.label)}</text></navLabel>
${space}  <content src="${src}"/>
${inner}${space}</navPoint>
`
      })
      .join('')
  return write(nodes, indent)
}

/** An NCX (OPF 2.0.1 section 2.4.1) with this table of contents. */
export const ncxDocument = (
  publication: Publication,
  path: string,
  nodes: readonly TocNode[],
) => `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="${escapeXml(languageOf(publication))}">
  <head>
    <meta name="dtb:uid" content="${escapeXml(packageOf(publication)?.uniqueIdentifier ?? contentUuid(publication))}"/>
  </head>
  <docTitle><text>${escapeXml(titleOf(publication))}</text></docTitle>
  <navMap>
${navPoints(path, nodes)}  </navMap>
</ncx>
`

/** A path in the folder of the package that no file has. */
export function freePath(publication: Publication, folder: string, name: string, extension: string): string {
  const taken = new Set([...publication.resources.keys()].map((path) => path.toLowerCase()))
  let path = `${folder}${name}.${extension}`
  for (let n = 2; taken.has(path.toLowerCase()); n++) path = `${folder}${name}-${n}.${extension}`
  return path
}
