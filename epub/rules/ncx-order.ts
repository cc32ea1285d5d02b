import { ncxOf } from '../navigation/navigation.ts'
import { found, setAttribute, type TextPatch } from '../package/edit.ts'
import { childElements, type Element, findElements, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

const srcOf = (element: Element) => childElements(element, 'content')[0]?.attribs.src

/** The numbers of the entries: from 1, without gaps, equal for the same target and only for it. */
function isOrdered(points: readonly Element[]): boolean {
  const bySource = new Map<string | undefined, string>()
  const byNumber = new Map<string, string | undefined>()
  const numbers = new Set<number>()
  for (const point of points) {
    const written = point.attribs.playOrder
    if (written === undefined) continue
    if (!/^[1-9]\d*$/.test(written)) return false
    numbers.add(Number(written))
    const src = srcOf(point)
    if (src === undefined) continue
    if ((bySource.get(src) ?? written) !== written || (byNumber.has(written) && byNumber.get(written) !== src)) return false
    bySource.set(src, written)
    byNumber.set(written, src)
  }
  return [...numbers].every((number) => number === 1 || numbers.has(number - 1))
}

/** Entries are numbered in reading order (NCX schematron of EPUBCheck): all anew when one number is wrong. */
export const ncxOrder = defineRule({
  id: 'ncx-order',
  feature: 13,
  answers: [{ id: 'RSC-005', text: /playOrder/ }],
  class: 'auto',
  why: 'The entries of the table of contents were numbered wrongly, so some reading apps jumped to the wrong page.',

  detect(publication) {
    const ncx = ncxOf(publication)
    if (!ncx?.bytes) return []
    const points = findElements(treeOf(ncx), '*').filter((one) => /^(navPoint|pageTarget|navTarget)$/.test(localName(one)))
    if (isOrdered(points)) return []
    const numbers = new Map<string, number>()
    const patches: TextPatch[] = []
    for (const point of points) {
      if (point.attribs.playOrder === undefined) continue
      const src = srcOf(point) ?? `#${numbers.size}`
      const number = numbers.get(src) ?? numbers.size + 1
      numbers.set(src, number)
      if (point.attribs.playOrder !== String(number)) patches.push(setAttribute(ncx, point, 'playOrder', String(number)))
    }
    return patches.map((patch) => found(ncx, patch))
  },

  fix: carriedPatches,
})
