import { relative } from '../href.ts'
import { anchorsOf } from '../navigation/targets.ts'
import { isInContent } from '../package/links.ts'
import { allReferences, writtenAs } from '../references.ts'
import { localName } from '../xml.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

/** A link to the id of a `body` leads to the top of its file; Kindle finds only the file (KIN-16). */
export const kindleLinks = defineRule({
  id: 'kindle-links',
  feature: 22,
  answers: [{ id: 'KIN-16' }],
  class: 'ask',
  needs: ['kindle'],
  why: 'Kindle does not find the place that such a link names, although it is only the top of the page.',

  detect(publication) {
    const findings: Finding[] = []
    for (const reference of allReferences(publication)) {
      const { path, fragment, from, span, raw, kind, element } = reference
      if (!fragment || !path || path === from || !isInContent(publication, reference)) continue
      if (!(kind === 'href' && element === 'a') && !(kind === 'src' && element === 'content')) continue
      const target = publication.resources.get(path)
      const holder = target && anchorsOf(target).get(fragment)
      if (!holder || localName(holder) !== 'body') continue
      findings.push({ path: from, span, before: raw, after: writtenAs(reference, relative(from, path)) })
    }
    return findings
  },

  fix: replaceSpan,
})
