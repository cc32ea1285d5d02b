import * as ns from '../document/namespaces.ts'
import { attributeOf, type XmlDocument } from '../document/xml-document.ts'
import type { Visit } from './document-visit.ts'

/** Links of a search key map. */
export function visitSearchKeyMap({ elements }: XmlDocument, { resolve, link, rebase, say, path }: Visit) {
  if (!path.endsWith('.xml')) say('OPF-080', undefined, 'The name of a search key map should end in “.xml”.')
  for (const element of elements) {
    rebase(element)
    if (element.namespace === ns.ops && (element.local === 'search-key-group' || element.local === 'match'))
      link('search-key', resolve(attributeOf(element, 'href'), element), element)
  }
}
