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

const wordAlone = /^[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]$/
const wordPart = /^[\p{L}\p{N}_]$/u
const isUnseen = /^[\u00ad\u200b-\u200d\u2060\ufeff]$/

/** What a character is to the count. A character that is a word of its own goes on with a run that stands before it, if it is a letter. */
const between = 1
const inWord = 2
const alone = 3
const aloneNoLetter = 4
const unseen = 5

function partOf(char: string): number {
  if (isUnseen.test(char)) return unseen
  const letter = wordPart.test(char)
  if (wordAlone.test(char)) return letter ? alone : aloneNoLetter
  return letter ? inWord : between
}

/** By UTF-16 unit; 0 for one that was not met yet. */
const known = new Uint8Array(0x10000)

/** As many words as `wordsOf` tells of a text in NFC, without making them. */
export function countWords(text: string): number {
  let count = 0
  let inside = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    let part = known[code]!
    if (part === 0) {
      const point = text.codePointAt(at)!
      part = partOf(String.fromCodePoint(point))
      if (point > 0xffff) at++
      else known[code] = code >= 0xd800 && code <= 0xdfff ? 0 : part
    }
    if (part === between) inside = false
    else if (part === inWord) {
      if (!inside) count++
      inside = true
    } else if (part === alone) {
      if (!inside) count++
    } else if (part === aloneNoLetter) {
      count++
      inside = false
    }
  }
  return count
}

export const wordCountOf = remembered<Resource, number>((resource) => countWords(visibleText(resource).normalize('NFC')))

export const wordCount = (publication: Publication) =>
  [...publication.resources.values()].reduce((count, resource) => count + wordCountOf(resource), 0)

/** How many words of the pages that changed are gone, and how many there were in those pages. */
export function wordsLost(before: Publication, after: Publication): { lost: number; of: number } {
  const kept = new Set(after.resources.values())
  const untouched = new Set(before.resources.values())
  const same = new Set<Resource>()
  const balance = new Map<string, number>()
  let of = 0
  for (const resource of before.resources.values()) {
    if (kept.has(resource)) continue
    const next = after.resources.get(resource.path)
    if (next && !untouched.has(next) && visibleText(next) === visibleText(resource)) {
      // every word is taken off again
      same.add(next)
      of += wordCountOf(resource)
      continue
    }
    for (const word of wordsOf(resource)) {
      balance.set(word, (balance.get(word) ?? 0) + 1)
      of++
    }
  }
  if (of === 0) return { lost: 0, of }
  for (const resource of after.resources.values()) {
    if (untouched.has(resource) || same.has(resource)) continue
    for (const word of wordsOf(resource)) balance.set(word, (balance.get(word) ?? 0) - 1)
  }
  let lost = 0
  for (const left of balance.values()) lost += Math.max(0, left)
  return { lost, of }
}
