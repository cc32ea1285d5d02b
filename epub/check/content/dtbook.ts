import * as ns from '../document/namespaces.ts'
import { attributeOf, type XmlDocument } from '../document/xml-document.ts'
import type { Visit } from './document-visit.ts'
import { isKnownScheme } from './schemes.ts'

/** Links and targets of a DTBook document. */
export function visitDtbook({ elements }: XmlDocument, visit: Visit) {
  const { say, resolve, link } = visit
  for (const element of elements) {
    visit.rebase(element)
    if (element.namespace !== ns.dtbook) continue
    visit.target(attributeOf(element, 'id'), 'generic')
    if (element.local === 'img') link('image', resolve(attributeOf(element, 'src'), element), element)
    else if (element.local === 'link') link('generic', resolve(attributeOf(element, 'href'), element), element)
    else if (element.local === 'a') {
      const url = resolve(attributeOf(element, 'href'), element)
      if (url?.is === 'remote' && attributeOf(element, 'external') === 'true') {
        if (!isKnownScheme(url.scheme)) say('OPF-021', element, `The scheme of “${url.key}” is not a registered one.`)
      } else link('generic', url, element)
    }
  }
}
