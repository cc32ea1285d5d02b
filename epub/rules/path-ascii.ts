import { asciiPath, foldedPath, safePath, uniquePath } from '../ocf/safe-path.ts'
import type { Publication } from '../publication.ts'
import { renamePatches } from '../references.ts'
import { defineRule, type Finding } from './rule.ts'

/** Names outside ASCII are right; only old systems stumble over them, so it is the owner's choice. */
export const pathAscii = defineRule({
  id: 'path-ascii',
  feature: 4,
  answers: [{ id: 'PKG-012' }],
  class: 'ask',
  why: 'Old reading systems cannot find files whose names have letters outside plain ASCII.',

  detect: (publication) => {
    const findings = [...publication.resources.keys()]
      .filter((path) => /[^\u0000-\u007f]/.test(path) && !/^META-INF\//i.test(path))
      .map((path): Finding => ({ path, before: path, note: 'The name has letters outside plain ASCII.' }))
    const renames = newNames(publication, findings)
    return findings.map((finding) => ({ ...finding, after: renames.get(finding.path) }))
  },

  fix: (publication, findings) => renamePatches(publication, newNames(publication, findings)),
})

function newNames(publication: Publication, findings: readonly Finding[]): Map<string, string> {
  const taken = new Set([...publication.resources.keys()].map(foldedPath))
  return new Map(findings.map(({ path }) => [path, uniquePath(safePath(asciiPath(path)), taken)]))
}
