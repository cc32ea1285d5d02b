import * as ns from '../document/namespaces.ts'
import { attributeOf, elementChildren, textContent, type XmlElement } from '../document/xml-document.ts'
import { ownValue } from '../own.ts'
import type { Say } from '../report.ts'
import { ancestor, below, isHtml, normal, type Rule, uniqueIds, wordsOf } from './tree.ts'

const encodingDeclaration: Rule = ({ elements }, say) => {
  for (const element of elements) {
    if (!isHtml(element, 'meta')) continue
    if (attributeOf(element, 'http-equiv')?.toLowerCase() === 'content-type') {
      if (!/text\/html;\s*charset=utf-8/i.test(normal(attributeOf(element, 'content'))))
        say('RSC-005', element, 'A “content-type” must be “text/html; charset=utf-8”.')
      if (siblings(element).some((one) => isHtml(one, 'meta') && attributeOf(one, 'charset') !== undefined))
        say('RSC-005', element, 'The encoding is declared in two ways: by “content-type” and by “charset”.')
    }
    if (attributeOf(element, 'charset') !== undefined) {
      const before = siblings(element)
      if (
        before.slice(0, before.indexOf(element)).some((one) => isHtml(one, 'meta') && attributeOf(one, 'charset') !== undefined)
      )
        say('RSC-005', element, 'The “charset” is declared more than once.')
    }
  }
}

const siblings = ({ parent }: XmlElement) => (parent ? elementChildren(parent) : [])

const title: Rule = ({ elements }, say) => {
  for (const element of elements) {
    if (isHtml(element, 'head') && !elementChildren(element).some((child) => isHtml(child, 'title')))
      say('RSC-017', element, 'The document has no “title”.')
    if (isHtml(element, 'title') && !normal(textContent(element))) say('RSC-005', element, 'The “title” is empty.')
  }
}

const outdated: Rule = ({ elements }, say) => {
  for (const element of elements) {
    if (element.namespace === ns.ops && (element.local === 'switch' || element.local === 'trigger'))
      say('RSC-017', element, `The element “epub:${element.local}” is outdated.`)
    if (!isHtml(element)) continue
    const stated = attributeOf(element, 'role')
    if (stated === undefined) continue
    const roles = wordsOf(stated)
    for (const role of ['doc-endnote', 'doc-biblioentry'])
      if (roles.includes(role)) say('RSC-017', element, `The role “${role}” is outdated.`)
  }
}

/** Elements that take clicks, where there must be one only. */
function isInteractive(element: XmlElement): boolean {
  const has = (name: string) => attributeOf(element, name) !== undefined
  switch (element.local) {
    case 'a':
    case 'button':
    case 'details':
    case 'embed':
    case 'iframe':
    case 'label':
    case 'menu':
    case 'select':
    case 'textarea':
      return true
    case 'audio':
    case 'video':
      return has('controls')
    case 'img':
    case 'object':
      return has('usemap')
    case 'input':
      return attributeOf(element, 'type')?.toLowerCase() !== 'hidden'
    default:
      return false
  }
}

const interactive = ['a', 'button']
const nowhereInside: ReadonlyMap<string, readonly string[]> = new Map([
  ['audio', ['audio', 'video']],
  ['video', ['audio', 'video']],
  ['address', ['address']],
  ['header', ['address', 'header', 'footer']],
  ['footer', ['address', 'header', 'footer']],
  ['form', ['form']],
  ['progress', ['progress']],
  ['meter', ['meter']],
  ['dfn', ['dfn']],
  ['table', ['caption']],
  ['label', ['label']],
])

function keepOutOf(element: XmlElement, outers: readonly string[], say: Say) {
  for (const outer of outers)
    if (ancestor(element, (one) => isHtml(one, outer)))
      say('RSC-005', element, `“${element.local}” must not stand inside “${outer}”.`)
}

const nesting: Rule = ({ elements }, say) => {
  for (const element of elements) {
    if (!isHtml(element)) continue
    const { local } = element
    if (isInteractive(element)) keepOutOf(element, interactive, say)
    const outers = nowhereInside.get(local)
    if (outers) keepOutOf(element, outers, say)
    if (local === 'area' && !ancestor(element, (one) => isHtml(one, 'map')))
      say('RSC-005', element, 'An “area” must stand inside a “map”.')
    if (local === 'img' && attributeOf(element, 'ismap') !== undefined) {
      const isLinked = ancestor(element, (one) => isHtml(one, 'a') && attributeOf(one, 'href') !== undefined)
      if (!isLinked) say('RSC-005', element, 'An “img” with “ismap” must stand inside a link.')
    }
    if (local === 'bdo' && attributeOf(element, 'dir') === undefined) say('RSC-005', element, '“bdo” needs the attribute “dir”.')
  }
}

/** Attributes whose words are ids of the same document. */
const idLists = ['aria-describedby', 'aria-flowto', 'aria-labelledby', 'aria-owns', 'aria-controls']
/** These and every other attribute that is looked at for the same reason. */
const referring = new Set([
  ...idLists,
  ...['for', 'xref', 'indenttarget', 'list', 'form', 'headers', 'observer', 'ref', 'aria-activedescendant'],
])
const labelled = new Set(['button', 'meter', 'output', 'progress', 'select', 'textarea'])

const idReferences: Rule = ({ elements }, say) => {
  const byId = new Map<string, XmlElement[]>()
  const add = (id: string, element: XmlElement) => {
    const known = byId.get(id)
    if (known) known.push(element)
    else byId.set(id, [element])
  }
  for (const element of elements) {
    const id = attributeOf(element, 'id')
    if (id !== undefined) add(id, element)
  }
  const targets = (id: string) => byId.get(id) ?? []

  for (const element of elements) {
    if (!element.attributes.some(({ local }) => referring.has(local))) continue
    const lists = isHtml(element, 'output') ? [...idLists, 'for'] : idLists
    for (const name of lists) {
      const value = attributeOf(element, name)
      if (value === undefined) continue
      const missing = normal(value)
        .split(' ')
        .filter((id) => id && targets(id).length === 0)
      if (missing.length > 0) say('RSC-005', element, `“${name}” refers to ids that are not there: ${missing.join(', ')}.`)
    }
    const single = (name: string, namespace = '', fits: (target: XmlElement) => boolean = () => true) => {
      const id = attributeOf(element, name, namespace)
      if (id !== undefined && !targets(id).some(fits)) say('RSC-005', element, `“${name}” refers to “${id}”, which is not there.`)
    }
    if (element.namespace === ns.mathml) {
      single('xref')
      single('indenttarget')
    }
    if (isHtml(element)) {
      if (element.local === 'input') single('list', '', (target) => isHtml(target, 'datalist'))
      single('form', '', (target) => isHtml(target, 'form'))
      if (element.local === 'label')
        single(
          'for',
          '',
          (target) => labelled.has(target.local) || (target.local === 'input' && attributeOf(target, 'type') !== 'hidden'),
        )
      checkHeaders(element)
    }
    if (element.namespace === ns.ops && element.local === 'trigger') {
      single('observer', ns.xmlEvents)
      single('ref')
    }
    const active = attributeOf(element, 'aria-activedescendant')
    if (active !== undefined && ![...below(element)].some((one) => attributeOf(one, 'id') === active))
      say('RSC-005', element, `“aria-activedescendant” refers to “${active}”, which is not inside.`)
  }

  function checkHeaders(element: XmlElement) {
    const headers = attributeOf(element, 'headers')
    if (headers === undefined) return
    const inTable = (target: XmlElement) =>
      isHtml(target, 'th') &&
      ancestor(target, (table) => isHtml(table, 'table') && ancestor(element, (one) => one === table) !== undefined)
    if (
      normal(headers)
        .split(' ')
        .some((id) => id && !targets(id).some(inTable))
    )
      say('RSC-005', element, '“headers” must refer to header cells of the same table.')
  }
}

const maps: Rule = ({ elements }, say) => {
  const named = elements.filter((element) => isHtml(element, 'map') && attributeOf(element, 'name') !== undefined)
  const counts = Map.groupBy(named, (element) => attributeOf(element, 'name'))
  for (const element of named) {
    const name = attributeOf(element, 'name')
    if (counts.get(name)!.length > 1) say('RSC-005', element, `The map name “${name}” is used more than once.`)
    const id = attributeOf(element, 'id')
    if (id !== undefined && id !== name) say('RSC-005', element, 'A map must have the same “id” and “name”.')
  }
}

const languages: Rule = ({ elements }, say) => {
  for (const element of elements) {
    if (!isHtml(element)) continue
    const plain = attributeOf(element, 'lang')
    const qualified = attributeOf(element, 'lang', ns.xml)
    if (plain !== undefined && qualified !== undefined && plain.toLowerCase() !== qualified.toLowerCase())
      say('RSC-005', element, `“lang” says “${plain}” and “xml:lang” says “${qualified}”; they must agree.`)
  }
}

const forms: Rule = ({ elements }, say) => {
  for (const element of elements) {
    if (!isHtml(element, 'select') || attributeOf(element, 'multiple') !== undefined) continue
    const selected = [...below(element)].filter((one) => isHtml(one, 'option') && attributeOf(one, 'selected') !== undefined)
    if (selected.length > 1) say('RSC-005', element, 'More than one option is selected where only one can be.')
  }
}

const tracks: Rule = ({ elements }, say) => {
  for (const element of elements) {
    if (!isHtml(element, 'track')) continue
    const label = attributeOf(element, 'label')
    if (label !== undefined && !normal(label)) say('RSC-005', element, 'The label of a “track” is empty.')
    const before = siblings(element)
    const isDefault = (one: XmlElement) => isHtml(one, 'track') && attributeOf(one, 'default') !== undefined
    if (isDefault(element) && before.slice(0, before.indexOf(element)).some(isDefault))
      say('RSC-005', element, 'More than one “track” is the default.')
  }
}

const pronunciation: Rule = ({ elements }, say) => {
  const has = (element: XmlElement) => attributeOf(element, 'ph', ns.ssml) !== undefined
  for (const element of elements)
    if (has(element) && ancestor(element, has)) say('RSC-005', element, '“ssml:ph” must not stand inside another one.')
}

/** What an element with `itemprop` takes its value from. */
const itemprop = { a: 'href', area: 'href', iframe: 'data', embed: 'data', object: 'data', audio: 'src', video: 'src' }

const attributesTogether: Rule = ({ elements }, say) => {
  for (const element of elements) {
    if (!isHtml(element)) continue
    const has = (name: string) => attributeOf(element, name) !== undefined
    if (element.local === 'link' && has('sizes') && attributeOf(element, 'rel') !== 'icon')
      say('RSC-005', element, '“sizes” is for links to icons only.')
    if (!has('itemprop')) continue
    const needed = ownValue(itemprop, element.local)
    if (needed && !has(needed)) say('RSC-005', element, `With “itemprop”, “${element.local}” needs “${needed}”.`)
  }
}

/** What EPUBCheck's Schematron for XHTML of EPUB 3 says. */
export const xhtml3: readonly Rule[] = [
  encodingDeclaration,
  title,
  outdated,
  nesting,
  idReferences,
  maps,
  languages,
  uniqueIds({ exactly: true }),
  forms,
  tracks,
  pronunciation,
  attributesTogether,
]
