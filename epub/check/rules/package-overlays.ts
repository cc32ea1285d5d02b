import { attributeOf, elementChildren, textContent } from '../document/xml-document.ts'
import { isBookMetadata, isOpf, opfElements } from './opf.ts'
import { normal, type Rule } from './tree.ts'

const clock = /^(([0-9]+:[0-5][0-9]:[0-5][0-9](\.[0-9]+)?)|([0-5][0-9]:[0-5][0-9](\.[0-9]+)?)|([0-9]+(\.[0-9]+)?(h|min|s|ms)?))$/

/** What the package document says of reading aloud: durations, and the classes that mark what is read. */
export const overlays: Rule = (document, say) => {
  const items = opfElements(document, 'item')
  const metas = opfElements(document, 'meta')
  const property = (meta: (typeof metas)[number]) => normal(attributeOf(meta, 'property'))
  const durations = metas.filter((meta) => property(meta) === 'media:duration')
  const byId = new Map(
    items.filter((item) => isOpf(item.parent, 'manifest')).map((item) => [normal(attributeOf(item, 'id')), item]),
  )

  for (const duration of durations)
    if (!clock.test(normal(textContent(duration))))
      say('RSC-005', duration, 'The value of “media:duration” must be a clock value.')

  for (const item of items) {
    const overlay = attributeOf(item, 'media-overlay')
    if (overlay === undefined) continue
    const target = byId.get(normal(overlay))
    const type = normal(target && attributeOf(target, 'media-type'))
    const own = normal(attributeOf(item, 'media-type'))
    if (type !== 'application/smil+xml')
      say('RSC-005', item, `A media overlay must be “application/smil+xml”; this one is “${type}”.`)
    if (own !== 'application/xhtml+xml' && own !== 'image/svg+xml')
      say('RSC-005', item, 'Only documents of the text can have a media overlay.')
    if (!isOpf(item.parent, 'manifest')) continue
    const wanted = `#${normal(target && attributeOf(target, 'id'))}`
    if (!durations.some((duration) => normal(attributeOf(duration, 'refines')) === wanted))
      say('RSC-005', item, `The duration of the media overlay is not stated: “media:duration” that refines “${wanted}”.`)
  }
  for (const manifest of opfElements(document, 'manifest')) {
    const hasOverlays = elementChildren(manifest).some(
      (item) => isOpf(item, 'item') && attributeOf(item, 'media-overlay') !== undefined,
    )
    if (hasOverlays && !durations.some((duration) => attributeOf(duration, 'refines') === undefined))
      say('RSC-005', manifest, 'The duration of all media overlays together is not stated.')
  }
  for (const name of ['media:active-class', 'media:playback-active-class']) {
    for (const metadata of document.elements) {
      if (!isBookMetadata(metadata)) continue
      const own = elementChildren(metadata).filter((meta) => isOpf(meta, 'meta') && property(meta) === name)
      if (own.length > 1) say('RSC-005', metadata, `“${name}” is stated more than once.`)
    }
    for (const meta of metas) {
      if (property(meta) !== name) continue
      if (attributeOf(meta, 'refines') !== undefined) say('RSC-005', meta, `“${name}” must not refine anything.`)
      if (normal(textContent(meta)).includes(' ')) say('RSC-005', meta, `“${name}” must be one class name.`)
    }
  }
}
