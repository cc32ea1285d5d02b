import { baseName, directoryOf } from '../href.ts'
import { foldedPath, uniquePath } from '../ocf/safe-path.ts'
import { packageOf } from '../package/package.ts'
import type { Publication } from '../publication.ts'
import { renamePatches } from '../references.ts'
import { defineRule } from './rule.ts'

/** META-INF is for the container's own files; a part of the book moves beside the package document (OPF section 5.6.1). */
export const pathMetaInf = defineRule({
  id: 'path-meta-inf',
  feature: 4,
  answers: [{ id: 'PKG-025' }],
  class: 'auto',
  why: 'Reading apps do not look for parts of the book in the folder META-INF.',

  detect: (publication) =>
    [...moves(publication)].map(([path, to]) => ({
      path,
      before: path,
      after: to,
      note: 'This part of the book stood in META-INF.',
    })),

  fix(publication, findings) {
    const asked = new Set(findings.map(({ path }) => path))
    return renamePatches(publication, new Map([...moves(publication)].filter(([path]) => asked.has(path))))
  },
})

function moves(publication: Publication): Map<string, string> {
  const book = packageOf(publication)
  const taken = new Set([...publication.resources.keys()].map(foldedPath))
  const result = new Map<string, string>()
  if (!book || /^META-INF\//i.test(book.path)) return result
  for (const { path } of book.items)
    if (path && /^META-INF\//i.test(path) && publication.resources.has(path) && !isReserved(path) && !result.has(path))
      result.set(path, uniquePath(directoryOf(book.path) + baseName(path), taken))
  return result
}

const isReserved = (path: string) => /^META-INF\/(container|encryption|manifest|metadata|rights|signatures)\.xml$/i.test(path)
