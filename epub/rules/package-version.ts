import { ncxOf } from '../navigation/navigation.ts'
import { found, setAttribute } from '../package/edit.ts'
import { type PackageDocument, type PackageVersion, packageOf } from '../package/package.ts'
import { type Publication, textOf } from '../publication.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** What speaks for each version: only things the other one does not have. */
function votes(publication: Publication, book: PackageDocument): Record<PackageVersion, number> {
  const metas = book.metas('meta')
  const documents = book.items
    .flatMap(({ path, mediaType }) =>
      path && mediaType === 'application/xhtml+xml' ? (publication.resources.get(path) ?? []) : [],
    )
    .slice(0, 20)
    .map((resource) => textOf(resource).slice(0, 1500))
  const nav = book.items.some(({ properties, path }) => properties.includes('nav') && path && publication.resources.has(path))
  return {
    '3.0':
      (nav ? 4 : 0) +
      (metas.some(({ attribs }) => attribs.property === 'dcterms:modified') ? 3 : 0) +
      (metas.some(({ attribs }) => attribs.property && attribs.property !== 'dcterms:modified') ? 2 : 0) +
      (documents.filter((text) => /<!DOCTYPE\s+html\s*>/i.test(text)).length * 2 > documents.length ? 2 : 0),
    '2.0':
      (!nav && ncxOf(publication) ? 3 : 0) +
      (book.metas('*').some(({ attribs }) => Object.keys(attribs).some((name) => name.startsWith('opf:'))) ? 2 : 0) +
      (documents.filter((text) => /<!DOCTYPE\s+html\s+PUBLIC/i.test(text)).length * 2 > documents.length ? 2 : 0),
  }
}

/** Elements that EPUB 3 has and EPUB 2 has not, and the other way round. */
const onlyIn3 =
  /<(?:section|article|aside|nav|header|footer|main|figure|figcaption|hgroup|details|summary|mark|time|audio|video|canvas|ruby|label|fieldset|legend|button|input|select|textarea)[\s/>]/g
const onlyIn2 = /<(?:tt|big|acronym)[\s/>]/g

/**
 * Whether most pages are written in what only EPUB 3 has: as an EPUB 2 they would lose those elements. A page with a doctype of
 * XHTML 1 says itself what it is.
 */
function needsVersion3(publication: Publication, book: PackageDocument): boolean {
  const pages = book.items.flatMap(({ path, mediaType }) =>
    path && mediaType === 'application/xhtml+xml' ? (publication.resources.get(path) ?? []) : [],
  )
  let speaking = 0
  let balance = 0
  for (const page of pages) {
    const text = textOf(page)
    if (/<!DOCTYPE\s+html\s+PUBLIC/i.test(text.slice(0, 1500))) continue
    const three = text.match(onlyIn3)?.length ?? 0
    if (three > 0) speaking++
    balance += three - (text.match(onlyIn2)?.length ?? 0)
  }
  return balance > 0 && speaking * 2 > pages.length
}

/** The version says which rules hold. A missing or impossible one is set, and one that the whole book contradicts is set right. */
export const packageVersion = defineRule({
  id: 'package-version',
  feature: 3,
  answers: [{ id: 'OPF-001' }, { id: 'RSC-005' }, { id: 'HTM-004' }],
  class: 'auto',
  why: 'The book said it is of another EPUB version than it is, so reading apps applied the wrong rules.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    const written = book.element.attribs.version
    const { '3.0': three, '2.0': two } = votes(publication, book)
    const looks3 = () => (three >= 4 && three > two) || needsVersion3(publication, book)
    let wanted: PackageVersion
    if (written === '3.0') wanted = two >= 5 && three === 0 && !needsVersion3(publication, book) ? '2.0' : '3.0'
    else if (written === '2.0') wanted = looks3() ? '3.0' : '2.0'
    else if (/^3/.test(written?.trim() ?? '')) wanted = '3.0'
    else if (/^[12]/.test(written?.trim() ?? '')) wanted = looks3() ? '3.0' : '2.0'
    else wanted = three >= two && three + two > 0 ? '3.0' : '2.0'
    return written === wanted ? [] : [found(book.resource, setAttribute(book.resource, book.element, 'version', wanted))]
  },

  fix: carriedPatches,
})
