import { resolve } from '../href.ts'
import { fixedPages, sizeIn, viewportsOf } from '../package/fixed-layout.ts'
import { packageOf } from '../package/package.ts'
import { pixelsOf } from '../platforms/pixels.ts'
import type { Publication } from '../publication.ts'
import { findElements, innerText, treeOf } from '../xml.ts'
import { defineRule, type Finding } from './rule.ts'

/** What only the maker of a fixed layout can decide: two pages always side by side, pictures larger than their page (KOB-10). */
export const viewportPicture = defineRule({
  id: 'viewport-picture',
  feature: 28,
  answers: [{ id: 'KOB-10' }],
  class: 'report',
  why: 'Kobo’s readers show such pages cut off or too small.',

  detect(publication) {
    const book = packageOf(publication)
    const both = book
      ?.metas('meta')
      .some((meta) => meta.attribs.property?.trim() === 'rendition:spread' && innerText(meta).trim() === 'both')
    const spread: Finding[] =
      book && both ? [{ path: book.path, before: 'both', note: 'Every two pages are always shown side by side.' }] : []
    return [...spread, ...largePictures(publication)]
  },

  fix: () => [],
})

/** Pictures with twice the pixels of their page in one direction, by the page's own size. */
export const largePictures = (publication: Publication): Finding[] =>
  fixedPages(publication).flatMap((path) => {
    const page = publication.resources.get(path)
    const size = page?.bytes && sizeIn(viewportsOf(page)[0]?.attribs.content)
    if (!page || !size || !Number(size.width) || !Number(size.height)) return []
    return findElements(treeOf(page), 'img').flatMap(({ attribs }): Finding[] => {
      const picture = publication.resources.get(resolve(path, attribs.src ?? '') ?? '')
      const pixels = picture && pixelsOf(picture.head)
      if (!pixels || (pixels.width <= 2 * Number(size.width) && pixels.height <= 2 * Number(size.height))) return []
      return [
        {
          path,
          note: `“${attribs.src}” has ${pixels.width} × ${pixels.height} pixels on a page of ${size.width} × ${size.height}.`,
        },
      ]
    })
  })
