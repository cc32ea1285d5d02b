import type { Say } from '../report.ts'
import type { ItemDraft } from './item.ts'
import { isContentDocument, isCore, isImage, isOldDocument, isOldStyle, isStyle, type Version } from './media-types.ts'

/** Follows every fallback chain once, from its end; what stands in a circle is said and left as it is. */
export function resolveFallbacks(items: ReadonlyMap<string, ItemDraft>, version: Version, say: Say) {
  const resolved = new Set<ItemDraft>()
  const queue = [...items.values()]
  let waiting = 0
  while (queue.length > 0 && waiting <= queue.length) {
    const item = queue.shift()!
    const { mediaType } = item
    item.hasCoreFallback ||= (version === 2 && isImage(mediaType, 2)) || isCore(mediaType)
    item.hasContentFallback ||= isContentDocument(mediaType, version) || isOldDocument(mediaType)
    if (item.fallback) {
      const fallback = items.get(item.fallback)
      if (!fallback) say('OPF-040', item, `The fallback “${item.fallback}” of “${item.id}” is not in the manifest.`)
      else if (!resolved.has(fallback)) {
        queue.push(item)
        waiting++
        continue
      } else {
        item.hasContentFallback ||= fallback.hasContentFallback
        item.hasCoreFallback ||= fallback.hasCoreFallback
      }
    }
    if (version === 2 && item.fallbackStyle) followStyle(item, items, say)
    resolved.add(item)
    waiting = 0
  }
  if (queue[0]) say('OPF-045', queue[0], 'A chain of fallbacks leads back to itself.')
}

function followStyle(item: ItemDraft, items: ReadonlyMap<string, ItemDraft>, say: Say) {
  const style = items.get(item.fallbackStyle)
  if (!style) say('OPF-041', item, `The fallback style “${item.fallbackStyle}” of “${item.id}” is not in the manifest.`)
  const isUsable = style !== undefined && (isStyle(style.mediaType) || isOldStyle(style.mediaType))
  item.hasContentFallback ||= isUsable
  item.hasCoreFallback ||= isUsable
}
