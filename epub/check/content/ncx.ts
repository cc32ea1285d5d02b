import * as ns from '../document/namespaces.ts'
import { attributeOf, textContent, type XmlDocument } from '../document/xml-document.ts'
import type { Visit } from './document-visit.ts'

/** Links of an NCX, and whether it is that of this book. */
export function visitNcx({ elements }: XmlDocument, visit: Visit) {
  const { book, say, resolve, link } = visit
  let uid: string | undefined
  for (const element of elements) {
    visit.rebase(element)
    if (element.namespace !== ns.ncx) continue
    if (element.local === 'content') link('hyperlink', resolve(attributeOf(element, 'src'), element), element)
    else if (element.local === 'meta' && attributeOf(element, 'name') === 'dtb:uid') uid = attributeOf(element, 'content')
    else if (element.local === 'text' && element.end && !textContent(element).trim())
      say('NCX-006', element.end, 'A label is empty.')
  }
  if (uid === undefined) return
  if (uid !== uid.trim()) say('NCX-004', undefined, 'White space stands round the identifier.')
  const { identifier } = book.package
  if (identifier !== undefined && identifier !== uid.trim())
    say('NCX-001', undefined, `The identifier “${uid}” is not that of the book, “${identifier}”.`)
}
