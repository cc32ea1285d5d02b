import { packageOf } from '../package/package.ts'
import { wordCountOf } from '../text.ts'
import { findElements, treeOf } from '../xml.ts'
import { defineRule, type Finding } from './rule.ts'

const shown = /^(img|image|svg|math|audio|video|object|embed|iframe|canvas|hr|table|script)$/

/** Pages without a word or a picture are told: whether one is a pause or a slip, only the author knows. */
export const pageBlank = defineRule({
  id: 'page-blank',
  feature: 30,
  answers: [],
  class: 'report',
  platforms: ['adobe', 'kobo', 'kindle'],
  why: 'Readers turn to a page with nothing on it.',

  detect: (publication) =>
    (packageOf(publication)?.itemrefs ?? []).flatMap(({ item }): Finding[] => {
      const page = publication.resources.get(item?.path ?? '')
      if (!page?.bytes || item?.mediaType !== 'application/xhtml+xml' || wordCountOf(page) > 0) return []
      if (findElements(treeOf(page), '*').some(({ name }) => shown.test(name.replace(/^.*:/, '')))) return []
      return [{ path: page.path, note: 'The page holds no word and no picture.' }]
    }),

  fix: () => [],
})
