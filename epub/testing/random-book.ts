import fc from 'fast-check'
import type { Publication } from '../publication.ts'
import { book, book2 } from './book.ts'

/** What stands in a chapter. Words are numbers between letters (`w12x`), each once in the book, so that a lost one is seen. */
type Part =
  | { readonly kind: 'p' | 'h2' | 'li' | 'td' | 'blockquote' | 'note'; readonly words: number; readonly inline: string }
  | { readonly kind: 'picture' | 'rule' | 'link' }

const part: fc.Arbitrary<Part> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('p', 'h2', 'li', 'td', 'blockquote', 'note'),
      words: fc.integer({ min: 1, max: 6 }),
      inline: fc.constantFrom('', 'b', 'em', 'span', 'code'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('picture', 'rule', 'link') }) },
)

export interface RandomBook {
  readonly version: 2 | 3
  readonly chapters: readonly (readonly Part[])[]
}

/** Books of all the usual parts, sound before anything is done to them. */
export const randomBook: fc.Arbitrary<RandomBook> = fc.record({
  version: fc.constantFrom(2, 3),
  chapters: fc.array(fc.array(part, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
})

const fileOf = (index: number) => (index === 0 ? 'chapter.xhtml' : `chapter-${index + 1}.xhtml`)

export function publicationOfRandom({ version, chapters }: RandomBook): Publication {
  let count = 0
  const said = (words: number, inline: string) => {
    const text = Array.from({ length: words }, () => `w${++count}x`)
    if (inline && text.length > 1) text[1] = `<${inline}>${text[1]}</${inline}>`
    return text.join(' ')
  }
  const markup = (one: Part, at: number, chapter: number): string => {
    switch (one.kind) {
      case 'picture':
        return '<p><img src="picture.png" alt="A grey dot"/></p>'
      case 'rule':
        return '<hr/>'
      case 'link':
        return `<p><a href="${fileOf((chapter + 1) % chapters.length)}">${said(1, '')}</a></p>`
      case 'li':
        return `<ul><li>${said(one.words, one.inline)}</li><li>${said(1, '')}</li></ul>`
      case 'td':
        return `<table><tr><td>${said(one.words, one.inline)}</td><td>${said(1, '')}</td></tr></table>`
      case 'blockquote':
        return `<blockquote><p>${said(one.words, one.inline)}</p></blockquote>`
      case 'note':
        return `<p id="n${at}">${said(one.words, one.inline)} <a href="#n${at}">${said(1, '')}</a></p>`
      default:
        return `<${one.kind}>${said(one.words, one.inline)}</${one.kind}>`
    }
  }
  const body = (parts: readonly Part[], chapter: number) => parts.map((one, at) => `    ${markup(one, at, chapter)}\n`).join('')
  const bodies = chapters.map(body)
  const page = (index: number) => (text: string) => text.replace(/ {4}<p>It[\s\S]*(?= {2}<\/body>)/, bodies[index]!)
  const make = version === 3 ? book : book2
  const first = make({ 'chapter.xhtml': page(0) })
  const template = new TextDecoder().decode(make().resources.get('EPUB/chapter.xhtml')!.bytes)
  const others = chapters.slice(1).map((_, index) => fileOf(index + 1))
  if (others.length === 0) return first
  return make({
    'chapter.xhtml': page(0),
    ...Object.fromEntries(others.map((name, index) => [name, page(index + 1)(template)])),
    'package.opf': (text) =>
      text
        .replace(
          '  </manifest>',
          `${others.map((name) => `    <item id="${idOf(name)}" href="${name}" media-type="application/xhtml+xml"/>\n`).join('')}  </manifest>`,
        )
        .replace('  </spine>', `${others.map((name) => `    <itemref idref="${idOf(name)}"/>\n`).join('')}  </spine>`),
  })
}

const idOf = (name: string) => name.replace('.xhtml', '')
