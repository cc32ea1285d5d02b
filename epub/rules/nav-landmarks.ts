import { resolve } from '../href.ts'
import { navOf, navsOf } from '../navigation/navigation.ts'
import { dropElement, found, renameElement, setAttribute } from '../package/edit.ts'
import { packageOf, readingOrder, words } from '../package/package.ts'
import { childElements, type Element, findElements, innerText, localName } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** What a landmark is, by its name or where it leads. */
function typeFor(text: string, path: string | undefined, nav: string, first: string | undefined): string {
  const clue = `${text} ${path ?? ''}`.toLowerCase()
  if (/cover/.test(clue)) return 'cover'
  if (path === nav || /contents|toc\b|inhalt|índice|sommaire/.test(clue)) return 'toc'
  if (/title ?page/.test(clue)) return 'titlepage'
  if (/copyright|colophon/.test(clue)) return 'copyright-page'
  if (/index/.test(clue)) return 'index'
  if (/begin|start|text|chapter|anfang/.test(clue) || path === first) return 'bodymatter'
  return 'bodymatter'
}

/** Landmarks say what they are and stand once (EPUB 3.3 section 7.4.3); contents, pages and landmarks have one list each. */
export const navLandmarks = defineRule({
  id: 'nav-landmarks',
  feature: 13,
  answers: [{ id: 'RSC-005', text: /landmarks|page-list|epub:type/ }],
  class: 'auto',
  why: 'The shortcuts to the cover and the beginning were not marked, so reading apps ignored them.',

  detect(publication) {
    const nav = navOf(publication)
    if (!nav?.bytes || packageOf(publication)?.version !== '3.0') return []
    const findings: Finding[] = []
    for (const type of ['landmarks', 'page-list'])
      for (const extra of navsOf(nav, type).slice(1))
        findings.push(found(nav, [...renameElement(nav, extra, 'div'), setAttribute(nav, extra, 'epub:type', 'list')]))
    const first = readingOrder(publication)[0]
    const landmarks = navsOf(nav, 'landmarks')[0]
    const seen = new Map<string, Set<string>>()
    for (const link of landmarks ? findElements(landmarks, 'a') : []) {
      const href = link.attribs.href?.trim() ?? ''
      const written = words(link.attribs['epub:type'])
      const types = written.length > 0 ? written : [typeFor(innerText(link), resolve(nav.path, href), nav.path, first)]
      const known = seen.get(href.toLowerCase()) ?? new Set<string>()
      seen.set(href.toLowerCase(), known)
      const kept = types.filter((type) => !known.has(type.toLowerCase()))
      for (const type of kept) known.add(type.toLowerCase())
      const item = link.parent as Element
      if (kept.length === 0 && localName(item) === 'li' && childElements(item).length === 1)
        findings.push(found(nav, dropElement(nav, item)))
      else if (kept.length > 0 && (written.length === 0 || kept.length < written.length))
        findings.push(found(nav, setAttribute(nav, link, 'epub:type', kept.join(' '))))
    }
    return findings
  },

  fix: carriedPatches,
})
