import { baseName, directoryOf, extensionOf, resolve } from '../href.ts'
import { navOf } from '../navigation/navigation.ts'
import { freePath } from '../navigation/write.ts'
import { append, dropAttribute, dropElement, prefixOf, setAttribute, type TextPatch } from '../package/edit.ts'
import { idsOf } from '../package/ids.ts'
import { itemXml } from '../package/item.ts'
import { type ManifestItem, type PackageDocument, packageOf, readingOrder, words } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import { applyPatches } from '../patch.ts'
import { coverOf } from '../platforms/facts.ts'
import { type Pixels, pixelsOf } from '../platforms/pixels.ts'
import { type Publication, type Resource, written } from '../publication.ts'
import { referencesTo, renamePatches } from '../references.ts'
import { childElements, type Element, escapeXml, findElements, localName, treeOf } from '../xml.ts'
import { coverType } from './asked.ts'
import { namedMetas } from './read.ts'

const extensions: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' }

/** Pages that are there to show the cover: what guide or landmarks call so, and the first page. */
function coverPages(publication: Publication, book: PackageDocument): ReadonlySet<string> {
  const fromGuide = childElements(book.guide ?? book.element, 'reference')
    .filter(({ attribs }) => attribs.type?.toLowerCase() === 'cover')
    .map(({ attribs }) => resolve(book.path, attribs.href ?? ''))
  const nav = navOf(publication)
  const fromNav = nav
    ? findElements(treeOf(nav), 'a')
        .filter(({ attribs }) => words(attribs['epub:type']).includes('cover'))
        .map(({ attribs }) => resolve(nav.path, attribs.href ?? ''))
    : []
  return new Set([...fromGuide, ...fromNav, readingOrder(publication)[0]].filter((path) => path !== undefined))
}

/** Whether the picture is the cover and nothing else: then its file may become another picture. */
function isOnlyCover(publication: Publication, book: PackageDocument, path: string): boolean {
  const pages = coverPages(publication, book)
  return (referencesTo(publication).get(path) ?? []).every(({ from }) => from === book.path || pages.has(from))
}

/** Marks one item as the cover in both ways, and no other. */
function markCover(book: PackageDocument, id: string): TextPatch[] {
  const { resource } = book
  const patches: TextPatch[] = []
  if (book.version === '3.0')
    for (const item of book.items) {
      const isMarked = item.properties.includes('cover-image')
      const rest = item.properties.filter((one) => one !== 'cover-image')
      if (item.id === id && !isMarked)
        patches.push(setAttribute(resource, item.element, 'properties', [...rest, 'cover-image'].join(' ')))
      if (item.id !== id && isMarked)
        patches.push(
          ...(rest.length > 0
            ? [setAttribute(resource, item.element, 'properties', rest.join(' '))]
            : dropAttribute(resource, item.element, 'properties')),
        )
    }
  const [meta, ...doubles] = namedMetas(book, 'cover')
  if (!meta)
    patches.push(append(resource, book.metadata!, `<${prefixOf(book.metadata!)}meta name="cover" content="${escapeXml(id)}"/>`))
  else if (meta.attribs.content?.trim() !== id) patches.push(setAttribute(resource, meta, 'content', id))
  return [...patches, ...doubles.map((one) => dropElement(resource, one))]
}

/** An SVG that frames the cover has its size written down: with another picture it would be squeezed. */
function reframed(page: Resource, path: string, before: Pixels, after: Pixels): Patch[] {
  const patches: Patch[] = []
  const framed = findElements(treeOf(page), 'image').filter(
    ({ attribs }) => resolve(page.path, attribs['xlink:href'] ?? attribs.href ?? '') === path,
  )
  for (const image of framed) {
    const svg = ancestorSvg(image)
    const [x, y, width, height] = (svg?.attribs.viewBox ?? '')
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    if (!svg || x !== 0 || y !== 0 || width !== before.width || height !== before.height) continue
    patches.push(setAttribute(page, svg, 'viewBox', `0 0 ${after.width} ${after.height}`))
    for (const side of ['width', 'height'] as const)
      if (image.attribs[side] === String(before[side])) patches.push(setAttribute(page, image, side, String(after[side])))
  }
  return patches
}

function ancestorSvg(element: Element): Element | undefined {
  for (let at = element.parent as Element | null; at && 'attribs' in at; at = at.parent as Element | null)
    if (localName(at) === 'svg') return at
  return undefined
}

const apply = (publication: Publication, make: (book: PackageDocument) => readonly Patch[]): Publication => {
  const book = packageOf(publication)
  return book ? applyPatches(publication, make(book)) : publication
}

async function replaced(
  publication: Publication,
  item: ManifestItem & { path: string },
  picture: Uint8Array,
): Promise<Publication> {
  const mediaType = coverType(picture)
  const { path } = item
  const old = publication.resources.get(path)
  const oldBytes = old && (old.bytes ?? (await old.load()))
  const [before, after] = [oldBytes && pixelsOf(oldBytes), pixelsOf(picture)]
  let current = publication
  if (before && after)
    for (const page of publication.resources.values())
      if (page.bytes && (referencesTo(publication).get(path) ?? []).some(({ from }) => from === page.path))
        current = applyPatches(current, reframed(page, path, before, after))
  current = applyPatches(current, [{ kind: 'write', path, content: picture }])
  if (item.mediaType === mediaType) return current

  const name = baseName(path).replace(/\.[^.]*$/, '')
  const fits = extensionOf(path) === extensions[mediaType] || (mediaType === 'image/jpeg' && extensionOf(path) === 'jpeg')
  const to = fits ? path : freePath(current, directoryOf(path), name, extensions[mediaType]!)
  if (to !== path) current = applyPatches(current, renamePatches(current, new Map([[path, to]])))
  return apply(current, (book) => {
    const element = book.itemAt(to)?.element
    return element ? [setAttribute(book.resource, element, 'media-type', mediaType)] : []
  })
}

function added(publication: Publication, picture: Uint8Array): { publication: Publication; path: string } {
  const book = packageOf(publication)!
  const pictures = book.items.find(({ mediaType, path }) => /^image\/(?!svg)/.test(mediaType ?? '') && path !== undefined)?.path
  const folder = directoryOf(pictures ?? book.path)
  const path = freePath(publication, folder, 'cover', extensions[coverType(picture)]!)
  const resource = written(path, picture)
  const id = idsOf(book).fresh('cover-image')
  const item = append(book.resource, book.manifest!, itemXml(book, resource, id))
  return { publication: applyPatches(publication, [item, { kind: 'write', path, content: picture }]), path }
}

/**
 * Another cover. Where the old picture is there for nothing else, its file becomes the new one, so that cover page and
 * declaration stay as they are; a picture that the text shows too is kept, and the new one put beside it.
 */
export async function withCover(publication: Publication, picture: Uint8Array): Promise<Publication> {
  const book = packageOf(publication)!
  const path = coverOf(book)
  const item = path === undefined ? undefined : book.itemAt(path)
  const mayReplace =
    item?.path !== undefined && /^image\/(?!svg)/.test(item.mediaType ?? '') && isOnlyCover(publication, book, item.path)
  if (mayReplace) {
    const current = await replaced(publication, { ...item, path: item.path! }, picture)
    return apply(current, (now) => (item.id === undefined ? [] : markCover(now, item.id)))
  }
  const { publication: current, path: to } = added(publication, picture)
  return apply(current, (now) => {
    const id = now.itemAt(to)?.id
    return id === undefined ? [] : markCover(now, id)
  })
}
