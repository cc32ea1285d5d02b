import * as ns from '../../document/namespaces.ts'
import { attributeOf, elementChildren, textContent, type XmlElement } from '../../document/xml-document.ts'
import { isBookMetadata, isOpf, opfElements } from '../opf.ts'
import { ancestor, below, hasType, isHtml, normal, type Rule, wordsOf } from '../tree.ts'

/** Which elements may have a type of the dictionary vocabulary. */
const elementsOf: Record<string, readonly string[]> = {
  dictionary: ['body', 'section'],
  dictentry: ['article'],
  'condensed-entry': ['aside'],
  'part-of-speech-list': ['ol'],
  'sense-list': ['ol'],
  idiom: ['dfn'],
  'phrase-list': ['ol', 'ul'],
}

/** What the documents of a dictionary must hold (EPUB Dictionaries and Glossaries 1.0). */
export const dictionaryDocument: readonly Rule[] = [
  ({ elements }, say) => {
    for (const element of elements) {
      if (!isHtml(element)) continue
      const fail = (text: string) => say('RSC-005', element, text)
      const { parent, local } = element
      const inside = [...(element.attributes.length > 0 || parent ? below(element) : [])]
      const isEntry = hasType(element, 'dictentry') || (local === 'article' && isHtml(parent) && hasType(parent!, 'dictionary'))
      for (const [type, names] of Object.entries(elementsOf))
        if ((hasType(element, type) || (type === 'dictentry' && isEntry)) && !names.includes(local))
          fail(`“${type}” must be one of: ${names.join(', ')}.`)
      if (hasType(element, 'dictionary') && !elementChildren(element).some((one) => isHtml(one, 'article')))
        fail('A “dictionary” must hold an “article”.')
      if (isEntry) {
        const isCondensed = (one: XmlElement) => isHtml(one) && hasType(one, 'condensed-entry')
        if (!inside.some((one) => isHtml(one, 'dfn') && !ancestor(one, isCondensed))) fail('An entry must hold a “dfn”.')
      }
      if (hasType(element, 'condensed-entry')) {
        const hidden = attributeOf(element, 'hidden')?.toLowerCase()
        const inEntry = isHtml(parent, 'article') && isHtml(parent?.parent) && hasType(parent!.parent!, 'dictionary')
        if (!inEntry) fail('A “condensed-entry” must stand in an entry.')
        if (hidden !== '' && hidden !== 'hidden') fail('A “condensed-entry” must be hidden.')
      }
      if (
        hasType(element, 'part-of-speech-group') ||
        (local === 'li' && isHtml(parent, 'ol') && hasType(parent!, 'part-of-speech-list'))
      ) {
        const isOwn = (one: XmlElement) =>
          ancestor(
            one,
            (outer) => isHtml(outer) && (attributeOf(outer, 'type', ns.ops) !== undefined || outer.local === 'li'),
          ) === element
        if (!inside.some((one) => isHtml(one) && hasType(one, 'part-of-speech') && isOwn(one)))
          fail('A “part-of-speech-group” must name a part of speech.')
      }
      if (
        hasType(element, 'tran-info') &&
        !(parent && elementChildren(parent).some((one) => isHtml(one) && hasType(one, 'tran')))
      )
        fail('A “tran-info” must stand beside a “tran”.')
      if (hasType(element, 'phrase-group') || (local === 'li' && isHtml(parent) && hasType(parent!, 'phrase-list'))) {
        if (!inside.some((one) => isHtml(one) && hasType(one, 'example', 'idiom')))
          fail('A “phrase-group” must hold an idiom or an example.')
      }
    }
  },
]

const kindsOfDictionary = [
  'monolingual',
  'bilingual',
  'multilingual',
  'thesaurus',
  'encyclopedia',
  'spelling',
  'pronouncing',
  'etymological',
]

/** What the package document of a dictionary must say. */
export const dictionaryPackage: readonly Rule[] = [
  (document, say) => {
    const property = (meta: XmlElement) => normal(attributeOf(meta, 'property'))
    const hasProperty = (item: XmlElement, name: string) => wordsOf(attributeOf(item, 'properties')).includes(name)
    const metadata = document.elements.filter(isBookMetadata)
    const dublinCore = (name: string) =>
      metadata
        .flatMap(elementChildren)
        .filter((one) => one.namespace === ns.dc && one.local === name)
        .map((one) => normal(textContent(one)))
    const metas = metadata.flatMap(elementChildren).filter((one) => isOpf(one, 'meta'))
    const items = opfElements(document, 'item')

    for (const one of metadata)
      if (!dublinCore('type').includes('dictionary')) say('RSC-005', one, 'A dictionary must have the “dc:type” “dictionary”.')
    for (const root of opfElements(document, 'package')) {
      const dictionaries = elementChildren(root).filter(
        (one) => isOpf(one, 'collection') && wordsOf(attributeOf(one, 'role')).includes('dictionary'),
      )
      const maps = items.filter((item) => hasProperty(item, 'search-key-map') && hasProperty(item, 'dictionary'))
      if (dictionaries.length < 2 && maps.length !== 1) say('RSC-005', root, 'A dictionary must have exactly one search key map.')
      for (const item of items.filter((one) => hasProperty(one, 'search-key-map'))) {
        const href = normal(attributeOf(item, 'href'))
        const links = dictionaries
          .flatMap(elementChildren)
          .filter((one) => isOpf(one, 'link') && normal(attributeOf(one, 'href')) === href)
        if (links.length > 1) say('RSC-005', item, 'A search key map belongs to one dictionary only.')
      }
      if (dictionaries.length > 0) continue
      for (const name of ['source-language', 'target-language'])
        if (!metas.some((meta) => property(meta) === name)) say('RSC-005', root, `A dictionary must state its “${name}”.`)
      if (metas.filter((meta) => property(meta) === 'source-language').length > 1)
        say('RSC-005', root, 'A dictionary has one “source-language” only.')
    }
    for (const meta of opfElements(document, 'meta')) {
      const value = normal(textContent(meta))
      if (['source-language', 'target-language'].includes(property(meta)) && !dublinCore('language').includes(value))
        say('RSC-005', meta, `The language “${value}” must also be a “dc:language” of the book.`)
      if (property(meta) === 'dictionary-type' && !kindsOfDictionary.includes(value))
        say('RSC-005', meta, `“dictionary-type” must be one of: ${kindsOfDictionary.join(', ')}.`)
    }
  },
]
