import { isRemote, parseHref } from '../href.ts'
import { append, found, prefixOf } from '../package/edit.ts'
import { idsOf, wishFor } from '../package/ids.ts'
import { isFontSource } from '../package/links.ts'
import { packageOf } from '../package/package.ts'
import { isMediaObject, remoteType } from '../package/remote.ts'
import { allReferences } from '../references.ts'
import { escapeXml } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Sound, film and fonts on the web are declared like files (EPUB 3.3 section 5.6.2). */
export const manifestRemote = defineRule({
  id: 'manifest-remote',
  feature: 10,
  answers: [{ id: 'RSC-008' }],
  class: 'auto',
  why: 'The book plays something from the web without saying so, and reading apps may refuse to load it.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.manifest || book.version !== '3.0') return []
    const declared = new Set(book.items.map(({ href }) => href))
    const { fresh } = idsOf(book)
    const findings = []
    for (const reference of allReferences(publication)) {
      const { value, kind, element, from } = reference
      if (!isRemote(value) || !/^https?:/i.test(value)) continue
      const media = (/^(audio|video|source)$/.test(element) && kind === 'src') || isMediaObject(reference)
      const type = remoteType(value)
      const holder = publication.resources.get(from)
      const font = holder !== undefined && isFontSource(holder, reference)
      if (!media && !font) continue
      const address = value.replace(/#.*$/, '')
      if (declared.has(address) || declared.has(value)) continue
      declared.add(address)
      const mediaType =
        type ??
        (element === 'object' ? reference.node?.attribs.type?.trim() : undefined) ??
        (font ? 'font/woff' : element === 'video' ? 'video/mp4' : 'audio/mpeg')
      const xml = `<${prefixOf(book.manifest)}item id="${fresh(wishFor(parseHref(value).path))}" href="${escapeXml(address)}" media-type="${mediaType}"/>`
      findings.push(found(book.resource, append(book.resource, book.manifest, xml)))
    }
    return findings
  },

  fix: carriedPatches,
})
