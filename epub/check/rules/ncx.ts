import * as ns from '../document/namespaces.ts'
import { attributeOf, elementChildren, type XmlElement } from '../document/xml-document.ts'
import { normal, type Rule } from './tree.ts'

const isNcx = (element: XmlElement, local: string) => element.namespace === ns.ncx && element.local === local

const pageTargets: Rule = ({ elements }, say) => {
  const pages = elements.filter((element) => isNcx(element, 'pageTarget'))
  const keyOf = (page: XmlElement) => {
    const type = attributeOf(page, 'type')
    const value = attributeOf(page, 'value')
    return type === undefined || value === undefined ? undefined : `${type}\n${value}`
  }
  const counts = Map.groupBy(pages, keyOf)
  for (const page of pages) {
    if (!page.parent || !isNcx(page.parent, 'pageList') || attributeOf(page, 'value') === undefined) continue
    const key = keyOf(page)
    if (key === undefined || counts.get(key)!.length !== 1) say('RSC-005', page, 'The value and type of a page must be its own.')
  }
}

const languages: Rule = ({ elements }, say) => {
  for (const element of elements) {
    if (!isNcx(element, 'navLabel') && !isNcx(element, 'navInfo')) continue
    const language = attributeOf(element, 'lang', ns.xml)
    if (language === undefined || !element.parent) continue
    const same = elementChildren(element.parent).filter(
      (one) => isNcx(one, element.local) && attributeOf(one, 'lang', ns.xml) === language,
    )
    if (same.length > 1) say('RSC-005', element, `There is more than one “${element.local}” in the language “${language}”.`)
  }
}

/** `playOrder` numbers the targets of the book from 1, without gaps, the same target always with the same number. */
const playOrder: Rule = ({ elements }, say) => {
  const ordered = elements.filter((element) => attributeOf(element, 'playOrder') !== undefined)
  if (ordered.length === 0) return
  const orderOf = (element: XmlElement) => Number(attributeOf(element, 'playOrder')!.trim() || Number.NaN)
  const contentsOf = (element: XmlElement) => elementChildren(element).filter((child) => isNcx(child, 'content'))
  const sourcesOf = (element: XmlElement) => contentsOf(element).flatMap((content) => attributeOf(content, 'src') ?? [])

  const numbers = new Set(ordered.map(orderOf))
  const hasFirst = ordered.some((element) => attributeOf(element, 'playOrder') === '1')
  const sourcesByOrder = new Map<number, Set<string>>()
  const ordersBySource = new Map<string, Set<number>>()
  for (const element of ordered)
    for (const source of sourcesOf(element)) {
      const order = orderOf(element)
      sourcesByOrder.set(order, (sourcesByOrder.get(order) ?? new Set()).add(source))
      ordersBySource.set(source, (ordersBySource.get(source) ?? new Set()).add(order))
    }

  for (const element of ordered) {
    const order = orderOf(element)
    const sources = sourcesOf(element)
    if (!hasFirst && element.parent) say('RSC-005', element, 'No entry has the “playOrder” 1.')
    if (order > 1 && !numbers.has(order - 1)) say('RSC-005', element, `“playOrder” has a gap before ${order}.`)
    if (sources.length > 0 && [...(sourcesByOrder.get(order) ?? [])].some((source) => sources.some((own) => own !== source)))
      say('RSC-005', element, `Entries with the “playOrder” ${order} lead to different targets.`)
    if (sources.some((source) => [...ordersBySource.get(source)!].some((other) => other !== order)))
      say('RSC-005', element, 'Entries that lead to the same target have different “playOrder”.')
  }
}

const ids: Rule = ({ elements }, say) => {
  const identified = elements.filter((element) => attributeOf(element, 'id') !== undefined)
  const counts = Map.groupBy(identified, (element) => normal(attributeOf(element, 'id')))
  for (const element of identified) {
    const id = normal(attributeOf(element, 'id'))
    if (counts.get(id)!.length > 1) say('RSC-005', element, `The id “${id}” is used more than once.`)
  }
}

/** What EPUBCheck's Schematron for the NCX says. */
export const ncx: readonly Rule[] = [pageTargets, languages, playOrder, ids]
