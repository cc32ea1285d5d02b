import { isRemote, resolve } from '../href.ts'
import { navOf } from '../navigation/navigation.ts'
import { tocFromHeadings } from '../navigation/targets.ts'
import { navList } from '../navigation/write.ts'
import { dropAttribute, dropElement, found, renameElement, replaceElement, replaceText } from '../package/edit.ts'
import { findFile } from '../package/match.ts'
import { packageOf, words } from '../package/package.ts'
import { textOf } from '../publication.ts'
import { childElements, type Element, elementSpan, findElement, findElements, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** An entry of the contents leads to a page of the book (EPUB 3.3 section 7.3). One whose page is lost stays as a heading of what is below it, else it goes. */
export const navLinks = defineRule({
  id: 'nav-links',
  feature: 13,
  answers: [{ id: 'RSC-007' }, { id: 'NAV-010' }, { id: 'RSC-010' }],
  class: 'auto',
  changesText: true,
  why: 'A line of the table of contents led nowhere.',

  detect(publication) {
    const nav = navOf(publication)
    if (!nav?.bytes || packageOf(publication)?.version !== '3.0') return []
    const findings: Finding[] = []
    for (const element of findElements(treeOf(nav), 'nav')) {
      const types = words(element.attribs['epub:type'])
      if (types.length === 0) continue
      const inside = types.some((type) => /^(toc|landmarks|page-list)$/.test(type))
      const dead = (link: Element) => {
        const href = link.attribs.href?.trim() ?? ''
        if (/^(data:|javascript:)/i.test(href)) return true
        if (isRemote(href)) return inside
        const path = resolve(nav.path, href)
        return !(path !== undefined && publication.resources.has(path)) && !findFile(publication, nav.path, href)
      }
      const links = findElements(element, 'a').filter(({ attribs }) => attribs.href !== undefined)
      const lost = new Set(links.filter(dead))
      if (lost.size === 0) continue
      if (lost.size === links.length && !types.includes('toc')) {
        findings.push(found(nav, dropElement(nav, element), { note: 'None of its entries leads to a page of the book.' }))
        continue
      }
      // A page of the web is no part of the contents, but a link to it may stand below them.
      const outside = [...lost].filter(
        ({ attribs }) => /^(https?:)?\/*[^/]/i.test(attribs.href!.trim()) && isRemote(attribs.href!.trim()),
      )
      if (outside.length > 0) {
        const source = textOf(nav)
        const below = outside.map((link) => `\n<p>${source.slice(...elementSpan(link))}</p>`).join('')
        const end = elementSpan(element)[1]
        findings.push(found(nav, replaceText(nav, [end, end], below), { note: 'Links to the web now stand below the list.' }))
      }
      if (lost.size === links.length) {
        // Not one entry leads anywhere: the list is written anew from the pages.
        const list = navList(nav.path, tocFromHeadings(publication))
        const old = findElement(element, 'ol')
        if (list && old)
          findings.push(
            found(nav, replaceElement(nav, old, list.trimStart()), { note: 'None of its entries led to a page of the book.' }),
          )
        continue
      }
      for (const link of lost) {
        const item = link.parent as Element | null
        if (!item || localName(item) !== 'li') continue
        const list = childElements(item, 'ol')[0]
        const survives = list && findElements(list, 'a').some((one) => !lost.has(one))
        const note = `“${link.attribs.href}” is not in the book.`
        if (survives) {
          const others = Object.keys(link.attribs).filter((name) => /^(href|hreflang|target|rel|type|download|ping)$/.test(name))
          findings.push(
            found(nav, [...renameElement(nav, link, 'span'), ...others.flatMap((name) => dropAttribute(nav, link, name))], {
              note,
            }),
          )
        } else if (!insideLost(item, lost)) findings.push(found(nav, dropElement(nav, highest(item, lost)), { note }))
      }
    }
    return findings
  },

  fix: carriedPatches,
})

/** Whether the item goes with one further up that is dropped as a whole. */
const insideLost = (item: Element, lost: ReadonlySet<Element>): boolean => {
  const parent = item.parent?.parent as Element | null | undefined
  if (!parent || localName(parent) !== 'li') return false
  return findElements(parent, 'a').every((one) => lost.has(one))
}

/** The list itself, when nothing but this item stands in it and it hangs below a label. */
const highest = (item: Element, lost: ReadonlySet<Element>): Element => {
  const list = item.parent as Element
  const all = findElements(list, 'a')
  const hangs = list.parent && localName(list.parent as Element) === 'li'
  return hangs && all.every((one) => lost.has(one)) && childElements(list)[0] === item && findElement(list, 'a') ? list : item
}
