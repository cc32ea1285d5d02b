import * as ns from '../../document/namespaces.ts'
import { attributeOf, elementChildren, textContent, type XmlElement } from '../../document/xml-document.ts'
import { ancestor, hasType, isHtml, normal, type Rule } from '../tree.ts'

const isRegions = (element: XmlElement) => isHtml(element, 'nav') && hasType(element, 'region-based')

/** What a data navigation document must hold (EPUB Region-Based Navigation 1.0). */
export const dataNavigation: readonly Rule[] = [
  ({ elements }, say) => {
    for (const element of elements) {
      if (!isHtml(element)) continue
      const children = elementChildren(element)
      const html = children.filter((child) => isHtml(child))
      if (element.local === 'nav') {
        if (!ancestor(element, (one) => isHtml(one, 'nav')) && !normal(attributeOf(element, 'type', ns.ops)))
          say('RSC-005', element, 'A “nav” of a data navigation document must say what it is.')
        if (isRegions(element) && !(children.length === 1 && isHtml(children[0], 'ol')))
          say('RSC-005', element, 'A region-based navigation must hold exactly one “ol”.')
      }
      if (!ancestor(element, isRegions)) continue
      if (element.local === 'li') {
        if (!isHtml(html[0], 'a', 'span')) say('RSC-005', element, 'An entry must begin with a link or a “span”.')
        if (html.length > 1 && !(html.length === 2 && isHtml(html[1], 'ol')))
          say('RSC-005', element, 'Only one “ol” may follow in an entry.')
      } else if (element.local === 'a') {
        if (normal(textContent(element))) say('RSC-017', element, 'Links of a region-based navigation should hold no text.')
      } else if (element.local === 'span') {
        const links = html.filter((child) => child.local === 'a').length
        if (html.length !== 2 || links !== 2) say('RSC-005', element, 'A “span” must hold exactly two links.')
      }
    }
  },
]
