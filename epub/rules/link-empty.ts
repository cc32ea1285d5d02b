import { pagesOf } from '../content/documents.ts'
import { dropElement, found } from '../package/edit.ts'
import { findElements, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** A `link` without an address links nothing, and HTML requires one. */
export const linkEmpty = defineRule({
  id: 'link-empty',
  feature: 14,
  answers: [{ id: 'RSC-005', text: /element "link"/ }],
  class: 'auto',
  why: 'A page asked for a style sheet without saying which.',

  detect: (publication) =>
    [...pagesOf(publication)].flatMap((resource) =>
      findElements(treeOf(resource), 'link')
        .filter(({ attribs }) => !attribs.href?.trim() && attribs.imagesrcset === undefined)
        .map((link) => found(resource, dropElement(resource, link))),
    ),

  fix: carriedPatches,
})
