import { baseName, decodePath, directoryOf, relative } from '../href.ts'
import { freePath } from '../navigation/write.ts'
import type { Patch } from '../patch.ts'
import { type Publication, written } from '../publication.ts'
import { escapeXml } from '../xml.ts'
import { append, setAttribute } from './edit.ts'
import { idsOf } from './ids.ts'
import { itemXml } from './item.ts'
import { isContentDocument, isCore } from './media-types.ts'
import type { ManifestItem, PackageDocument } from './package.ts'

/** Whether an item or one of its fallbacks passes the test. */
export function reaches(book: PackageDocument, item: ManifestItem, test: (item: ManifestItem) => boolean): boolean {
  const seen = new Set<ManifestItem>()
  for (
    let at: ManifestItem | undefined = item;
    at && !seen.has(at);
    at = at.fallback === undefined ? undefined : book.itemById(at.fallback)
  ) {
    if (test(at)) return true
    seen.add(at)
  }
  return false
}

export const reachesDocument = (book: PackageDocument, item: ManifestItem) =>
  reaches(book, item, ({ mediaType }) => isContentDocument(mediaType, book.version))

export const reachesCore = (book: PackageDocument, item: ManifestItem) =>
  reaches(book, item, ({ mediaType }) => mediaType !== undefined && isCore(mediaType, book.version))

/** A page that shows a picture or plays a sound, or else offers the file. */
function pageFor(book: PackageDocument, item: ManifestItem, path: string): string {
  const name = escapeXml(decodePath(baseName(item.path!)))
  const href = escapeXml(relative(path, item.path!))
  const kind = item.mediaType?.split('/')[0]
  const three = book.version === '3.0'
  const shown =
    kind === 'image' && item.mediaType && isCore(item.mediaType, book.version)
      ? `<p><img src="${href}" alt="${name}"/></p>`
      : three && item.mediaType && isCore(item.mediaType, book.version) && kind === 'audio'
        ? `<audio src="${href}" controls="controls"></audio>`
        : `<p>${name}</p>`
  const doctype = three
    ? '<!DOCTYPE html>'
    : '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">'
  return `<?xml version="1.0" encoding="UTF-8"?>
${doctype}
<html xmlns="http://www.w3.org/1999/xhtml">
  <head>
    <title>${name}</title>
  </head>
  <body>
    ${shown}
  </body>
</html>
`
}

const stemOf = (item: ManifestItem) =>
  baseName(item.path!)
    .replace(/\.[^.]*$/, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-') || 'file'

/** Gives an item that is no page one to fall back on. The chain's last item gets it, so that what it fell back on before stays. */
export function withPage(publication: Publication, book: PackageDocument, item: ManifestItem, ids = idsOf(book)): Patch[] {
  const path = freePath(publication, directoryOf(item.path!), `${stemOf(item)}-page`, 'xhtml')
  return withFallback(book, item, path, pageFor(book, item, path), ids)
}

/** A page of its own for an item that is none: declared, not yet in the reading order. */
export function pageOf(publication: Publication, book: PackageDocument, item: ManifestItem, ids = idsOf(book)) {
  const path = freePath(publication, directoryOf(item.path!), `${stemOf(item)}-page`, 'xhtml')
  const id = ids.fresh(baseName(path))
  const content = pageFor(book, item, path)
  const patches: Patch[] = [
    { kind: 'write', path, content },
    append(book.resource, book.manifest!, itemXml(book, written(path, content), id)),
  ]
  return { path, id, patches }
}

/** Gives an item another file to fall back on. */
export function withFallback(
  book: PackageDocument,
  item: ManifestItem,
  path: string,
  content: string,
  ids = idsOf(book),
): Patch[] {
  const id = ids.fresh(baseName(path))
  let last = item
  for (let steps = 0; steps < 20 && last.fallback; steps++) {
    const next = book.itemById(last.fallback)
    if (!next || next === last) break
    last = next
  }
  return [
    { kind: 'write', path, content },
    append(book.resource, book.manifest!, itemXml(book, written(path, content), id)),
    setAttribute(book.resource, last.element, 'fallback', id),
  ]
}
