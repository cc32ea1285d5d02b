import type { Patch } from './patch.ts'
import { decoded, type Publication, type Resource, textOf, withText } from './publication.ts'

/** The patches that make `after` out of `before`: for text the one span that differs, for anything else the whole file. */
export function difference(before: Publication, after: Publication): Patch[] {
  const patches: Patch[] = []
  for (const resource of before.resources.values())
    if (!after.resources.has(resource.path)) patches.push({ kind: 'remove', path: resource.path })
  for (const resource of after.resources.values()) {
    const old = before.resources.get(resource.path)
    if (old === resource) continue
    const bytes = resource.bytes
    if (bytes) patches.push(old ? changeOf(old, resource, bytes) : { kind: 'write', path: resource.path, content: bytes })
  }
  return patches
}

function changeOf(old: Resource, fresh: Resource, bytes: Uint8Array): Patch {
  const { path } = fresh
  if (!old.bytes || decoded(old).malformed) return { kind: 'write', path, content: bytes }
  const [from, to] = [textOf(old), textOf(fresh)]
  const rewritten = withText(old, to).bytes
  if (from === to || rewritten?.length !== bytes.length || rewritten.some((byte, i) => byte !== bytes[i]))
    return { kind: 'write', path, content: bytes }
  let start = 0
  while (start < from.length && start < to.length && from[start] === to[start]) start++
  let [end, last] = [from.length, to.length]
  while (end > start && last > start && from[end - 1] === to[last - 1]) {
    end--
    last--
  }
  return { kind: 'text', path, span: [start, end], after: to.slice(start, last) }
}
