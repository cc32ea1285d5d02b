import { contentOf } from '../content/documents.ts'
import { type Holder, idsOf } from '../content/ids.ts'
import { textOf } from '../publication.ts'
import { attributeRemoval, attributeSpan, escapeXml } from '../xml.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

/** So often an id is numbered; from there on it says nothing and goes: nothing can lead to it, and checkers compare every id with every other. */
const most = 1000

/** An id stands once on a page. The first holder keeps it, and with it all links, which lead there already. */
export const idUnique = defineRule({
  id: 'id-unique',
  feature: 9,
  answers: [{ id: 'RSC-005', text: /Duplicate (?:ID )?"/ }],
  class: 'auto',
  why: 'Two places with one name: links and notes may jump to the wrong one.',

  detect: (publication) =>
    [...contentOf(publication, 'xhtml', 'svg')].flatMap((resource): Finding[] => {
      const holders = idsOf(resource)
      const key = ({ id }: Holder) => id.trim()
      const taken = new Set(holders.map(key))
      if (taken.size === holders.length) return []
      const seen = new Set<string>()
      const last = new Map<string, number>()
      return holders.flatMap((holder) => {
        const id = key(holder)
        if (!seen.has(id) || id === '') {
          seen.add(id)
          return []
        }
        let n = last.get(id) ?? 2
        while (taken.has(`${id}-${n}`)) n++
        last.set(id, n + 1)
        taken.add(`${id}-${n}`)
        if (n > most) {
          const removal = attributeRemoval(textOf(resource), holder.element, 'id')
          return removal ? [{ path: resource.path, span: removal, before: id, after: '' }] : []
        }
        const span = attributeSpan(resource, holder.element, 'id')
        return span ? [{ path: resource.path, span, before: id, after: escapeXml(`${id}-${n}`) }] : []
      })
    }),

  fix: replaceSpan,
})
