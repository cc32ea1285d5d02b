import * as ns from '../../document/namespaces.ts'
import { attributeOf, elementChildren, type XmlElement } from '../../document/xml-document.ts'
import { ancestor, below, hasType, isHtml, normal, type Rule } from '../tree.ts'

const isTyped = (element: XmlElement) => attributeOf(element, 'type', ns.ops) !== undefined
const isHeading = (element: XmlElement) => /^h[1-6]$/.test(element.local)
const sections = ['section', 'article', 'aside', 'nav']

/** A list of entries, by its type or by standing in an index. */
const isEntryList = (element: XmlElement) =>
  isHtml(element, 'ul') &&
  (hasType(element, 'index-entry-list') ||
    (!isTyped(element) &&
      ancestor(element, (one) => isHtml(one) && hasType(one, 'index')) !== undefined &&
      ancestor(element, (one) => isHtml(one) && hasType(one, 'index-headnotes')) === undefined))

const isEntry = (element: XmlElement) =>
  hasType(element, 'index-entry') || (isHtml(element, 'li') && element.parent !== undefined && isEntryList(element.parent))

/** Elements inside that belong to no nearer element of the index. */
const ownOf = (element: XmlElement, boundary: 'ul' | 'li') =>
  [...below(element)].filter(
    (one) => isHtml(one) && ancestor(one, (outer) => isHtml(outer) && (isTyped(outer) || outer.local === boundary)) === element,
  )

const nearestTyped = (element: XmlElement) => ancestor(element, (one) => isHtml(one) && isTyped(one))
const nearestEntryPart = (element: XmlElement) => ancestor(element, (one) => isHtml(one) && (one.local === 'li' || isTyped(one)))

const structure: Rule = ({ elements }, say) => {
  const fail = (element: XmlElement, text: string) => say('RSC-005', element, text)
  for (const element of elements) {
    if (!isHtml(element)) continue
    const { local } = element
    const parent = nearestTyped(element)
    if (hasType(element, 'index')) {
      const own = ownOf(element, 'ul')
      const lists = own.filter((one) => one.local === 'ul' || hasType(one, 'index-entry-list'))
      if (!['body', ...sections].includes(local)) fail(element, 'An “index” must be the body or a section.')
      if (own.filter(isHeading).length > 1) fail(element, 'An “index” can have one heading only.')
      if (own.filter((one) => hasType(one, 'index-headnotes')).length > 1)
        fail(element, 'An “index” can have one “index-headnotes” only.')
      if (own.some((one) => hasType(one, 'index-group')) ? lists.length > 0 : lists.length !== 1)
        fail(element, 'An “index” must hold either one list of entries or groups.')
    }
    if (hasType(element, 'index-headnotes')) {
      if (!['header', ...sections].includes(local)) fail(element, '“index-headnotes” must be a header or a section.')
      if (!parent || !hasType(parent, 'index')) fail(element, '“index-headnotes” must stand in an “index”.')
    }
    if (hasType(element, 'index-legend')) {
      if (!['dl', ...sections].includes(local)) fail(element, 'An “index-legend” must be a “dl” or a section.')
      if (!parent || !hasType(parent, 'index-headnotes')) fail(element, 'An “index-legend” must stand in “index-headnotes”.')
    }
    if (hasType(element, 'index-group')) {
      const own = ownOf(element, 'ul')
      if (!sections.includes(local)) fail(element, 'An “index-group” must be a section.')
      if (!parent || !hasType(parent, 'index')) fail(element, 'An “index-group” must stand in an “index”.')
      if (own.filter(isHeading).length > 1) fail(element, 'An “index-group” can have one heading only.')
      if (own.filter((one) => one.local === 'ul').length !== 1)
        fail(element, 'An “index-group” must hold exactly one list of entries.')
    }
    if (hasType(element, 'index-entry-list') || isEntryList(element)) {
      const inEntry =
        ancestor(element, (one) => isHtml(one, 'li') && one.parent !== undefined && isEntryList(one.parent)) !== undefined
      if (local !== 'ul') fail(element, 'An “index-entry-list” must be a “ul”.')
      if (!(parent && hasType(parent, 'index', 'index-group', 'index-entry')) && !inEntry)
        fail(element, 'An “index-entry-list” must stand in an index, a group or an entry.')
      if (!elementChildren(element).some((one) => isHtml(one, 'li'))) fail(element, 'An “index-entry-list” must hold an entry.')
    }
  }
}

const listLike = [
  'index-entry-list',
  'index-editor-note',
  'index-locator-list',
  'index-locator',
  'index-locator-range',
  'index-xref-preferred',
  'index-xref-related',
]

const entries: Rule = ({ elements }, say) => {
  for (const element of elements) {
    if (!isHtml(element) || !isEntry(element)) continue
    const fail = (text: string) => say('RSC-005', element, text)
    const own = ownOf(element, 'li')
    const count = (test: (one: XmlElement) => boolean) => own.filter(test).length
    const isPlainList = (one: XmlElement) => one.local === 'ul' && !isTyped(one)
    if (element.local !== 'li') fail('An “index-entry” must be a “li”.')
    if (!element.parent || !isEntryList(element.parent)) fail('An “index-entry” must stand in a list of entries.')
    if (count((one) => hasType(one, 'index-term') && !hasType(one, 'index-xref-related', 'index-xref-preferred')) !== 1)
      fail('An “index-entry” must have exactly one “index-term”.')
    if (count((one) => isPlainList(one) || hasType(one, ...listLike)) === 0) fail('An “index-entry” must lead somewhere.')
    if (count((one) => isPlainList(one) || hasType(one, 'index-entry-list')) > 1)
      fail('An “index-entry” can hold one list of entries only.')
    const hasLocators = count((one) => hasType(one, 'index-locator-list')) > 0
    if (hasLocators && count((one) => hasType(one, 'index-locator', 'index-locator-range')) > 0)
      fail('An “index-entry” must not have both a list of locators and single ones.')
    for (const type of ['index-locator-list', 'index-editor-note'])
      if (count((one) => hasType(one, type)) > 1) fail(`An “index-entry” can have one “${type}” only.`)
    if (count((one) => hasType(one, 'index-xref-preferred')) > 0 && count((one) => hasType(one, 'index-xref-related')) > 0)
      fail('An “index-entry” must not have both preferred and related references.')
  }
}

const phrases = new Set(
  `a abbr area audio b bdi bdo br button canvas cite code data datalist del dfn em embed i iframe img input ins kbd label map
  mark math meter noscript object output progress q ruby s samp script select small span strong sub sup svg textarea time u var
  video`.split(/\s+/),
)

const inEntryOnly = ['index-editor-note', 'index-locator-list', 'index-xref-related', 'index-xref-preferred']

const parts: Rule = ({ elements }, say) => {
  const fail = (element: XmlElement, text: string) => say('RSC-005', element, text)
  for (const element of elements) {
    if (!isHtml(element)) continue
    const { local } = element
    const around = nearestEntryPart(element)
    const isImplied = around !== undefined && isHtml(around, 'li') && around.parent !== undefined && isEntryList(around.parent)
    const inLocators = (...types: string[]) => ancestor(element, (one) => isHtml(one) && hasType(one, ...types)) !== undefined
    for (const type of inEntryOnly)
      if (hasType(element, type) && !(around && (hasType(around, 'index-entry') || isImplied)))
        fail(element, `“${type}” must stand in an entry.`)
    if (hasType(element, 'index-term')) {
      if (!phrases.has(local)) fail(element, 'An “index-term” must be an element of running text.')
      const isChild = element.parent && hasType(element.parent, 'index-entry', 'index-xref-related', 'index-xref-preferred')
      if (!isChild && !isImplied) fail(element, 'An “index-term” must stand in an entry or a cross-reference.')
    }
    if (hasType(element, 'index-locator-list')) {
      if (local !== 'ul') fail(element, 'An “index-locator-list” must be a “ul”.')
      if (![...below(element)].some((one) => hasType(one, 'index-locator') || (isHtml(one, 'a') && !isTyped(one))))
        fail(element, 'An “index-locator-list” must hold a locator.')
    }
    const isInList = inLocators('index-locator-list', 'index-locator-range')
    if (hasType(element, 'index-locator') || (local === 'a' && isInList)) {
      if (local !== 'a') fail(element, 'An “index-locator” must be a link.')
      if (!isInList && !isImplied) fail(element, 'An “index-locator” must stand in an entry or a list of locators.')
    }
    if (hasType(element, 'index-locator-range')) {
      const links = [...below(element)].filter((one) => isHtml(one, 'a')).length
      if (!inLocators('index-locator-list') && !isImplied)
        fail(element, 'An “index-locator-range” must stand in an entry or a list of locators.')
      if (links < 1 || links > 2) fail(element, 'An “index-locator-range” must hold one or two links.')
    }
    if (hasType(element, 'index-xref-preferred', 'index-xref-related')) {
      if (![element, ...below(element)].some((one) => isHtml(one) && hasType(one, 'index-term', 'index-term-category')))
        fail(element, 'A cross-reference must hold a term.')
    }
    if (hasType(element, 'index-term-category')) {
      const isReference =
        [element, ...below(element)].length > 0 &&
        (hasType(element, 'index-xref-related', 'index-xref-preferred') ||
          inLocators('index-xref-related', 'index-xref-preferred'))
      if (local !== 'a') fail(element, 'An “index-term-category” must be a link.')
      if (!isReference) fail(element, 'An “index-term-category” must stand in a cross-reference.')
    }
  }
}

/** The structure of an index, wherever there is one (EPUB Indexes 1.0). */
export const indexStructure: readonly Rule[] = [structure, entries, parts]

/** What a document that is declared as an index must hold. */
export const indexDocument: readonly Rule[] = [
  ({ elements }, say) => {
    for (const element of elements) {
      if (isHtml(element, 'html') && ![...below(element)].some((one) => hasType(one, 'index')))
        say('RSC-005', element, 'The document is declared as an index but holds none.')
      if (!isHtml(element, 'body') || !isHtml(element.parent, 'html') || hasType(element, 'index')) continue
      const hasOther = [...below(element)].some(
        (one) =>
          isHtml(one) &&
          normal(one.children.find((child) => typeof child === 'string')) !== '' &&
          ancestor(one, (outer) => isHtml(outer) && hasType(outer, 'index')) === undefined,
      )
      if (!hasOther) say('RSC-005', element, 'The document holds nothing but an index, so its body must have the type “index”.')
    }
  },
]
