import { decodePath, parseHref, resolve } from '../href.ts'
import { labelOf, navOf } from '../navigation/navigation.ts'
import { labelFor } from '../navigation/targets.ts'
import { found, setContent } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { childElements, escapeXml, findElements, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Each entry of the contents has words to show (EPUB 3.3 section 7.3): an empty one takes those of the heading it leads to. */
export const navLabels = defineRule({
  id: 'nav-labels',
  feature: 13,
  answers: [{ id: 'RSC-005', text: /must contain text/ }],
  class: 'auto',
  why: 'Some lines of the table of contents were empty, so there was nothing to tap on.',

  detect(publication) {
    const nav = navOf(publication)
    if (!nav?.bytes || packageOf(publication)?.version !== '3.0') return []
    return findElements(treeOf(nav), 'nav')
      .filter(({ attribs }) => attribs['epub:type'] !== undefined)
      .flatMap((one) => findElements(one, 'li'))
      .flatMap((item) => {
        const label = childElements(item)[0]
        if (!label || !/^(a|span)$/.test(localName(label)) || labelOf(label) || label.attribs['aria-label']) return []
        const below = findElements(item, 'a').map(labelOf).find(Boolean)
        const href = label.attribs.href
        const path = href === undefined ? undefined : resolve(nav.path, href)
        const fragment = href === undefined ? undefined : parseHref(href).fragment
        const text = path ? labelFor(publication, path, fragment && decodePath(fragment)) : below
        return text ? [found(nav, setContent(nav, label, escapeXml(text)))] : []
      })
  },

  fix: carriedPatches,
})
