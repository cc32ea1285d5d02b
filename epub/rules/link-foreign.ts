import { found } from '../package/edit.ts'
import { pageOf, reachesDocument, withPage } from '../package/fallbacks.ts'
import { idsOf } from '../package/ids.ts'
import { packageOf } from '../package/package.ts'
import { allReferences, pointTo, type Reference, referencesTo } from '../references.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const isLink = ({ kind, element }: Reference) =>
  (kind === 'href' && (element === 'a' || element === 'area')) || (kind === 'src' && element === 'content')

/** A link leads to a page, or to something that has a page to fall back on (EPUB 3.3 section 3.4). */
export const linkForeign = defineRule({
  id: 'link-foreign',
  feature: 12,
  answers: [{ id: 'RSC-010' }],
  class: 'auto',
  why: 'A link led straight to a picture or file, which many reading apps cannot open.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.manifest) return []
    const ids = idsOf(book)
    const done = new Set<string>()
    const findings: Finding[] = []
    for (const reference of allReferences(publication)) {
      const { from, path } = reference
      if (
        !isLink(reference) ||
        !path ||
        done.has(path) ||
        path === book.path ||
        !publication.resources.has(path) ||
        !book.itemAt(from)
      )
        continue
      const item = book.itemAt(path)
      if (!item || reachesDocument(book, item)) continue
      done.add(path)
      if (book.version === '3.0') findings.push(found(book.resource, withPage(publication, book, item, ids)))
      else {
        // EPUB 2 knows no pictures among the pages, not even with something to fall back on: the links go to the page instead.
        const page = pageOf(publication, book, item, ids)
        const links = (referencesTo(publication).get(path) ?? []).filter((one) => isLink(one) && book.itemAt(one.from))
        findings.push(
          found(book.resource, [...page.patches, ...links.map((one) => pointTo(one, page.path, { fragment: undefined }))]),
        )
      }
    }
    return findings
  },

  fix: carriedPatches,
})
