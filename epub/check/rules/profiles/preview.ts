import * as ns from '../../document/namespaces.ts'
import { attributeOf, elementChildren, textContent } from '../../document/xml-document.ts'
import { opfElements } from '../opf.ts'
import { normal, type Rule } from '../tree.ts'

/** What the package document of a preview must say (EPUB Previews 1.0). */
export const previewPackage: readonly Rule[] = [
  (document, say) => {
    const [root] = document.elements
    const unique = root && attributeOf(root, 'unique-identifier')
    const identifier = document.elements.find(
      (one) => one.namespace === ns.dc && one.local === 'identifier' && attributeOf(one, 'id') === unique,
    )
    for (const metadata of opfElements(document, 'metadata')) {
      const dublinCore = (name: string) =>
        elementChildren(metadata).filter((one) => one.namespace === ns.dc && one.local === name)
      const sources = dublinCore('source').filter((one) => attributeOf(one, 'refines') === undefined)
      if (!dublinCore('type').some((one) => normal(textContent(one)) === 'preview'))
        say('RSC-005', metadata, 'A preview must have the “dc:type” “preview”.')
      if (sources.length === 0) say('RSC-017', metadata, 'A preview should name the publication that it shows, in “dc:source”.')
      for (const source of sources)
        if (identifier && normal(textContent(source)) === normal(textContent(identifier)))
          say('RSC-005', source, 'A preview must not have the identifier of the publication that it shows.')
    }
  },
]
