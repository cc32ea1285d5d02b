import { type Publication, type Resource, textOf, withText, written } from './publication.ts'
import type { Span } from './xml.ts'

/** The smallest change to a publication, as data: it can be stored, shown as before and after, and left out again. */
export type Patch =
  /** Replace a span of the decoded text. An empty span inserts. */
  | { readonly kind: 'text'; readonly path: string; readonly span: Span; readonly after: string }
  /** A new file, or another content for one. */
  | { readonly kind: 'write'; readonly path: string; readonly content: string | Uint8Array }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  /** The archive itself is written anew (its defects of these kinds are gone then). */
  | { readonly kind: 'pack'; readonly defects: readonly string[] }

/**
 * Applies patches that were made against the same publication. Of text patches that overlap, the first in
 * document order wins; the others are left for the next round. Untouched resources keep their identity.
 */
export function applyPatches(publication: Publication, patches: readonly Patch[]): Publication {
  if (patches.length === 0) return publication

  const edits = new Map<string, Extract<Patch, { kind: 'text' }>[]>()
  const contents = new Map<string, Resource>()
  const renames = new Map<string, string>()
  const removed = new Set<string>()
  const packed = new Set<string>()
  for (const patch of patches)
    if (patch.kind === 'text') {
      const list = edits.get(patch.path)
      if (list) list.push(patch)
      else edits.set(patch.path, [patch])
    } else if (patch.kind === 'write') contents.set(patch.path, written(patch.path, patch.content))
    else if (patch.kind === 'rename') renames.set(patch.path, patch.to)
    else if (patch.kind === 'remove') removed.add(patch.path)
    else for (const defect of patch.defects) packed.add(defect)

  const resources = new Map<string, Resource>()
  for (const resource of publication.resources.values()) {
    if (removed.has(resource.path)) continue
    const list = edits.get(resource.path)
    const changed = contents.get(resource.path) ?? (list ? edited(resource, list) : resource)
    contents.delete(resource.path)
    const path = renames.get(resource.path) ?? resource.path
    resources.set(path, path === resource.path ? changed : { ...changed, path })
  }
  for (const resource of contents.values()) resources.set(resource.path, resource)

  return { ...publication, resources, defects: publication.defects.filter(({ kind }) => !packed.has(kind)) }
}

function edited(resource: Resource, patches: readonly Extract<Patch, { kind: 'text' }>[]): Resource {
  const source = textOf(resource)
  const inOrder = patches
    .map((patch, order) => ({ ...patch, order }))
    .sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1] || a.order - b.order)
  let text = ''
  let at = 0
  for (const { span, after } of inOrder) {
    if (span[0] < at) continue
    text += source.slice(at, span[0]) + after
    at = span[1]
  }
  text += source.slice(at)
  return text === source ? resource : withText(resource, text)
}
