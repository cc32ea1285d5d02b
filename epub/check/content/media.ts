import { itemAt, mediaTypeOf } from '../book.ts'
import { attributeOf, type Place, type XmlElement } from '../document/xml-document.ts'
import { isAudio, isCore, isImage } from '../package/media-types.ts'
import type { Url } from '../url.ts'
import type { Visit } from './document-visit.ts'
import { sourceSet } from './source-set.ts'

const withoutParameters = (type: string) => type.trim().replace(/(?<=.);.*$/s, '')

/** The type that an element states for what it loads must be the manifest's; answers the type to go by. */
export function declaredTypeFits(
  { book, say }: Visit,
  url: Url | undefined,
  stated: string | undefined,
  place: Place,
): string | undefined {
  let declared = mediaTypeOf(book, url)
  if (stated === undefined) return declared
  const type = withoutParameters(stated)
  if (declared && /^audio\/ogg\s*;\s*codecs=opus$/.test(declared)) declared = 'audio/ogg'
  if (declared !== undefined && declared !== type)
    say('OPF-013', place, `“${url?.key}” is said to be “${type}” here, and “${declared}” in the manifest.`)
  return type
}

/** Pictures of an `img`, or of a `source` in a `picture`. */
export function checkImages(visit: Visit, element: XmlElement, inPicture: boolean) {
  const { book, say, load, link } = visit
  const src = attributeOf(element, 'src')
  const written = new Set([...(src === undefined ? [] : [src]), ...sourceSet(attributeOf(element, 'srcset'))])
  for (const address of written) {
    const url = load(address, element)
    if (!url) continue
    const item = itemAt(book, url)
    const isFit = item && isImage(item.mediaType, 3)
    if (inPicture && item) {
      if (element.local === 'img') {
        if (!isFit)
          say('MED-003', element, `The picture “${url.key}” has the type “${item.mediaType}”, which not every reader shows.`)
      } else if (!attributeOf(element, 'type')?.trim() && !isFit)
        say('MED_007', element, `The source “${url.key}” must state its type, “${item.mediaType}”.`)
      else declaredTypeFits(visit, url, attributeOf(element, 'type')?.trim() ?? '', element)
    }
    link('image', url, element, inPicture)
  }
}

/** Reads `audio` and `video` with their sources. */
export function createMediaReader(visit: Visit) {
  const { book, load, link } = visit
  let sources = new Map<string, { readonly url: Url; readonly type: string | undefined }>()

  function add(url: Url | undefined, type: string | undefined, hasFallback: boolean, place: Place) {
    if (!url) return
    const kind = type !== undefined && isAudio(type) ? 'audio' : 'video'
    visit.feature(kind, place)
    link(kind, url, place, kind === 'audio' && hasFallback)
  }

  return {
    start(element: XmlElement) {
      sources = new Map()
      const url = load(attributeOf(element, 'src'), element)
      add(url, mediaTypeOf(book, url), false, element)
    },
    source(element: XmlElement) {
      const parent = element.parent?.local
      if (parent !== 'audio' && parent !== 'video') return
      const url = load(attributeOf(element, 'src'), element)
      const type = declaredTypeFits(visit, url, attributeOf(element, 'type'), element)
      if (url) sources.set(url.key, { url, type })
    },
    end(place: Place) {
      const hasFallback = [...sources.values()].some(({ type }) => type !== undefined && isCore(type))
      for (const { url, type } of sources.values()) add(url, type, hasFallback, place)
    },
  }
}
