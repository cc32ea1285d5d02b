import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import JSZip from 'jszip'
import { fonts } from '../../node/fonts.ts'
import { png } from '../book.ts'
import { htmlManuscript, textManuscript, wordManuscript } from '../manuscripts.ts'
import { googleHtmlOf, htmlOf, wordHtmlOf } from './html.ts'
import { type Plan, planOf, type Wish } from './plan.ts'
import { markdownOf, textOf } from './text.ts'
import { wordOf } from './word.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

const plan = (seed: number, parts: Wish['with']): Plan =>
  planOf({ seed, chapters: 2, paragraphs: 12, with: parts, pictures: new Map([['dot.png', png]]) })

async function zipped(html: string, more: Readonly<Record<string, Uint8Array>>) {
  const zip = new JSZip()
  zip.file('index.html', html)
  for (const [path, bytes] of Object.entries(more)) zip.file(path, bytes)
  return zip.generateAsync({ type: 'uint8array' })
}

/** The first 32 bytes of a font in a Word document are hidden by its key. */
function hidden(font: Uint8Array, key: string): Uint8Array {
  const hex = key.replace(/[^0-9A-F]/gi, '')
  return font.map((byte, i) =>
    i < 32 ? byte ^ Number.parseInt(hex.slice((15 - (i % 16)) * 2, (15 - (i % 16)) * 2 + 2), 16) : byte,
  )
}

/** Every kind of manuscript by its file name, small, with nearly everything that it can hold; two have fonts in them. */
export async function smallManuscripts(): Promise<Readonly<Record<string, Uint8Array>>> {
  const everything = plan(1, [
    ...(['notes', 'endnotes', 'sections', 'lists', 'tables', 'images', 'links', 'quotes', 'code', 'equations'] as const),
    ...(['languages', 'changes', 'dropCaps', 'scenes'] as const),
  ])
  const handbook = plan(2, [
    'notes',
    'sections',
    'lists',
    'tables',
    'images',
    'links',
    'quotes',
    'equations',
    'languages',
    'scenes',
  ])
  const novel = plan(3, ['scenes'])
  const guide = plan(4, ['notes', 'sections', 'lists', 'quotes', 'code', 'scenes'])
  const pictures = Object.fromEntries([...everything.pictures].map(([name, bytes]) => [`images/${name}`, bytes]))
  const woff2 = new Uint8Array(
    readFileSync(createRequire(import.meta.url).resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2')),
  )
  const font = (await fonts.fromWoff2(woff2)) ?? woff2
  const face =
    '<style>@font-face { font-family: "Plex"; src: url(plex.woff2) } .x { font-family: "Plex"; color: #336699 }</style>'
  const key = '{01234567-89AB-CDEF-0123-456789ABCDEF}'
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const withFont = await JSZip.loadAsync(await wordManuscript())
  const links = await withFont.file('word/_rels/document.xml.rels')!.async('string')
  withFont.file(
    'word/_rels/document.xml.rels',
    links.replace(
      '</Relationships>',
      `<Relationship Id="rId99" Type="${relations}/fontTable" Target="fontTable.xml"/></Relationships>`,
    ),
  )
  withFont.file(
    'word/fontTable.xml',
    `<w:fonts xmlns:w="${word}" xmlns:r="${relations}"><w:font w:name="Plex"><w:embedRegular r:id="rId1" w:fontKey="${key}"/></w:font></w:fonts>`,
  )
  withFont.file(
    'word/_rels/fontTable.xml.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/font" Target="fonts/font1.odttf"/></Relationships>`,
  )
  withFont.file('word/fonts/font1.odttf', hidden(font, key))
  return {
    'everything.docx': await wordOf(everything),
    'fonts.docx': await withFont.generateAsync({ type: 'uint8array' }),
    'page.zip': await zipped(htmlOf(handbook).replace('</head>', `${face}</head>`).replace('<p>', '<p class="x">'), {
      ...pictures,
      'plex.woff2': woff2,
    }),
    'word-export.zip': await zipped(wordHtmlOf(handbook, 'utf-8'), pictures),
    'google-export.zip': await zipped(googleHtmlOf(handbook), pictures),
    'plain.txt': bytesOf(textOf(novel)),
    'marked.txt': bytesOf(markdownOf(guide)),
    'long-way.txt': bytesOf(textManuscript),
    'tale.html': bytesOf(htmlManuscript),
  }
}
