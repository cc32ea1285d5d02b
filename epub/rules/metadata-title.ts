import { baseName } from '../href.ts'
import { navOf, ncxOf } from '../navigation/navigation.ts'
import { append, dropElement, found, setContent } from '../package/edit.ts'
import { dublinCoreHome, packageOf, readingOrder } from '../package/package.ts'
import type { Publication, Resource } from '../publication.ts'
import { escapeXml, findElement, innerText, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

const fold = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim() || undefined

const textIn = (resource: Resource | undefined, name: string) => {
  const element = resource && findElement(treeOf(resource), name)
  return element && fold(innerText(element))
}

/** Titles that tools put where none was given. */
const empty = /^(untitled|unknown|no title|cover|title ?page|contents|table of contents|navigation|nav|toc|index|start)$/i

/** What the book calls itself elsewhere: in its NCX, on its first pages, in its file name. */
export function titleFrom(publication: Publication): string {
  const pages = readingOrder(publication)
    .slice(0, 3)
    .flatMap((path) => publication.resources.get(path) ?? [])
  const guesses = [
    textIn(ncxOf(publication), 'docTitle'),
    textIn(pages[0], 'h1'),
    textIn(pages[0], 'title'),
    textIn(navOf(publication), 'title'),
    ...pages.slice(1).flatMap((page) => [textIn(page, 'h1'), textIn(page, 'title')]),
    fold(
      baseName(publication.fileName)
        .replace(/\.\w+$/, '')
        .replace(/[_+]+/g, ' '),
    ),
  ]
  return guesses.find((guess) => guess && !empty.test(guess)) ?? 'Untitled'
}

/** A book has a title (EPUB 3.3 section 5.5.3). A filled one is never touched. */
export const metadataTitle = defineRule({
  id: 'metadata-title',
  feature: 15,
  answers: [{ id: 'OPF-055' }, { id: 'RSC-005', text: /title|metadata.*incomplete|character content|minLength|at least/ }],
  class: 'auto',
  why: 'The book had no title, so shelves and stores had nothing to show.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata) return []
    const titles = book.metas('title')
    const blank = titles.filter((one) => innerText(one).trim() === '')
    if (book.titles.length > 0) return blank.map((one) => found(book.resource, dropElement(book.resource, one)))
    const title = escapeXml(titleFrom(publication))
    if (blank[0])
      return [
        found(book.resource, setContent(book.resource, blank[0], title)),
        ...blank.slice(1).map((one) => found(book.resource, dropElement(book.resource, one))),
      ]
    return [found(book.resource, append(book.resource, dublinCoreHome(book), `<dc:title>${title}</dc:title>`))]
  },

  fix: carriedPatches,
})
