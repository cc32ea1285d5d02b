import { foldedPath, type NameFault, nameFault, safePath, uniquePath } from '../ocf/safe-path.ts'
import type { Publication } from '../publication.ts'
import { renamePatches } from '../references.ts'
import { defineRule, type Finding } from './rule.ts'

const faults: Readonly<Record<NameFault, { readonly note: string; readonly id?: string }>> = {
  forbidden: { note: 'The name has characters that file systems forbid.', id: 'PKG-009' },
  dot: { note: 'The name ends with a dot, which Windows drops.', id: 'PKG-011' },
  space: { note: 'The name has a space, which some reading apps cannot follow.', id: 'PKG-010' },
  url: { note: 'The name has a character that means something else in a link.', id: 'RSC-001' },
  device: { note: 'Windows keeps this name for a device.', id: 'PKG-009' },
  long: { note: 'The name is too long for most file systems.', id: 'PKG-009' },
}

/** Files of the book whose names break somewhere, and the collisions of names that only differ in case (EPUB 3.3 section 4.2.5.2). */
export const pathNames = defineRule({
  id: 'path-names',
  feature: 4,
  answers: [{ id: 'PKG-009' }, { id: 'PKG-010' }, { id: 'PKG-011' }, { id: 'OPF-060' }, { id: 'RSC-001' }],
  class: 'auto',
  why: 'A file name like this breaks on Windows, on a Kindle or on a web server.',

  detect(publication) {
    const findings: Finding[] = []
    const seen = new Set<string>()
    for (const path of movable(publication)) {
      const fault = nameFault(path)
      const folded = foldedPath(path)
      if (fault) findings.push({ path, before: path, ...faults[fault] })
      else if (seen.has(folded))
        findings.push({ path, before: path, note: 'Another file has the same name but for its case.', id: 'OPF-060' })
      seen.add(folded)
    }
    const renames = newNames(publication, findings)
    return findings.map((finding) => ({ ...finding, after: renames.get(finding.path) }))
  },

  fix: (publication, findings) => renamePatches(publication, newNames(publication, findings)),
})

/** What has its one name by the standard (OCF section 4.2.6.2). */
const isReserved = (path: string) => /^META-INF\/(container|encryption|manifest|metadata|rights|signatures)\.xml$/i.test(path)

/** Everything but that. A name that a script spells is left to the script. */
function movable(publication: Publication): string[] {
  const scripts = [...publication.resources.values()].filter(({ path, bytes }) => bytes && /\.m?js$/.test(path))
  const isNamedByScript = (path: string) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    return scripts.length > 0 && scripts.some(({ bytes }) => new TextDecoder().decode(bytes).includes(name))
  }
  return [...publication.resources.keys()].filter((path) => !isReserved(path) && !isNamedByScript(path))
}

function newNames(publication: Publication, findings: readonly Finding[]): Map<string, string> {
  const moving = new Set(findings.map(({ path }) => path))
  const taken = new Set([...publication.resources.keys()].filter((path) => !moving.has(path)).map(foldedPath))
  return new Map(findings.map(({ path }) => [path, uniquePath(safePath(path), taken)]))
}
