import * as ns from '../document/namespaces.ts'
import { attributeOf } from '../document/xml-document.ts'
import { normal, type Rule } from './tree.ts'

/** References of the guide should differ in type or target. */
export const guideReferences: Rule = ({ elements }, say) => {
  const references = elements.filter(({ namespace, local }) => namespace === ns.opf && local === 'reference')
  const groups = Map.groupBy(references, (one) =>
    ['type', 'href'].map((name) => normal(attributeOf(one, name)?.toLowerCase())).join('\n'),
  )
  for (const same of groups.values())
    if (same.length > 1)
      for (const one of same) say('RSC-017', one, 'Another reference of the guide has the same type and target.')
}
