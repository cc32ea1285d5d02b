import { faultOf } from '../content/documents.ts'
import { reparsed } from '../content/html.ts'
import { applyMends } from '../content/mend-xml.ts'
import { mendsIn } from '../content/mending.ts'
import { suspectsOf } from '../content/suspects.ts'
import { textOf } from '../publication.ts'
import { syntaxFault } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** The last resort for a page that small mends do not make well-formed: read as browsers read, written as XHTML. */
export const markupHtml = defineRule({
  id: 'markup-html',
  feature: 6,
  answers: [{ id: 'RSC-016' }],
  class: 'auto',
  why: 'The page is so tangled that strict readers cannot open it; it is written anew the way a browser understands it.',

  detect(publication, context) {
    return [...suspectsOf(publication, context, 'xhtml')].flatMap((resource) => {
      if (!faultOf(resource)) return []
      const source = textOf(resource)
      if (!source.trim()) return []
      if (!syntaxFault(applyMends(source, mendsIn(resource)))) return []
      const content = reparsed(source)
      return syntaxFault(content)
        ? []
        : [{ path: resource.path, patches: [{ kind: 'write' as const, path: resource.path, content }] }]
    })
  },

  fix: carriedPatches,
})
