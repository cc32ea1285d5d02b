import { navOf, navsOf } from '../navigation/navigation.ts'
import { bestToc } from '../navigation/targets.ts'
import { navList } from '../navigation/write.ts'
import { append, found, insertBefore, renameElement, setAttribute, type TextPatch } from '../package/edit.ts'
import { packageOf, words } from '../package/package.ts'
import type { Publication, Resource } from '../publication.ts'
import { childElements, type Element, findElement, findElements, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const typed = /(^|\s)(toc|landmarks|page-list|lot|loi|loa|lov)(\s|$)/
const isList = (element: Element) => /^(ol|ul)$/.test(localName(element))

/** The navigation document holds one `nav` of type `toc` (EPUB 3.3 section 7.4): the element that plays that part is named so. */
export const navToc = defineRule({
  id: 'nav-toc',
  feature: 13,
  answers: [{ id: 'RSC-005', text: /nav|epub:type/ }],
  class: 'auto',
  why: 'The table of contents was not marked as one, so reading apps showed none.',

  detect(publication) {
    const nav = navOf(publication)
    if (!nav?.bytes || packageOf(publication)?.version !== '3.0') return []
    const tree = treeOf(nav)
    const findings: Finding[] = []
    for (const element of findElements(tree, '*'))
      if (/^(div|section|ol|ul|aside)$/.test(localName(element)) && typed.test(element.attribs['epub:type'] ?? '')) {
        if (isList(element) || insideNav(element)) continue
        if (findElements(element, '*').some(isList) && !findElement(element, 'nav'))
          findings.push(found(nav, renameElement(nav, element, 'nav')))
      }
    if (findings.length > 0) return findings

    const tocs = navsOf(nav, 'toc')
    if (tocs.length > 1) {
      const keeper = tocs.find((one) => findElement(one, 'a')) ?? tocs[0]!
      return tocs
        .filter((one) => one !== keeper)
        .map((one) => found(nav, [...renameElement(nav, one, 'div'), ...untyped(nav, one)]))
    }
    if (tocs.length === 1) return []
    const patch = named(publication, nav)
    return patch ? [found(nav, patch)] : []
  },

  fix: carriedPatches,
})

const insideNav = (element: Element): boolean => {
  for (let at = element.parent; at && 'name' in at; at = at.parent) if (localName(at as Element) === 'nav') return true
  return false
}

const untyped = (nav: Resource, element: Element): TextPatch[] => {
  const rest = words(element.attribs['epub:type']).filter((type) => type !== 'toc')
  return [setAttribute(nav, element, 'epub:type', rest.join(' ') || 'list')]
}

function named(publication: Publication, nav: Resource): TextPatch[] | undefined {
  const tree = treeOf(nav)
  const root = findElement(tree, 'html')
  const body = findElement(tree, 'body')
  if (!root || !body) return undefined
  const namespace =
    root.attribs['xmlns:epub'] === undefined ? [setAttribute(nav, root, 'xmlns:epub', 'http://www.idpf.org/2007/ops')] : []
  const free = findElements(tree, 'nav').find(
    (one) => words(one.attribs['epub:type']).every((type) => !typed.test(type)) && findElements(one, '*').some(isList),
  )
  if (free) return [...namespace, setAttribute(nav, free, 'epub:type', 'toc')]

  const lists = findElements(tree, '*').filter(
    (one) => isList(one) && !insideNav(one) && !insideList(one) && findElement(one, 'a'),
  )
  const list = lists.sort((a, b) => findElements(b, 'a').length - findElements(a, 'a').length)[0]
  if (list) {
    const at = list.endIndex! + 1
    return [
      ...namespace,
      { kind: 'text', path: nav.path, span: [list.startIndex!, list.startIndex!], after: '<nav epub:type="toc">' },
      { kind: 'text', path: nav.path, span: [at, at], after: '</nav>' },
    ]
  }
  const entries = navList(nav.path, bestToc(publication))
  if (!entries) return undefined
  const inSpine = packageOf(publication)?.itemrefs.some(({ item }) => item?.path === nav.path)
  const xml = `<nav epub:type="toc"${inSpine ? ' hidden="hidden"' : ''}>\n${entries}\n    </nav>`
  const first = childElements(body, 'nav')[0]
  return [...namespace, first ? insertBefore(nav, first, xml) : append(nav, body, xml)]
}

const insideList = (element: Element): boolean => {
  for (let at = element.parent; at && 'name' in at; at = at.parent) if (isList(at as Element)) return true
  return false
}
