import { contentOf, pagesOf } from '../content/documents.ts'
import { relative, resolve } from '../href.ts'
import { navOf, navsOf, ncxOf } from '../navigation/navigation.ts'
import { anchorsOf } from '../navigation/targets.ts'
import { append, dropAttribute, dropElement, found, replaceElement } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import { type Publication, textOf } from '../publication.ts'
import { referencesTo } from '../references.ts'
import {
  childElements,
  descendants,
  type Element,
  escapeXml,
  findElement,
  findElements,
  innerText,
  localName,
  treeOf,
} from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const template = 'application/vnd.adobe-page-template+xml'
const map = 'application/oebps-page-map+xml'

/** Page templates and page maps that only one old reader knew go; the pages they listed become a page list. */
export const calibrePages = defineRule({
  id: 'calibre-pages',
  feature: 19,
  answers: [{ id: 'OPF-062' }, { id: 'OPF-063' }, { id: 'CAL-7' }],
  class: 'ask',
  why: 'Files for one old reading app were left in the book; newer ones do not read them.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.spine) return []
    const findings: Finding[] = []
    for (const item of book.items.filter(({ mediaType }) => mediaType === template)) {
      const patches: Patch[] = [dropElement(book.resource, item.element)]
      if (item.path && publication.resources.has(item.path)) patches.push({ kind: 'remove', path: item.path })
      for (const { from, node } of referencesTo(publication).get(item.path ?? '') ?? []) {
        const page = publication.resources.get(from)
        if (page && node && localName(node) === 'link') patches.push(dropElement(page, node))
      }
      findings.push(found(book.resource, patches, { note: 'A page template that only Adobe’s first readers knew is taken out.' }))
    }
    const named = book.spine.attribs['page-map']
    const item = book.items.find(({ id, mediaType }) => id === named?.trim() || mediaType === map)
    const file = publication.resources.get(item?.path ?? '')
    if (named !== undefined || item) {
      const pages = file?.bytes ? pageMap(publication, file.path) : []
      const list = pages.length > 0 ? pageList(publication, pages) : []
      if (list !== undefined) {
        const patches: Patch[] = [...list, ...dropAttribute(book.resource, book.spine, 'page-map')]
        if (item) patches.push(dropElement(book.resource, item.element))
        if (file) patches.push({ kind: 'remove', path: file.path })
        const note =
          pages.length > 0 ? 'The page map becomes a list of pages that every reading app knows.' : 'The page map leads nowhere.'
        findings.push({ ...found(book.resource, patches), id: 'OPF-062', note })
      }
    }
    for (const page of pagesOf(publication)) {
      if (!textOf(page).includes('data-Amzn')) continue
      const patches = [...descendants(treeOf(page))].flatMap((element) =>
        Object.keys(element.attribs)
          .filter((name) => name.startsWith('data-Amzn'))
          .flatMap((name) => dropAttribute(page, element, name)),
      )
      if (patches.length > 0)
        findings.push({ ...found(page, patches), id: 'CAL-7', note: 'Marks of a Kindle conversion are taken out.' })
    }
    findings.push(...titlePages(publication))
    return findings
  },

  fix: carriedPatches,
})

interface Page {
  readonly name: string
  readonly path: string
  readonly fragment: string
}

function pageMap(publication: Publication, from: string): Page[] {
  const resource = publication.resources.get(from)!
  return findElements(treeOf(resource), 'page').flatMap(({ attribs }) => {
    const path = resolve(from, attribs.href?.trim() ?? '')
    const file = path === undefined ? undefined : publication.resources.get(path)
    const fragment = attribs.href?.split('#')[1] ?? ''
    const name = attribs.name?.trim() ?? ''
    if (!file || !name || (fragment && !anchorsOf(file).has(fragment))) return []
    return [{ name, path: file.path, fragment }]
  })
}

/** The pages in the navigation document (EPUB 3) or the NCX (EPUB 2); none where there is a list already, undefined where there is no place. */
function pageList(publication: Publication, pages: readonly Page[]): Patch[] | undefined {
  const hrefTo = (from: string, { path, fragment }: Page) => escapeXml(relative(from, path) + (fragment ? `#${fragment}` : ''))
  if (packageOf(publication)?.version === '3.0') {
    const nav = navOf(publication)
    const body = nav?.bytes && findElement(treeOf(nav), 'body')
    if (!nav || !body) return undefined
    if (navsOf(nav, 'page-list').length > 0) return []
    const items = pages.map((page) => `        <li><a href="${hrefTo(nav.path, page)}">${escapeXml(page.name)}</a></li>\n`)
    return [
      append(nav, body, `<nav epub:type="page-list" hidden="hidden">\n      <ol>\n${items.join('')}      </ol>\n    </nav>`),
    ]
  }
  const ncx = ncxOf(publication)
  const root = ncx?.bytes && findElement(treeOf(ncx), 'ncx')
  if (!ncx || !root) return undefined
  if (childElements(root, 'pageList').length > 0) return []
  const points = new Map(
    findElements(root, 'navPoint').map((point) => [
      childElements(point, 'content')[0]?.attribs.src?.trim(),
      point.attribs.playOrder,
    ]),
  )
  let order = Math.max(0, ...findElements(root, '*').map(({ attribs }) => Number(attribs.playOrder) || 0))
  const items = pages.map((page, index) => {
    const src = hrefTo(ncx.path, page)
    const known = points.get(src)
    const number = known ?? String(++order)
    points.set(src, number)
    const type = /^\d+$/.test(page.name) ? 'normal' : /^[ivxlcdm]+$/i.test(page.name) ? 'front' : 'special'
    const value = type === 'normal' ? ` value="${page.name}"` : ''
    return `    <pageTarget id="page-target-${index + 1}" type="${type}"${value} playOrder="${number}"><navLabel><text>${escapeXml(page.name)}</text></navLabel><content src="${src}"/></pageTarget>\n`
  })
  const map = childElements(root, 'navMap')[0]
  const list = `<pageList>\n${items.join('')}  </pageList>`
  return map ? [{ kind: 'text', path: ncx.path, span: [map.endIndex! + 1, map.endIndex! + 1], after: `\n  ${list}` }] : undefined
}

/** Calibre's cover page wraps the picture in a drawing, which some apps show badly: the picture alone says the same. */
function titlePages(publication: Publication): Finding[] {
  return [...contentOf(publication, 'xhtml')].flatMap((page): Finding[] => {
    const source = textOf(page)
    if (!/calibre:cover/.test(source) || !/<(?:svg:)?svg[\s>]/.test(source)) return []
    const svgs = findElements(treeOf(page), 'svg')
    const images = svgs[0] ? findElements(svgs[0], 'image') : []
    const href = images[0]?.attribs['xlink:href'] ?? images[0]?.attribs.href
    const body = findElement(treeOf(page), 'body')
    if (svgs.length !== 1 || images.length !== 1 || !href || !body || innerText(body).trim()) return []
    const patch = replaceElement(
      page,
      svgs[0] as Element,
      `<img src="${escapeXml(href)}" alt="Cover" style="max-width: 100%; max-height: 100%"/>`,
    )
    return [{ ...found(page, patch), id: 'CAL-7', note: 'The cover stands on its page as a picture, not wrapped in a drawing.' }]
  })
}
