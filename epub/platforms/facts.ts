import { isError, type Message } from '../check/message.ts'
import { plainId } from '../feature-of.ts'
import { navItemOf, ncxTocOf, tocOf } from '../navigation/navigation.ts'
import { mediaTypeOf } from '../package/media-types.ts'
import { type PackageDocument, packageOf } from '../package/package.ts'
import { decoded, mentions, type Publication, type Resource, textOf } from '../publication.ts'
import { isPage } from '../text.ts'
import { syntaxFaultOf } from '../xml.ts'
import { type Failure, measures } from './measures.ts'
import { type Pixels, pixelsOf } from './pixels.ts'

export interface ImageFacts {
  readonly path: string
  readonly mediaType: string
  readonly bytes: number
  readonly pixels: Pixels | undefined
}

/** What the platform rules look at, measured once per publication. */
export interface Facts {
  readonly publication: Publication
  /** Fonts whose own flag forbids embedding. */
  readonly restrictedFonts: readonly Failure[]
  readonly pack: PackageDocument | undefined
  readonly version: '2.0' | '3.0'
  /** Fatals and errors of the judge, as plain ids. */
  readonly errors: readonly string[]
  readonly fileBytes: number
  readonly pages: readonly Resource[]
  readonly malformed: readonly string[]
  readonly notUtf8: readonly string[]
  readonly images: readonly ImageFacts[]
  readonly cover: ImageFacts | undefined
  readonly coverDeclared: boolean
  readonly hasNav: boolean
  readonly tocEntries: number
  readonly ncxEntries: number
  readonly styles: readonly { readonly path: string; readonly text: string }[]
  /** Container paths of pages with elements of these names. */
  readonly pagesWith: (pattern: RegExp) => readonly string[]
}

export async function factsOf(publication: Publication, messages: readonly Message[], fileBytes: number): Promise<Facts> {
  const pack = packageOf(publication)
  const version = pack?.version ?? '3.0'
  const resources = [...publication.resources.values()]
  const pages = resources.filter(isPage)
  const said = new Set(messages.map(({ path }) => path))
  const coverPath = pack && coverOf(pack)
  const images: ImageFacts[] = []
  for (const resource of resources) {
    const mediaType = mediaTypeOf(resource, version) ?? ''
    if (!mediaType.startsWith('image/') || mediaType === 'image/svg+xml') continue
    const whole = resource.path === coverPath ? await resource.load() : resource.head
    images.push({ path: resource.path, mediaType, bytes: resource.size, pixels: pixelsOf(whole) })
  }
  const cover = images.find(({ path }) => path === coverPath)
  return {
    publication,
    restrictedFonts: await measures.restrictedFonts(publication),
    pack,
    version,
    errors: messages.filter(isError).map(({ id }) => plainId(id)),
    fileBytes,
    pages,
    // what the checker read to its end without a word is well-formed
    malformed: pages
      .filter(({ path }) => said.has(path) || !pack?.itemAt(path))
      .filter(syntaxFaultOf)
      .map(({ path }) => path),
    notUtf8: resources.filter((one) => isPage(one) && notUtf8(one)).map(({ path }) => path),
    images,
    cover,
    coverDeclared: cover !== undefined || (coverPath !== undefined && publication.resources.has(coverPath)),
    hasNav: navItemOf(publication) !== undefined,
    tocEntries: tocOf(publication).length,
    ncxEntries: ncxTocOf(publication).length,
    styles: resources
      .filter(({ path, bytes }) => bytes && /\.css$/i.test(path))
      .map((one) => ({ path: one.path, text: textOf(one).replace(/\/\*[\s\S]*?\*\//g, '') })),
    pagesWith: (pattern) => pages.filter((page) => mentions(page, pattern)).map(({ path }) => path),
  }
}

const notUtf8 = (resource: Resource) => {
  const { encoding, malformed } = decoded(resource)
  return malformed || encoding !== 'utf-8'
}

/** Container path of the cover image: by property (EPUB 3), by meta (EPUB 2). */
export function coverOf(pack: PackageDocument): string | undefined {
  const byProperty = pack.items.find(({ properties }) => properties.includes('cover-image'))
  const id = pack.metas('meta').find(({ attribs }) => attribs.name === 'cover')?.attribs.content
  return (byProperty ?? (id ? pack.itemById(id) : undefined))?.path
}
