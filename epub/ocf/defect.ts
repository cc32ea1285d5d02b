import type { ArchiveDefect, Publication } from '../publication.ts'
import type { Finding } from '../rules/rule.ts'

/** A finding per archive defect of these kinds, in words; each goes when the archive is written anew. */
export const defectFindings = (
  { defects }: Publication,
  notes: Partial<Record<ArchiveDefect['kind'], { readonly note: string; readonly id?: string }>>,
): Finding[] =>
  defects.flatMap((defect) => {
    const known = notes[defect.kind]
    if (!known) return []
    const path = 'path' in defect && defect.kind !== 'wrapped' ? defect.path : ''
    return [{ path, ...known, patches: [{ kind: 'pack', defects: [defect.kind] }] }]
  })
