import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { nodeCodec } from '../node/codec.ts'
import { pictures } from '../node/pictures.ts'
import { fromBytes } from '../source.ts'
import { png } from '../testing/book.ts'
import { googleHtmlOf, htmlOf, wordHtmlOf } from '../testing/manuscripts/html.ts'
import { keptOf } from '../testing/manuscripts/kept.ts'
import { type Plan, planOf, type Wish } from '../testing/manuscripts/plan.ts'
import { markdownOf, textOf } from '../testing/manuscripts/text.ts'
import { wordOf } from '../testing/manuscripts/word.ts'
import { convert } from './convert.ts'
import type { OutputFormat } from './formats.ts'

const plan = (seed: number, parts: Wish['with'], says?: Plan['says']): Plan => ({
  ...planOf({ seed, chapters: 3, paragraphs: 24, with: parts, pictures: new Map([['dot.png', png]]) }),
  ...(says && { says }),
})
const everything = plan(1, [
  ...(['notes', 'endnotes', 'sections', 'lists', 'tables', 'images', 'links', 'quotes', 'code', 'equations'] as const),
  ...(['languages', 'changes', 'dropCaps', 'scenes'] as const),
])
const handbook = plan(2, ['notes', 'sections', 'lists', 'tables', 'images', 'links', 'quotes', 'languages', 'scenes'])
const shared = plan(3, ['notes', 'sections', 'lists', 'tables', 'images', 'links', 'scenes'], [])
const novel = plan(4, ['scenes'], ['title', 'author'])
const guide = plan(5, ['notes', 'sections', 'lists', 'quotes', 'code', 'scenes'])

const zipped = async (html: string, { pictures: all }: Plan) => {
  const zip = new JSZip()
  zip.file('My Book/index.html', html)
  for (const [name, bytes] of all) zip.file(`My Book/images/${name}`, bytes)
  return zip.generateAsync({ type: 'uint8array' })
}
const bytesOf = (text: string) => new TextEncoder().encode(text)

const manuscripts: readonly (readonly [name: string, plan: Plan, bytes: Uint8Array])[] = [
  ['novel.docx', everything, await wordOf(everything)],
  ['page.zip', handbook, await zipped(htmlOf(handbook), handbook)],
  ['word.zip', handbook, await zipped(wordHtmlOf(handbook, 'utf-8'), handbook)],
  ['google.zip', shared, await zipped(googleHtmlOf(shared), shared)],
  ['plain.txt', novel, bytesOf(textOf(novel))],
  ['marked.txt', guide, bytesOf(markdownOf(guide))],
]

const run = async (bytes: Uint8Array, name: string, to: OutputFormat) =>
  (await convert(fromBytes(bytes), { to, name, codec: nodeCodec, pictures })).bytes

/** Lines of which something is missing. */
const lost = async (bytes: Uint8Array, of: Plan) =>
  [...(await keptOf(bytes, of))].flatMap(([line, share]) =>
    share.kept < share.of ? [`${line}: ${share.kept} of ${share.of}`] : [],
  )

test.each(manuscripts)('%s: every word, note, cell, item, picture and link is in the book', async (name, of, bytes) => {
  expect(await lost(await run(bytes, name, 'epub'), of)).toEqual([])
})

describe('and after another format', () => {
  const [, , word] = manuscripts[0]!
  test.each(['docx', 'html', 'kepub'] as const)('%s', async (to) => {
    const between = await run(word, 'novel.docx', to)
    expect(await lost(await run(between, to === 'kepub' ? 'novel.epub' : `novel.${to}`, 'epub'), everything)).toEqual([])
  })

  test('an EPUB of pages, with its endnotes in a file of their own, as a Word document', async () => {
    const book = await run(word, 'novel.docx', 'epub')
    expect(await lost(await run(await run(book, 'novel.epub', 'docx'), 'novel.docx', 'epub'), everything)).toEqual([])
  })

  test('EPUB 2 has all but what it cannot hold: equations are lines of text, notes are links', async () => {
    const book = await run(word, 'novel.docx', 'epub2')
    expect((await lost(book, everything)).map((line) => line.split(':')[0])).toEqual([
      'equations',
      'notes that say what they are',
    ])
    const zip = await JSZip.loadAsync(book)
    expect(await zip.file('EPUB/chapter-001.xhtml')!.async('string')).toMatch(/<span class="math">eq\d+x\/√\(x²\)<\/span>/)
  })
})
