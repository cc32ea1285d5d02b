import { found } from '../package/edit.ts'
import { reachesDocument, withPage } from '../package/fallbacks.ts'
import { idsOf } from '../package/ids.ts'
import { packageOf } from '../package/package.ts'
import { allReferences } from '../references.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

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
    for (const { from, path, element, kind } of allReferences(publication)) {
      const isLink = (kind === 'href' && (element === 'a' || element === 'area')) || (kind === 'src' && element === 'content')
      if (!isLink || !path || done.has(path) || path === book.path || !publication.resources.has(path) || !book.itemAt(from))
        continue
      const item = book.itemAt(path)
      if (!item || reachesDocument(book, item)) continue
      done.add(path)
      findings.push(found(book.resource, withPage(publication, book, item, ids)))
    }
    return findings
  },

  fix: carriedPatches,
})
