import { mendsOf } from '../content/mend-xml.ts'
import { packagesIn } from '../package/locate.ts'
import { textOf } from '../publication.ts'
import { syntaxFaultOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Elements that never hold one another, so that an open one ends where the next begins. */
const single =
  /^(\w+:)?(item|itemref|meta|reference|link|identifier|title|creator|contributor|language|date|publisher|subject|description|rights|source|type|format|relation|coverage|navLabel|content|text)$/
const section = /^(\w+:)?(metadata|manifest|spine|guide|head|docTitle|navMap)$/
const ends = (open: string, next: string) =>
  (single.test(open) && (single.test(next) ? !/text$/.test(next) : true)) || (section.test(open) && section.test(next))

/** The package document and the NCX must be well-formed, or nothing of the book is seen at all. */
export const packageMalformed = defineRule({
  id: 'package-malformed',
  feature: 3,
  answers: [{ id: 'RSC-016' }, { id: 'OPF-001' }, { id: 'RSC-005' }],
  class: 'auto',
  why: 'The description of the book had a slip in its markup, and reading apps stop at the first one.',

  detect(publication) {
    const packages = new Set(packagesIn(publication).map(({ path }) => path))
    return [...publication.resources.values()]
      .filter(
        (resource) => resource.bytes && (packages.has(resource.path) || /\.ncx$/i.test(resource.path)) && syntaxFaultOf(resource),
      )
      .flatMap((resource) => {
        const source = textOf(resource)
        return mendsOf(source, { ends })
          .filter(({ slip }) => slip !== 'prefix' || !packages.has(resource.path))
          .map(({ span, after }) => ({
            path: resource.path,
            span,
            before: source.slice(...span),
            after,
            patches: [{ kind: 'text' as const, path: resource.path, span, after }],
          }))
      })
  },

  fix: carriedPatches,
})
