import { relative, resolve } from '../href.ts'
import type { Publication, Resource } from '../publication.ts'
import { escapeXml } from '../xml.ts'
import { append, prefixOf, type TextPatch } from './edit.ts'
import { idsOf, wishFor } from './ids.ts'
import { packagesIn } from './locate.ts'
import { mediaTypeOf } from './media-types.ts'
import { type PackageDocument, packageIn } from './package.ts'

/** Files of the container that no manifest lists (OCF section 4.2.2, EPUB 3.3 section 5.6.1), and what tools leave behind. */
export const isOutside = (path: string) =>
  /^(META-INF|__MACOSX)\//i.test(path) ||
  /(^|\/)(mimetype|\.DS_Store|Thumbs\.db|iTunesMetadata(-original)?\.plist|calibre_bookmarks\.txt|desktop\.ini)$/i.test(path)

export const itemXml = (book: PackageDocument, resource: Resource, id: string, properties: readonly string[] = []) =>
  `<${prefixOf(book.manifest ?? book.element)}item id="${escapeXml(id)}" href="${escapeXml(relative(book.path, resource.path))}" media-type="${escapeXml(mediaTypeOf(resource, book.version))}"${properties.length > 0 ? ` properties="${properties.join(' ')}"` : ''}/>`

/** Declares files that the manifest lacks; `ids` holds the id to give where it is known. */
export function declare(
  book: PackageDocument,
  resources: readonly Resource[],
  ids: ReadonlyMap<string, string> = new Map(),
): TextPatch[] {
  if (!book.manifest) return []
  const { fresh } = idsOf(book)
  return resources.map((resource) =>
    append(book.resource, book.manifest!, itemXml(book, resource, ids.get(resource.path) ?? fresh(wishFor(resource.path)))),
  )
}

/** Files that ought to be in the manifest and are not: all but packages and their own parts, the container's files and clutter. */
export function undeclared(publication: Publication, book: PackageDocument): Resource[] {
  const declared = new Set(book.items.flatMap(({ path }) => path ?? []))
  // a record that the metadata link to is no part of the publication's manifest (EPUBCheck: OPF-067)
  for (const { attribs } of book.metas('link')) declared.add(resolve(book.path, attribs.href ?? '') ?? '')
  for (const other of packagesIn(publication))
    if (other.path !== book.path) for (const { path } of packageIn(other)?.items ?? []) if (path) declared.add(path)
  return [...publication.resources.values()].filter(
    ({ path }) => !declared.has(path) && path !== book.path && !isOutside(path) && !/\.opf$/i.test(path),
  )
}
