import { packageOf, readingOrder } from '../../package/package.ts'
import { type Publication, type Resource, remembered } from '../../publication.ts'
import { isPage, visibleText } from '../../text.ts'
import { type Detector, type Guess, plain } from './detect.ts'

/** Pages of the reading order with text, the table of contents left out. */
export const textPages = remembered((publication: Publication): readonly Resource[] => {
  const book = packageOf(publication)
  return readingOrder(publication).flatMap((path) => {
    const resource = publication.resources.get(path)
    return resource?.bytes && isPage(resource) && !book?.itemAt(path)?.properties.includes('nav') ? [resource] : []
  })
})

/** UTF-16 units of text that a book is judged by, spread over its pages. */
const sampled = 24_000

/** Pages of which a short look takes a piece each. */
const few = 4

/** The language most of the book is in; by a short look at a few of its pages only, where that is enough. */
export function languageOfBook(publication: Publication, detect: Detector, isShort = false): Guess | undefined {
  const all = textPages(publication)
  const pages = isShort && all.length > few ? [0.2, 0.4, 0.6, 0.8].map((at) => all[Math.floor(at * all.length)]!) : all
  if (isShort) return detect(pages.map((page) => middleOf(page, 700)).join(' '), few)
  const share = Math.max(700, Math.floor(sampled / Math.max(1, pages.length)))
  let text = ''
  for (const page of pages) {
    if (text.length > sampled) break
    text += `${middleOf(page, share)} `
  }
  return detect(text)
}

function middleOf(page: Resource, length: number): string {
  const own = visibleText(page).replace(/\s+/g, ' ').trim()
  const from = own.length > length * 2 ? Math.floor((own.length - length) / 2) : 0
  return own.slice(from, from + length)
}

/** The language that a book says it is in; undefined where it says none that means anything. */
export function declaredLanguage(publication: Publication): string | undefined {
  const [first] = packageOf(publication)?.languages ?? []
  return first && /^[A-Za-z]{2,8}([-_][A-Za-z0-9]+)*$/.test(first) && !/^(und|zxx|mul|mis|x)$/.test(plain(first))
    ? first
    : undefined
}
