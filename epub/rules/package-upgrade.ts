import { checkPublication } from '../check/check.ts'
import { isError } from '../check/message.ts'
import { difference } from '../difference.ts'
import { decodePath, relative, resolve } from '../href.ts'
import { navOf, navsOf, ncxOf } from '../navigation/navigation.ts'
import { anchorsOf } from '../navigation/targets.ts'
import { append, found, setAttribute } from '../package/edit.ts'
import { sniff } from '../package/media-types.ts'
import { packageOf } from '../package/package.ts'
import { applyPatches } from '../patch.ts'
import { forgetSuperseded, type Publication } from '../publication.ts'
import { childElements, type Element, escapeXml, findElement, findElements, innerText, treeOf } from '../xml.ts'
import { contentRules } from './content.ts'
import { packageRules } from './package.ts'
import { carriedPatches, defineRule, type Rule, type RuleContext } from './rule.ts'

/** Passes over the rules of EPUB 3; what one uncovers the next one answers. */
const passes = 4

/**
 * An EPUB 2 (or OEB 1) becomes an EPUB 3: the version is said, and then the rules of EPUB 3 do to the book what they do to any
 * EPUB 3 with these faults. One finding with everything in it, because half an upgrade is a broken book. The NCX and the guide stay.
 */
export const packageUpgrade = defineRule({
  id: 'package-upgrade',
  feature: 20,
  answers: [{ id: 'PKG-001' }, { id: 'PKG-023' }, { id: 'OPF-047' }, { id: 'OPF-039' }, { id: 'NAV-001' }],
  class: 'ask',
  why: 'The book is an EPUB 2; stores describe EPUB 3 and show more of what it can say.',

  async detect(publication, context) {
    const book = packageOf(publication)
    if (book?.version !== '2.0' || !book.metadata || !book.manifest || !book.spine) return []
    const version = setAttribute(book.resource, book.element, 'version', '3.0')
    const said = found(book.resource, version, { note: 'The book becomes an EPUB 3; its older table of contents stays.' })
    if (context.offering) return [said]
    let upgraded = applyPatches(publication, [version])
    upgraded = await settled(upgraded, context)
    upgraded = applyPatches(upgraded, [...landmarks(upgraded), ...pageList(upgraded), ...fontTypes(upgraded)])
    upgraded = await settled(upgraded, context)
    return [{ ...said, patches: difference(publication, upgraded) }]
  },

  fix: carriedPatches,
})

const rules: readonly Rule[] = [...contentRules, ...packageRules].filter(
  ({ feature, class: kind }) => feature > 5 && kind === 'auto',
)

/** What the rules make of it until they find nothing more. */
async function settled(publication: Publication, context: RuleContext): Promise<Publication> {
  let current = publication
  for (let pass = 0; pass < passes; pass++) {
    const before = current
    const messages = context.schemas ? await checkPublication(current, { schemas: context.schemas }) : []
    if (context.schemas && !messages.some(isError)) return current
    for (const rule of rules) {
      const findings = await rule.detect(current, { ...context, messages })
      const next = applyPatches(
        current,
        rule.fix(
          current,
          findings.filter((finding) => (finding.class ?? 'auto') === 'auto'),
        ),
      )
      if (next !== current && current !== publication) forgetSuperseded(current, next)
      current = next
    }
    if (current === before) break
  }
  return current
}

/** Landmark for a kind of guide entry (EPUB 3.3 section 7.4.3, OPF 2.0.1 section 2.6). */
const landmarkOf: Readonly<Record<string, string>> = {
  cover: 'cover',
  'title-page': 'titlepage',
  toc: 'toc',
  index: 'index',
  glossary: 'glossary',
  acknowledgements: 'acknowledgments',
  bibliography: 'bibliography',
  colophon: 'colophon',
  'copyright-page': 'copyright-page',
  dedication: 'dedication',
  epigraph: 'epigraph',
  foreword: 'foreword',
  loi: 'loi',
  lot: 'lot',
  notes: 'endnotes',
  preface: 'preface',
  text: 'bodymatter',
}

/** The guide said again as landmarks. */
function landmarks(publication: Publication) {
  const book = packageOf(publication)
  const nav = navOf(publication)
  const body = nav?.bytes && findElement(treeOf(nav), 'body')
  if (!book?.guide || !nav || !body || navsOf(nav, 'landmarks').length > 0) return []
  const seen = new Set<string>()
  const items = childElements(book.guide, 'reference').flatMap(({ attribs }) => {
    const type =
      landmarkOf[
        attribs.type
          ?.trim()
          .toLowerCase()
          .replace(/^other\./, '') ?? ''
      ]
    const path = resolve(book.path, attribs.href?.trim() ?? '')
    const file = path === undefined ? undefined : publication.resources.get(path)
    if (!type || !file || !book.itemAt(file.path) || seen.has(type)) return []
    seen.add(type)
    const href = hrefTo(nav.path, file.path, attribs.href ?? '')
    return [`<li><a epub:type="${type}" href="${href}">${escapeXml(attribs.title?.trim() || type)}</a></li>`]
  })
  return items.length === 0 ? [] : [append(nav, body, listed('landmarks', items))]
}

/** The pages of the printed book, from the NCX. */
function pageList(publication: Publication) {
  const ncx = ncxOf(publication)
  const nav = navOf(publication)
  const body = nav?.bytes && findElement(treeOf(nav), 'body')
  const list = ncx && findElement(treeOf(ncx), 'pageList')
  if (!ncx || !list || !nav || !body || navsOf(nav, 'page-list').length > 0) return []
  const items = findElements(list, 'pageTarget').flatMap((target) => {
    const src = childElements(target, 'content')[0]?.attribs.src?.trim() ?? ''
    const path = resolve(ncx.path, src)
    const file = path === undefined ? undefined : publication.resources.get(path)
    const label = labelOf(target)
    const fragment = src.split('#')[1]
    if (!file || !label || (fragment && !anchorsOf(file).has(decodePath(fragment)))) return []
    return [`<li><a href="${hrefTo(nav.path, file.path, src)}">${escapeXml(label)}</a></li>`]
  })
  return items.length === 0 ? [] : [append(nav, body, listed('page-list', items))]
}

const labelOf = (target: Element) => {
  const label = childElements(target, 'navLabel')[0]
  return (label ? innerText(label).replace(/\s+/g, ' ').trim() : '') || target.attribs.value?.trim()
}

const listed = (type: string, items: readonly string[]) =>
  `<nav epub:type="${type}" hidden="hidden">\n      <ol>\n${items.map((item) => `        ${item}\n`).join('')}      </ol>\n    </nav>`

const hrefTo = (from: string, path: string, written: string) => {
  const hash = written.indexOf('#')
  return escapeXml(relative(from, path) + (hash < 0 ? '' : written.slice(hash)))
}

/** Fonts by the names they have since EPUB 3.1 (EPUB 3.3 section 3.2). */
function fontTypes(publication: Publication) {
  const book = packageOf(publication)
  return (book?.items ?? []).flatMap(({ path, mediaType, element }) => {
    const file = publication.resources.get(path ?? '')
    const type = file && sniff(file, '3.0')
    if (!book || type?.proof !== 'bytes' || !/^font\/(ttf|otf|woff2?)$/.test(type.mediaType) || type.mediaType === mediaType)
      return []
    return [setAttribute(book.resource, element, 'media-type', type.mediaType)]
  })
}
