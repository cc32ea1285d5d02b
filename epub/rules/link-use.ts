import { anchorsOf } from '../navigation/targets.ts'
import { found, setAttribute } from '../package/edit.ts'
import type { Patch } from '../patch.ts'
import { allReferences, pointTo } from '../references.ts'
import { childElements, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** SVG's `use` draws one element, so its address names one (RSC-015): without a fragment, the root of the drawing is meant. */
export const linkUse = defineRule({
  id: 'link-use',
  feature: 14,
  answers: [{ id: 'RSC-015' }],
  class: 'auto',
  why: 'A drawing borrowed from another one without saying which part.',

  detect(publication) {
    const findings: Finding[] = []
    const named = new Map<string, string>()
    for (const reference of allReferences(publication)) {
      if (reference.element !== 'use' || reference.fragment !== undefined || !reference.path || reference.path === reference.from)
        continue
      const target = publication.resources.get(reference.path)
      const root = target?.bytes && childElements(treeOf(target))[0]
      if (!target || !root) continue
      const patches: Patch[] = []
      let id = root.attribs.id ?? named.get(target.path)
      if (!id) {
        id = 'drawing'
        for (let n = 2; anchorsOf(target).has(id); n++) id = `drawing-${n}`
        named.set(target.path, id)
        patches.push(setAttribute(target, root, 'id', id))
      }
      const resource = publication.resources.get(reference.from)
      if (resource) findings.push(found(resource, [pointTo(reference, target.path, { fragment: id }), ...patches]))
    }
    return findings
  },

  fix: carriedPatches,
})
