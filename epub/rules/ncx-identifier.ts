import { ncxOf } from '../navigation/navigation.ts'
import { found, setAttribute } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { findElements, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** The NCX only repeats the package's unique identifier, so the package is the one to believe. */
export const ncxIdentifier = defineRule({
  id: 'ncx-identifier',
  feature: 13,
  answers: [{ id: 'NCX-001' }, { id: 'NCX-004' }],
  class: 'auto',
  why: 'The table of contents claimed to belong to another book.',

  detect(publication) {
    const ncx = ncxOf(publication)
    const identifier = packageOf(publication)?.uniqueIdentifier
    if (!ncx?.bytes || !identifier) return []
    const tree = treeOf(ncx)
    const metas = findElements(tree, 'meta').filter(({ attribs }) => attribs.name === 'dtb:uid')
    return metas
      .filter(({ attribs }) => attribs.content !== identifier)
      .map((meta) => found(ncx, setAttribute(ncx, meta, 'content', identifier)))
  },

  fix: carriedPatches,
})
