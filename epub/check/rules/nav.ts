import * as ns from '../document/namespaces.ts'
import { attributeOf, elementChildren, type XmlElement } from '../document/xml-document.ts'
import { ancestor, below, hasType, isHtml, isLabelled, normal, type Rule, wordsOf } from './tree.ts'

const heading = /^h[1-6]$/

const navigations: Rule = ({ elements }, say) => {
  for (const body of elements) {
    if (!isHtml(body, 'body')) continue
    const navs = [...below(body)].filter((element) => isHtml(element, 'nav'))
    const count = (type: string) => navs.filter((nav) => hasType(nav, type)).length
    if (count('toc') !== 1) say('RSC-005', body, `There must be exactly one “toc” navigation; there are ${count('toc')}.`)
    for (const type of ['page-list', 'landmarks'])
      if (count(type) > 1) say('RSC-005', body, `There must be only one “${type}” navigation; there are ${count(type)}.`)
  }
}

const inTypedNav = (element: XmlElement) =>
  ancestor(element, (one) => isHtml(one, 'nav') && attributeOf(one, 'type', ns.ops) !== undefined) !== undefined

const labels: Rule = ({ elements }, say) => {
  for (const element of elements) {
    if (isHtml(element, 'a', 'span') && inList(element) && !isLabelled(element))
      say('RSC-005', element, `A “${element.local}” of the navigation must hold text.`)
    if (isHtml(element) && heading.test(element.local) && !isLabelled(element))
      say('RSC-005', element, 'A heading must hold text.')
  }
}

/** Inside a list that is inside a navigation. */
function inList(element: XmlElement): boolean {
  const list = ancestor(element, (one) => isHtml(one, 'ol') && inTypedNav(one))
  return list !== undefined
}

const landmarks: Rule = ({ elements }, say) => {
  const isLandmarks = (element: XmlElement) => isHtml(element, 'nav') && hasType(element, 'landmarks')
  const anchors = elements.filter(
    (element) =>
      isHtml(element, 'a') && ancestor(element, (list) => isHtml(list, 'ol') && ancestor(list, isLandmarks) !== undefined),
  )
  for (const anchor of anchors) {
    if (attributeOf(anchor, 'type', ns.ops) === undefined)
      say('RSC-005', anchor, 'A landmark must say what it is by “epub:type”.')
    const types = lowerTypes(anchor)
    const target = lowerHref(anchor)
    const isDouble = anchors.some(
      (other) => other !== anchor && lowerHref(other) === target && lowerTypes(other).some((type) => types.includes(type)),
    )
    if (isDouble && types.length > 0)
      say('RSC-005', anchor, `There is another landmark of the same type that leads to “${target}”.`)
  }
}

const lowerTypes = (element: XmlElement) => {
  const value = attributeOf(element, 'type', ns.ops)
  return value === undefined ? [] : wordsOf(value.toLowerCase())
}
const lowerHref = (element: XmlElement) => normal(attributeOf(element, 'href')?.toLowerCase())

const headings: Rule = ({ elements }, say) => {
  for (const nav of elements) {
    if (!isHtml(nav, 'nav') || attributeOf(nav, 'type', ns.ops) === undefined) continue
    if (!hasType(nav, 'toc', 'page-list', 'landmarks')) {
      const [first] = elementChildren(nav)
      if (!isHtml(first) || !heading.test(first!.local))
        say('RSC-005', nav, 'A navigation of another kind must begin with a heading.')
    }
    if (hasType(nav, 'page-list', 'landmarks') && [...below(nav)].filter((one) => isHtml(one, 'ol')).length !== 1)
      say('RSC-017', nav, `The “${attributeOf(nav, 'type', ns.ops)}” should be one flat list.`)
  }
}

/** What EPUBCheck's Schematron for the navigation document says. */
export const nav: readonly Rule[] = [navigations, landmarks, labels, headings]
