import { isRemote, resolve } from '../href.ts'
import { dropElement, found } from '../package/edit.ts'
import { isHyperlink, isInContent } from '../package/links.ts'
import { allReferences } from '../references.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** A `base` on the web makes every relative address of the page lead there; where the files are in the book, it is the base that is wrong. */
export const linkBase = defineRule({
  id: 'link-base',
  feature: 14,
  answers: [{ id: 'RSC-006' }],
  class: 'auto',
  why: 'A page looked for its pictures and styles on the web though they are in the book.',

  detect(publication) {
    const all = allReferences(publication)
    return all.flatMap((base) => {
      const resource = publication.resources.get(base.from)
      if (base.element !== 'base' || !base.node || !resource || !isRemote(base.value) || !isInContent(publication, base))
        return []
      const own = all.some((one) => {
        if (one.from !== base.from || one === base || isHyperlink(one) || isRemote(one.value) || one.value === '') return false
        const path = resolve(one.from, one.value)
        return path !== undefined && publication.resources.has(path)
      })
      return own ? [found(resource, dropElement(resource, base.node))] : []
    })
  },

  fix: carriedPatches,
})
