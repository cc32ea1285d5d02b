import { isCustomNamespace, isDataAttribute } from '../document/preparation.ts'
import type { XmlDocument } from '../document/xml-document.ts'
import type { Say } from '../report.ts'

const dataName = /^data-[\p{Ll}\p{Lo}_][^\s:A-Z]*$/u

/** Attributes of a reader's own that an EPUB 3 document may have: their names and vocabularies have rules. */
export function checkAttributes({ elements }: XmlDocument, mediaType: string, say: Say) {
  for (const element of elements)
    for (const attribute of element.attributes) {
      if (isDataAttribute(attribute)) {
        if (!dataName.test(attribute.local))
          say('HTM_061', element, `“${attribute.local}” is not a valid name for a data attribute.`)
      } else if (mediaType === 'application/xhtml+xml' && isCustomNamespace(attribute.namespace)) {
        const host = URL.canParse(attribute.namespace) ? new URL(attribute.namespace).hostname : ''
        const reserved = ['w3.org', 'idpf.org'].find((name) => host.includes(name))
        if (reserved) say('HTM_054', element, `The vocabulary “${attribute.namespace}” must not lie at “${reserved}”.`)
      }
    }
}
