import { isRemote } from '../href.ts'
import { foldedPath } from '../ocf/safe-path.ts'
import { allReferences, pointTo } from '../references.ts'
import { defineRule, type Finding } from './rule.ts'

/** A reference that misses its file by case or Unicode form only: found on the maker's computer, lost on every other. */
export const pathCase = defineRule({
  id: 'path-case',
  feature: 4,
  answers: [{ id: 'RSC-001' }, { id: 'RSC-007' }, { id: 'RSC-002' }, { id: 'OPF-002' }],
  class: 'auto',
  why: 'The link spells the file name with other capital letters than the file has, so it only works on some computers.',

  detect(publication) {
    const files = new Map<string, string | undefined>()
    for (const path of publication.resources.keys()) {
      const folded = foldedPath(path)
      files.set(folded, files.has(folded) ? undefined : path)
    }
    return allReferences(publication).flatMap((reference): Finding[] => {
      const { path, value, from, span, raw } = reference
      if (path === undefined || isRemote(value) || publication.resources.has(path)) return []
      const target = files.get(foldedPath(path))
      if (!target) return []
      const patch = pointTo(reference, target)
      return patch.kind === 'text' ? [{ path: from, span, before: raw, after: patch.after, patches: [patch] }] : []
    })
  },

  fix: (_publication, findings) => findings.flatMap(({ patches }) => patches ?? []),
})
