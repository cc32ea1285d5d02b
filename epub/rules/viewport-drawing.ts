import { found, setAttribute } from '../package/edit.ts'
import { fixedPages, likelySize } from '../package/fixed-layout.ts'
import { packageOf } from '../package/package.ts'
import { childElements, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** A drawing that is a page of fixed layout says its size by `viewBox` (EPUB 3.3 section 8.2.2.6). */
export const viewportDrawing = defineRule({
  id: 'viewport-drawing',
  feature: 28,
  answers: [{ id: 'HTM-048' }],
  class: 'auto',
  why: 'A drawn page did not say how large it is, so reading apps could not fit it to the screen.',

  async detect(publication) {
    const book = packageOf(publication)
    const findings: Finding[] = []
    for (const path of fixedPages(publication)) {
      const resource = publication.resources.get(path)
      if (!resource?.bytes || book?.itemAt(path)?.mediaType !== 'image/svg+xml') continue
      const root = childElements(treeOf(resource))[0]
      if (!root || localName(root) !== 'svg' || root.attribs.viewBox?.trim()) continue
      const { width, height } = root.attribs
      if (/^\s*\d+(\.\d+)?(px)?\s*$/.test(width ?? '') && /^\s*\d+(\.\d+)?(px)?\s*$/.test(height ?? '')) continue
      const [w, h] = [number(width), number(height)]
      const size = w && h ? { width: w, height: h } : await likelySize(publication, resource)
      findings.push(found(resource, setAttribute(resource, root, 'viewBox', `0 0 ${size.width} ${size.height}`)))
    }
    return findings
  },

  fix: carriedPatches,
})

/** CSS pixels of a length in an absolute unit. */
function number(length: string | undefined): string | undefined {
  const [, value, unit = 'px'] = /^\s*(\d+(?:\.\d+)?)\s*(px|pt|pc|in|cm|mm)?\s*$/.exec(length ?? '') ?? []
  const per: Record<string, number> = { px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 }
  return value === undefined ? undefined : String(Math.round(Number(value) * per[unit]!))
}
