import { isRemote, resolve } from '../href.ts'
import { ncxOf } from '../navigation/navigation.ts'
import { tocFromHeadings } from '../navigation/targets.ts'
import { navPoints } from '../navigation/write.ts'
import { dropElement, found, setAttribute, setContent } from '../package/edit.ts'
import { findFile } from '../package/match.ts'
import { childElements, type Element, findElements, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** An entry of the NCX leads to a file of the book: one whose file is lost takes the place of what is below it, else it goes. */
export const ncxLinks = defineRule({
  id: 'ncx-links',
  feature: 13,
  answers: [{ id: 'RSC-007' }, { id: 'RSC-006' }, { id: 'RSC-010' }],
  class: 'auto',
  why: 'A line of the table of contents led nowhere.',

  detect(publication) {
    const ncx = ncxOf(publication)
    if (!ncx?.bytes) return []
    const contentOf = (point: Element) => childElements(point, 'content')[0]
    const isDead = (content: Element) => {
      const src = content.attribs.src?.trim() ?? ''
      if (src === '') return false
      if (isRemote(src)) return true
      const path = resolve(ncx.path, src)
      return !(path !== undefined && publication.resources.has(path)) && !findFile(publication, ncx.path, src)
    }
    const points = findElements(treeOf(ncx), '*').filter((one) => /^(navPoint|pageTarget|navTarget)$/.test(localName(one)))
    const dead = points.filter((point) => contentOf(point) && isDead(contentOf(point)!))
    if (dead.length === 0) return []
    const map = findElements(treeOf(ncx), 'navMap')[0]
    if (dead.length === points.length) {
      // Not one entry leads anywhere: the list is written anew from the pages.
      const fresh = navPoints(ncx.path, tocFromHeadings(publication))
      return fresh && map
        ? [found(ncx, setContent(ncx, map, `\n${fresh}  `), { note: 'None of its entries led to a page of the book.' })]
        : []
    }
    const findings: Finding[] = []
    const dropped = new Set<Element>()
    for (const point of dead) {
      if (point.parent && dropped.has(point.parent as Element)) {
        dropped.add(point)
        continue
      }
      const content = contentOf(point)!
      const note = `“${content.attribs.src}” is not in the book.`
      const below = findElements(point, 'content').find((one) => one !== content && !isDead(one))
      if (below) findings.push(found(ncx, setAttribute(ncx, content, 'src', below.attribs.src ?? ''), { note }))
      else {
        dropped.add(point)
        findings.push(found(ncx, dropElement(ncx, point), { note }))
      }
    }
    return findings
  },

  fix: carriedPatches,
})
