import { contentKind } from '../content/documents.ts'
import { directoryOf } from '../href.ts'
import { freePath } from '../navigation/write.ts'
import { type Publication, textOf, written } from '../publication.ts'
import { escapeXml } from '../xml.ts'
import { naturally } from './match.ts'
import { mediaTypeOf } from './media-types.ts'

/**
 * Pages for a book that has none: one per plain text or, without those, per picture; a comic, a scan, a manuscript, or
 * what is left of a cut archive. Empty where the book has a page, or nothing to show.
 */
export function pagesFromFiles(publication: Publication): { path: string; content: string }[] {
  const all = [...publication.resources.values()].filter(({ path, size }) => size > 0 && !/^META-INF\//i.test(path))
  if (all.some((resource) => contentKind(resource) === 'xhtml')) return []
  const texts = all.filter(({ path, bytes }) => bytes && /\.(txt|text|md)$/i.test(path))
  const pictures = all.filter((resource) => /^image\/(jpeg|png|gif|svg\+xml|webp)$/.test(mediaTypeOf(resource)))
  const sources = (texts.length > 0 ? texts : pictures).sort((a, b) => naturally(a.path, b.path))

  const resources = new Map(publication.resources)
  return sources.map((resource) => {
    const name = resource.path.slice(directoryOf(resource.path).length)
    const stem = name.replace(/\.[^.]*$/, '')
    const path = freePath({ ...publication, resources }, directoryOf(resource.path), stem, 'xhtml')
    const body =
      texts.length > 0
        ? textOf(resource)
            .split(/(?:\r?\n){2,}/)
            .filter((part) => part.trim())
            .map((part) => `    <p>${escapeXml(part.trim())}</p>`)
            .join('\n')
        : `    <p><img src="${escapeXml(encodeURIComponent(name))}" alt="${escapeXml(stem)}"/></p>`
    const content = pageOf(stem, body)
    resources.set(path, written(path, content))
    return { path, content }
  })
}

/** The document type of EPUB 3 would be wrong in EPUB 2, and neither needs one. */
const pageOf = (title: string, body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml">
  <head>
    <title>${escapeXml(title)}</title>
  </head>
  <body>
${body}
  </body>
</html>
`
