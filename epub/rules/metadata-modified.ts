import { asModified, fromDos, isModified } from '../package/dates.ts'
import { append, dropElement, found, prefixOf, setContent } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import type { Publication } from '../publication.ts'
import { innerText } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** When the newest file of the archive was written; a fixed day when the archive does not say, so that no clock is asked. */
export function newestEntry(publication: Publication): string {
  let newest = ''
  for (const { entry } of publication.resources.values()) {
    const date = entry && fromDos(entry.modified)
    if (date && date > newest) newest = date
  }
  return newest > '1981' ? newest : '2000-01-01T00:00:00Z'
}

/** EPUB 3 wants exactly one `dcterms:modified` in one form (EPUB 3.3 section 5.5.5). */
export const metadataModified = defineRule({
  id: 'metadata-modified',
  feature: 15,
  answers: [{ id: 'RSC-005', text: /dcterms:modified/ }],
  class: 'auto',
  why: 'The book did not say when it was last changed, so reading apps cannot tell a new edition from an old one.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata || book.version !== '3.0') return []
    const { resource, metadata } = book
    const all = book
      .metas('meta')
      .filter(({ attribs, parent }) => attribs.property?.trim() === 'dcterms:modified' && parent === metadata)
    const findings: Finding[] = []
    const own = all.filter(({ attribs }) => attribs.refines === undefined)
    if (own.length === 0) {
      const xml = `<${prefixOf(metadata)}meta property="dcterms:modified">${newestEntry(publication)}</${prefixOf(metadata)}meta>`
      findings.push(found(resource, append(resource, metadata, xml)))
    }
    const said = (one: (typeof all)[number]) => asModified(innerText(one)) ?? ''
    const keeper = own.reduce<(typeof own)[number] | undefined>(
      (best, one) => (!best || said(one) > said(best) ? one : best),
      undefined,
    )
    for (const one of all) {
      if (own.includes(one) && one !== keeper) findings.push(found(resource, dropElement(resource, one)))
      else if (!isModified(innerText(one).trim())) {
        const date = asModified(innerText(one)) ?? (one === keeper ? newestEntry(publication) : undefined)
        findings.push(found(resource, date ? setContent(resource, one, date) : dropElement(resource, one)))
      }
    }
    return findings
  },

  fix: carriedPatches,
})
