import { navOf } from '../navigation/navigation.ts'
import type { Publication } from '../publication.ts'
import { visibleText } from '../text.ts'

const folded = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * Whether what a reader reads on every page is the same, letter for letter, and no page came or went: what a suggestion may
 * change is what stands round the text. The table of contents alone may be another.
 */
export function keepsText(before: Publication, after: Publication): boolean {
  const nav = new Set([navOf(before)?.path, navOf(after)?.path])
  for (const resource of before.resources.values()) {
    const next = after.resources.get(resource.path)
    if (next === resource || nav.has(resource.path)) continue
    if (!next) return false
    if (folded(visibleText(next)) !== folded(visibleText(resource))) return false
  }
  for (const [path, resource] of after.resources)
    if (!before.resources.has(path) && !nav.has(path) && visibleText(resource) !== '') return false
  return true
}
