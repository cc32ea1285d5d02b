import { contentKind } from './content/documents.ts'
import { directoryOf } from './href.ts'
import { navOf, ncxOf } from './navigation/navigation.ts'
import { bestToc } from './navigation/targets.ts'
import { freePath, navDocument, ncxDocument } from './navigation/write.ts'
import { containerPath, containerXml } from './package/locate.ts'
import { naturally } from './package/match.ts'
import { mediaTypeOf } from './package/media-types.ts'
import { packageOf } from './package/package.ts'
import { rebuiltPackage } from './package/rebuild.ts'
import { type Publication, textOf, written } from './publication.ts'
import { escapeXml, syntaxFaultOf } from './xml.ts'

/**
 * The emergency: takes the files that can be read for what they are and builds container, package, reading order and
 * contents round them, from what the old ones still say. Files of the book itself are not changed.
 */
export async function reconstruct(publication: Publication): Promise<Publication> {
  let book = withPages(publication)
  book = withPackage(book)
  if (!packageOf(book)) return publication

  const encryption = book.resources.get('META-INF/encryption.xml')
  if (encryption && syntaxFaultOf(encryption)) book = without(book, encryption.path)
  return withPackage(withContents(book))
}

const withFile = (publication: Publication, path: string, content: string): Publication => {
  const old = publication.resources.get(path)
  if (old?.bytes && textOf(old) === content) return publication
  return { ...publication, resources: new Map(publication.resources).set(path, written(path, content)) }
}

function without(publication: Publication, path: string): Publication {
  const resources = new Map(publication.resources)
  resources.delete(path)
  return { ...publication, resources }
}

function withPackage(publication: Publication): Publication {
  const built = rebuiltPackage(publication)
  if (!built) return publication
  return withFile(withFile(publication, built.path, built.content), containerPath, containerXml([built.path]))
}

/** A navigation document that can be read stays; an NCX only repeats it and is always written anew. */
function withContents(publication: Publication): Publication {
  const { path: at, version } = packageOf(publication)!
  const nodes = bestToc(publication)
  if (nodes.length === 0) return publication
  let book = publication
  const nav = navOf(publication)
  if (version === '3.0' && (!nav || syntaxFaultOf(nav))) {
    const path = nav?.path ?? freePath(publication, directoryOf(at), 'nav', 'xhtml')
    book = withFile(book, path, navDocument(publication, path, nodes))
  }
  const ncx = ncxOf(publication)
  if (version === '2.0' || ncx) {
    const path = ncx?.path ?? freePath(publication, directoryOf(at), 'toc', 'ncx')
    book = withFile(book, path, ncxDocument(publication, path, nodes))
  }
  return book
}

/** A book without a page gets one per plain text or, without those, per picture: a comic, a scan, a manuscript. */
function withPages(publication: Publication): Publication {
  const all = [...publication.resources.values()].filter(({ path }) => !/^META-INF\//i.test(path))
  if (all.some((resource) => contentKind(resource) === 'xhtml' && resource.size > 0)) return publication
  const texts = all.filter(({ path, bytes, size }) => bytes && size > 0 && /\.(txt|text|md)$/i.test(path))
  const pictures = all.filter(
    (resource) => /^image\/(jpeg|png|gif|svg\+xml|webp)$/.test(mediaTypeOf(resource)) && resource.size > 0,
  )
  const sources = (texts.length > 0 ? texts : pictures).sort((a, b) => naturally(a.path, b.path))

  const resources = new Map(publication.resources)
  for (const resource of sources) {
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
    resources.set(path, written(path, pageOf(stem, body)))
  }
  return sources.length > 0 ? { ...publication, resources } : publication
}

const pageOf = (title: string, body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml">
  <head>
    <title>${escapeXml(title)}</title>
  </head>
  <body>
${body}
  </body>
</html>
`
