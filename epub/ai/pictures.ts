import { baseName, decodePath, resolve } from '../href.ts'
import { packageOf } from '../package/package.ts'
import { coverOf } from '../platforms/facts.ts'
import { pixelsOf } from '../platforms/pixels.ts'
import { type Publication, type Resource, remembered } from '../publication.ts'
import { type Element, findElement, findElements, isTag, localName, treeOf } from '../xml.ts'
import { isBlock, textOfElement } from './blocks.ts'
import { textPages } from './language/book.ts'

/** A picture on a page, and what speaks of it there. */
export interface Shown {
  readonly page: Resource
  readonly element: Element
  /** Container path; undefined for one that is not in the book. */
  readonly path: string | undefined
  /** As written; undefined where the attribute is missing. */
  readonly alt: string | undefined
}

export interface Wording {
  readonly text: string
  readonly confidence: number
  readonly because: string
}

const sourceOf = ({ attribs }: Element) => attribs.src ?? attribs['xlink:href'] ?? attribs.href ?? ''

/** Every `img` of the book, in reading order. */
export const picturesOf = remembered((publication: Publication): readonly Shown[] =>
  textPages(publication).flatMap((page) =>
    findElements(treeOf(page), 'img').map((element) => ({
      page,
      element,
      path: resolve(page.path, sourceOf(element)),
      alt: element.attribs.alt,
    })),
  ),
)

/** How often each picture is shown. */
const uses = remembered((publication: Publication) => {
  const counts = new Map<string, number>()
  for (const { path } of picturesOf(publication)) if (path) counts.set(path, (counts.get(path) ?? 0) + 1)
  return counts
})

/** An alt text that says nothing: a file name, or what every picture is. */
export const isEmptyWord = (alt: string, path: string | undefined) => {
  const plain = alt.trim().toLowerCase()
  return (
    /^(image|img|picture|photo|figure|graphic|illustration|bild|foto|imagen|immagine|untitled)?[\s_-]*\d*\.?$/.test(plain) ||
    /\.(jpe?g|png|gif|svg|webp|tiff?|bmp)$/.test(plain) ||
    (path !== undefined &&
      plain ===
        decodePath(baseName(path))
          .toLowerCase()
          .replace(/\.[^.]*$/, '') &&
      /[\d_]/.test(plain))
  )
}

/** Pixels on the longer side up to which a picture is a bullet or a rule, and how often an ornament comes back. */
const tiny = 48
const repeated = 4

/** Whether a picture only adorns: tiny, drawn out, shown again and again, called an ornament, or marked as one. */
export async function isDecorative(publication: Publication, { element, path, page }: Shown): Promise<boolean> {
  const { attribs } = element
  if (/^(presentation|none)$/.test(attribs.role ?? '') || attribs['aria-hidden'] === 'true') return true
  const called = `${attribs.class ?? ''} ${path ? baseName(path) : ''} ${parentOf(element)?.attribs.class ?? ''}`
  if (
    /ornament|fleuron|divider|separator|\brule\b|\bline\d*\b|vignette|flourish|border|spacer|bullet|asterism|scene-?break|dinkus|trenn/i.test(
      called,
    )
  )
    return true
  const resource = path === undefined ? undefined : publication.resources.get(path)
  if (!resource) return false
  if (packageOf(publication) && coverOf(packageOf(publication)!) === path) return false
  const pixels = pixelsOf(resource.bytes ?? (resource.size > 4_000_000 ? resource.head : await resource.load()))
  if (pixels) {
    const [short, long] = [Math.min(pixels.width, pixels.height), Math.max(pixels.width, pixels.height)]
    if (long <= tiny || (short <= 24 && long / short > 8)) return true
  }
  return (uses(publication).get(path!) ?? 0) >= repeated && !captionOf(element, page)
}

const parentOf = (element: Element) => (element.parent && isTag(element.parent) ? element.parent : undefined)

/** Longest alt text, in UTF-16 units: what a screen reader reads in one breath. */
export const longestAlt = 140

/** Whole sentences, or words, up to the length of an alt text. */
export function shortened(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= longestAlt) return plain
  const sentence = /^.{20,139}?[.!?。！？](?=\s|$)/u.exec(plain)?.[0]
  return sentence ?? `${plain.slice(0, longestAlt - 1).replace(/\s+\S*$/, '')}…`
}

const captionClass = /caption|legend|bildunterschrift|leyenda|didascalia|legende/i
const captionLine =
  /^(fig(?:ure|\.)?|illustration|plate|map|table|photo|abb(?:ildung|\.)?|bild|karte|tafel|carte|planche|figura|mapa|lámina|tavola|рис(?:унок|\.)?|карта|図|图)\s*[\d.IVXLC]*\s*[.:–—-]?\s*\S/iu

/** The caption of a picture: of its figure, or the block right behind or before it that says it is one. */
export function captionOf(element: Element, _page: Resource): string | undefined {
  for (let at = parentOf(element), depth = 0; at && depth < 4; at = parentOf(at), depth++) {
    if (localName(at) !== 'figure') continue
    const caption = findElement(at, 'figcaption')
    const text = caption && textOfElement(caption)
    if (text) return text
  }
  let holder: Element | undefined = element
  while (holder && !isBlock(holder)) holder = parentOf(holder)
  for (let depth = 0; holder && depth < 3 && localName(holder) !== 'body'; depth++, holder = parentOf(holder)) {
    const own = textOfElement(holder)
    if (own && depth > 0) {
      const child = findElements(holder, '*').find((one) => captionClass.test(one.attribs.class ?? ''))
      const text = child && textOfElement(child)
      if (text) return text
    }
    if (own && depth === 0 && own.length <= 300 && (captionLine.test(own) || captionClass.test(holder.attribs.class ?? '')))
      return own
    for (const near of [sibling(holder, 'next'), sibling(holder, 'prev')]) {
      if (!near || findElement(near, 'img')) continue
      const text = textOfElement(near)
      if (text && text.length <= 400 && (captionClass.test(near.attribs.class ?? '') || captionLine.test(text))) return text
    }
    if (own) break
  }
  return undefined
}

function sibling(element: Element, side: 'next' | 'prev'): Element | undefined {
  let at = element[side]
  while (at && !isTag(at)) at = at[side]
  return at && isTag(at) ? at : undefined
}

/** What can be said of a picture without looking at it. */
export function wordingFor(publication: Publication, { element, path, page }: Shown): Wording | undefined {
  const book = packageOf(publication)
  const cover = book && coverOf(book)
  if (path !== undefined && path === cover && book?.titles[0])
    return { text: shortened(`Cover of ${book.titles[0]}`), confidence: 0.95, because: 'It is the cover.' }
  const caption = captionOf(element, page)
  if (caption) return { text: shortened(caption), confidence: 0.85, because: 'Its caption says so.' }
  const title = element.attribs.title?.trim() || element.attribs['aria-label']?.trim()
  if (title && !isEmptyWord(title, path)) return { text: shortened(title), confidence: 0.8, because: 'Its title says so.' }
  const named = path === undefined ? undefined : wordsIn(decodePath(baseName(path)))
  if (named) return { text: named, confidence: 0.4, because: 'Its file is called so.' }
  return undefined
}

/** A file name that is made of words. */
function wordsIn(name: string): string | undefined {
  const words = name
    .replace(/\.[^.]*$/, '')
    .replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2')
    .split(/[\s_.-]+/)
    .filter(
      (word) =>
        /^\p{L}{3,}$/u.test(word) &&
        !/^(img|image|images|pic|picture|photo|fig|figure|scan|page|copy|final|small|large|thumb|web|cover|plate|illustration)$/i.test(
          word,
        ),
    )
  const text = words.join(' ')
  return words.length >= 2 && /[aeiouyäöüéèаеиоу]/iu.test(text)
    ? `${text[0]!.toUpperCase()}${text.slice(1).toLowerCase()}`
    : undefined
}

/** What stands round a picture, for who has to describe it. */
export function roundabout({ element }: Shown): string {
  let holder: Element | undefined = element
  while (holder && !isBlock(holder)) holder = parentOf(holder)
  const parts = [holder && sibling(holder, 'prev'), holder, holder && sibling(holder, 'next')]
  return parts
    .map((part) => (part ? textOfElement(part) : ''))
    .filter(Boolean)
    .map((text) => text.slice(0, 300))
    .join(' … ')
}
