import { append, dropAttribute, dropElement, found, prefixOf, setAttribute, setContent } from '../package/edit.ts'
import { isContentDocument } from '../package/media-types.ts'
import { clockOf, durationOf, isClock, isOverlay, secondsOf, spokenBy } from '../package/overlays.ts'
import { packageOf, words } from '../package/package.ts'
import { innerText } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Pages and the recordings that speak them name each other, with their lengths (EPUB 3.3 section 9.3). */
export const overlayPackage = defineRule({
  id: 'overlay-package',
  feature: 29,
  answers: [
    { id: 'MED-010' },
    { id: 'MED-011' },
    { id: 'MED-012' },
    { id: 'MED-013' },
    { id: 'RSC-005', text: /media:|overlay|active-class|duration/ },
  ],
  class: 'auto',
  why: 'The spoken version of the book was not tied to its pages, so reading apps stayed silent.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata || book.version !== '3.0') return []
    const { resource, metadata } = book
    const findings: Finding[] = []
    const of = (property: string) => book.metas('meta').filter(({ attribs }) => attribs.property?.trim() === property)

    for (const property of ['media:active-class', 'media:playback-active-class'])
      for (const [at, meta] of of(property).entries()) {
        const [first, ...more] = words(innerText(meta))
        if (at > 0) findings.push(found(resource, dropElement(resource, meta)))
        else if (meta.attribs.refines !== undefined) findings.push(found(resource, dropAttribute(resource, meta, 'refines')))
        else if (first && more.length > 0) findings.push(found(resource, setContent(resource, meta, first)))
      }

    const spoken = spokenBy(publication)
    const used = new Set<string>()
    for (const item of book.items) {
      const named = item.mediaOverlay === undefined ? undefined : book.itemById(item.mediaOverlay)
      const speakers = spoken.get(item.path ?? '') ?? []
      const page = isContentDocument(item.mediaType, '3.0')
      const wanted = page
        ? named && isOverlay(named) && (speakers.length === 0 || speakers.includes(named))
          ? named
          : speakers[0]
        : undefined
      if (wanted?.id) used.add(wanted.id)
      if (wanted?.id === item.mediaOverlay && item.element.attribs['media-overlay'] !== undefined) continue
      if (wanted?.id) findings.push(found(resource, setAttribute(resource, item.element, 'media-overlay', wanted.id)))
      else if (item.element.attribs['media-overlay'] !== undefined)
        findings.push(found(resource, dropAttribute(resource, item.element, 'media-overlay')))
    }

    const durations = of('media:duration')
    const lengthOf = (id: string) => {
      const file = publication.resources.get(book.itemById(id)?.path ?? '')
      return file?.bytes ? durationOf(file) : 0
    }
    const prefix = prefixOf(metadata)
    const add = (refines: string, seconds: number) =>
      findings.push(
        found(
          resource,
          append(resource, metadata, `<${prefix}meta property="media:duration"${refines}>${clockOf(seconds)}</${prefix}meta>`),
        ),
      )
    for (const meta of durations) {
      const written = innerText(meta).trim()
      if (isClock(written)) continue
      const id = meta.attribs.refines?.trim().replace(/^#/, '')
      const read = secondsOf(written)
      const known = id === undefined ? [...used].reduce((sum, one) => sum + lengthOf(one), 0) : lengthOf(id)
      findings.push(found(resource, setContent(resource, meta, clockOf(read ?? known))))
    }
    for (const id of used)
      if (!durations.some(({ attribs }) => attribs.refines?.trim() === `#${id}`)) add(` refines="#${id}"`, lengthOf(id))
    if (used.size > 0 && !durations.some(({ attribs }) => attribs.refines === undefined))
      add(
        '',
        [...used].reduce((sum, id) => {
          const said = durations.find(({ attribs }) => attribs.refines?.trim() === `#${id}`)
          return sum + ((said && secondsOf(innerText(said))) ?? lengthOf(id))
        }, 0),
      )
    return findings
  },

  fix: carriedPatches,
})
