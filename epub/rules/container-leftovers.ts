import { mendXml } from '../content/mend-xml.ts'
import { textOf } from '../publication.ts'
import { childElements, localName, syntaxFault, syntaxFaultOf, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Root element of each file that the container may hold beside its signpost (OCF section 4.2.6.3). */
const roots: Readonly<Record<string, string>> = {
  'META-INF/metadata.xml': 'metadata',
  'META-INF/manifest.xml': 'manifest',
  'META-INF/rights.xml': 'rights',
  'META-INF/signatures.xml': 'signatures',
}

/** Optional files of META-INF must be well-formed. One that holds nothing readable, or a signature without a signature, is taken out. */
export const containerLeftovers = defineRule({
  id: 'container-leftovers',
  feature: 3,
  answers: [{ id: 'RSC-016' }, { id: 'RSC-005' }],
  class: 'auto',
  why: 'A technical leftover in the file was broken, and strict reading apps stop at it.',

  detect: (publication) =>
    Object.entries(roots).flatMap(([path, name]): Finding[] => {
      const resource = publication.resources.get(path)
      if (!resource) return []
      const source = textOf(resource)
      const root = childElements(treeOf(resource))[0]
      const removal: Finding = { path, before: source.slice(0, 500), after: '', patches: [{ kind: 'remove', path }] }
      if (!root) return [removal]
      if (
        name === 'signatures' &&
        (localName(root) !== name || !root.attribs.xmlns?.startsWith('urn:oasis') || childElements(root).length === 0)
      )
        return [removal]
      if (!syntaxFaultOf(resource)) return []
      const content = mendXml(source)
      if (syntaxFault(content) || localName(root) !== name) return [removal]
      return [{ path, patches: [{ kind: 'text', path, span: [0, source.length], after: content }] }]
    }),

  fix: carriedPatches,
})
