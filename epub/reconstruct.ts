import { directoryOf } from './href.ts'
import { navOf, ncxOf } from './navigation/navigation.ts'
import { bestToc } from './navigation/targets.ts'
import { freePath, navDocument, ncxDocument } from './navigation/write.ts'
import { containerPath, containerXml } from './package/locate.ts'
import { packageOf } from './package/package.ts'
import { pagesFromFiles } from './package/pages.ts'
import { rebuiltPackage } from './package/rebuild.ts'
import { type Publication, textOf, written } from './publication.ts'
import { syntaxFaultOf } from './xml.ts'

/**
 * The emergency: takes the files that can be read for what they are and builds container, package, reading order and
 * contents round them, from what the old ones still say. Files of the book itself are not changed.
 */
export async function reconstruct(publication: Publication): Promise<Publication> {
  let book = publication
  for (const { path, content } of pagesFromFiles(publication)) book = withFile(book, path, content)
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
