import { type Publication, type Resource, remembered } from './publication.ts'
import { type Document, descendants, isTag, isText, localName, treeOf } from './xml.ts'

const silent = new Set(['script', 'style', 'title', 'head', 'template'])

/** Whether a resource is a page that a reader sees: XHTML or SVG by name or by its root. */
export const isPage = remembered<Resource, boolean>((resource) => {
  if (!resource.bytes || resource.path.startsWith('META-INF/')) return false
  if (/\.(x?html?|xht|svg)$/i.test(resource.path)) return true
  if (/\.(opf|ncx|css|js|xml|smil|pls|txt|json)$/i.test(resource.path)) return false
  for (const element of descendants(treeOf(resource))) return /^(html|svg)$/i.test(localName(element))
  return false
})

const wordShape = /[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]|[\p{L}\p{N}_]+/gu
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
/** Elements that do not end a word. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var wbr tspan'.split(
    ' ',
  ),
)

/** What a reader reads on a page, markup and silent parts left out; blocks are parted by a space. */
export const visibleText = (resource: Resource) => (isPage(resource) ? readable(treeOf(resource)) : '')

function readable(root: Document): string {
  const parts: string[] = []
  const stack: (Document['children'][number] | ' ')[] = [...root.children].reverse()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === ' ') parts.push(' ')
    else if (isText(node)) parts.push(node.data)
    else if (isTag(node)) {
      const name = localName(node).toLowerCase()
      if (silent.has(name)) continue
      const breaks = !inline.has(name)
      if (breaks) parts.push(' ')
      if (breaks) stack.push(' ')
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!)
    } else if ('children' in node) for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!)
  }
  return parts.join('')
}

/** The words of a page in order: runs of letters and digits, CJK by character, NFC. Made anew each time: a library of them is large. */
export const wordsOf = (resource: Resource): readonly string[] =>
  visibleText(resource).normalize('NFC').replace(invisible, '').match(wordShape) ?? []

export const wordCountOf = remembered<Resource, number>((resource) => wordsOf(resource).length)

export const wordCount = (publication: Publication) =>
  [...publication.resources.values()].reduce((count, resource) => count + wordCountOf(resource), 0)

/** How many words of the pages that changed are gone, and how many there were in those pages. */
export function wordsLost(before: Publication, after: Publication): { lost: number; of: number } {
  const kept = new Set(after.resources.values())
  const untouched = new Set(before.resources.values())
  const balance = new Map<string, number>()
  let of = 0
  for (const resource of before.resources.values()) {
    if (kept.has(resource)) continue
    for (const word of wordsOf(resource)) {
      balance.set(word, (balance.get(word) ?? 0) + 1)
      of++
    }
  }
  if (of === 0) return { lost: 0, of }
  for (const resource of after.resources.values()) {
    if (untouched.has(resource)) continue
    for (const word of wordsOf(resource)) balance.set(word, (balance.get(word) ?? 0) - 1)
  }
  let lost = 0
  for (const left of balance.values()) lost += Math.max(0, left)
  return { lost, of }
}
