import { extensionOf } from '../../href.ts'
import type { ArchiveDefect, Publication } from '../../publication.ts'
import type { Report } from '../report.ts'
import { containerPath } from './container.ts'

/** Messages about the archive as such. Answers false when the official checker could not open it at all. */
export function checkArchive({ defects, resources }: Publication, { say }: Report): boolean {
  const has = (kind: ArchiveDefect['kind']) => defects.some((defect) => defect.kind === kind)
  if (has('leading-junk') || has('nested-archive'))
    say('PKG-004', '', undefined, 'The archive does not begin where the file begins.')
  else if (has('mimetype-missing') || has('mimetype-not-first'))
    say('PKG-006', '', undefined, 'The file “mimetype” is missing, or it is not the first file of the archive.')
  else if (has('mimetype-extra-field')) say('PKG-005', '', undefined, 'The file “mimetype” has an extra field in the archive.')
  if (has('no-directory')) {
    say('PKG-008', '', undefined, 'The archive has no list of its files, so most programs cannot open it.')
    return false
  }
  if (has('name-encoding')) {
    say('PKG-027', '', undefined, 'A file name in the archive is not encoded in UTF-8.')
    return false
  }
  const odd = defects.flatMap((defect) => (defect.kind === 'odd-name' ? [defect.path] : []))
  for (const path of odd)
    say('PKG-009', '', undefined, `The name of “${path}” is written with characters that do not belong in a path.`)
  if (has('wrapped') || has('nested-archive') || odd.includes(containerPath)) {
    if (!has('nested-archive')) say('RSC-002', '', undefined, 'There is no “META-INF/container.xml” where it belongs.')
    return false
  }
  if (has('mimetype-content'))
    say('PKG-007', '', undefined, 'The file “mimetype” does not say “application/epub+zip”, and nothing else.')
  for (const defect of defects) {
    if (defect.kind === 'duplicate-name') say('OPF-060', '', undefined, `The archive holds “${defect.path}” twice.`)
    if (defect.kind === 'empty-folder') say('PKG-014', '', undefined, `The folder “${defect.path}” is empty.`)
  }
  checkNames([...resources.keys()], say)
  return true
}

type SayFull = Report['say']

/** Characters that must not stand in a file name (EPUB 3.3 section 4.2.3). */
const forbidden =
  /["*:<>?\\|\u0000-\u001f\u007f-\u009f\ue000-\uf8ff\ufff0-\uffff\ufdd0-\ufdef\u{e0001}\u{f0000}-\u{10ffff}]|[\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{3fffe}\u{3ffff}\u{4fffe}\u{4ffff}\u{5fffe}\u{5ffff}\u{6fffe}\u{6ffff}\u{7fffe}\u{7ffff}\u{8fffe}\u{8ffff}\u{9fffe}\u{9ffff}\u{afffe}\u{affff}\u{bfffe}\u{bffff}\u{cfffe}\u{cffff}\u{dfffe}\u{dffff}\u{efffe}\u{effff}]/u

function checkNames(paths: readonly string[], say: SayFull) {
  const seen = new Set<string>()
  for (const path of paths) {
    const folded = path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFD')
    if (seen.has(folded)) say('OPF-060', '', undefined, `“${path}” differs from another file's name by case or accents alone.`)
    seen.add(folded)
    if (path.endsWith('.')) say('PKG-011', '', undefined, `The name “${path}” ends with a full stop.`)
    const found = forbidden.exec(path)?.[0]
    if (found) say('PKG-009', '', undefined, `The name “${path}” holds “${found}”, which some systems cannot store.`)
    if (/\s/.test(path)) say('PKG-010', '', undefined, `The name “${path}” holds white space.`)
    if (/[^\u0000-\u007f]/.test(path)) say('PKG-012', '', undefined, `The name “${path}” holds letters beyond ASCII.`)
  }
}

export function checkExtension({ fileName }: Publication, version: 2 | 3, { say }: Report) {
  const written = /\.([^./]+)$/.exec(fileName)?.[1]
  if (!written || written === 'epub') return
  if (extensionOf(fileName) === 'epub')
    say('PKG-016', '', undefined, 'The extension of the file should be “.epub” in lower case.')
  else say(version === 3 ? 'PKG-024' : 'PKG-017', '', undefined, `The extension of the file is “.${written}”, not “.epub”.`)
}
