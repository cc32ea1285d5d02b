import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { checkPublication } from '../check/check.ts'
import { nodeCodec } from '../node/codec.ts'
import { pictures } from '../node/pictures.ts'
import { schemas } from '../node/schemas.ts'
import { openPublication } from '../ocf/open.ts'
import { fromBytes } from '../source.ts'
import { htmlManuscript, textManuscript, wordManuscript } from '../testing/manuscripts.ts'
import { convert } from './convert.ts'
import type { ConversionOptions, OutputFormat } from './formats.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const manuscripts: Readonly<Record<string, Uint8Array>> = {
  'novel.txt': bytesOf(textManuscript),
  'tale.html': bytesOf(htmlManuscript),
  'novel.docx': await wordManuscript(),
}
const run = (name: string, to: OutputFormat, options: Partial<ConversionOptions> = {}) =>
  convert(fromBytes(manuscripts[name]!), { to, name, options, codec: nodeCodec, pictures })
const pagesOf = async (bytes: Uint8Array) => {
  const zip = await JSZip.loadAsync(bytes)
  const texts = await Promise.all(zip.file(/chapter.*xhtml$/).map((file) => file.async('string')))
  return { zip, text: texts.join('\n'), opf: await zip.file('EPUB/package.opf')!.async('string') }
}

const variants: readonly Partial<ConversionOptions>[] = [
  {},
  {
    preserveFormatting: false,
    includeMetadata: false,
    generateTOC: false,
    chapterDetection: 'none',
    embedFonts: false,
    imageQuality: 30,
  },
  { chapterDetection: 'h1' },
  { chapterDetection: 'h2' },
]

describe.each(Object.keys(manuscripts))('%s', (name) => {
  test.each(['epub', 'epub2', 'kepub'] as const)(
    'is an EPUB without a fault by our own checker (%s)',
    { timeout: 60_000 },
    async (to) => {
      for (const options of variants) {
        const { bytes } = await run(name, to, options)
        const publication = await openPublication(fromBytes(bytes), { codec: nodeCodec })
        expect(await checkPublication(publication, { schemas, level: 'WARNING' })).toEqual([])
      }
    },
  )

  test('gives the same bytes twice', async () => {
    expect((await run(name, 'epub')).bytes).toEqual((await run(name, 'epub')).bytes)
  })
})

test('a Word document keeps its structure, accepts changes and drops comments', async () => {
  const { bytes, report } = await run('novel.docx', 'epub')
  const { text } = await pagesOf(bytes)
  expect(report).toMatchObject({ title: 'My Novel', headings: 4, notes: 2, tables: 1, images: 1, lists: 3, equations: 1 })
  expect(text).toContain('inserted')
  expect(text).not.toContain('deleted')
  expect(text).toContain('rowspan="2"')
  expect(text).toContain('<mfrac>')
  expect(text).toMatch(/alt="A dot" width="100" height="100"/)
  expect(text).toMatch(/class="drop-cap"><span class="initial">O<\/span>nce/)
})

test('every option has its effect', async () => {
  const red = async (preserveFormatting: boolean) =>
    (await pagesOf((await run('tale.html', 'epub', { preserveFormatting })).bytes)).text
  expect(await red(true)).toMatch(/<span class="s1">\s*red/)
  expect(await red(false)).not.toContain('class="s1"')
  const opf = async (options: Partial<ConversionOptions>) => (await pagesOf((await run('tale.html', 'epub', options)).bytes)).opf
  expect(await opf({ includeMetadata: true })).toContain('Bo Day')
  expect(await opf({ includeMetadata: false })).not.toContain('Bo Day')
  expect(await opf({ generateTOC: true })).toContain('<itemref idref="nav"/>')
  expect(await opf({ generateTOC: false })).not.toContain('<itemref idref="nav"/>')
  const chapters = async (chapterDetection: ConversionOptions['chapterDetection']) =>
    (await run('tale.html', 'epub', { chapterDetection })).report.chapters
  expect([await chapters('none'), await chapters('h1'), await chapters('auto')]).toEqual([1, 2, 2])
})

test('what cannot be read is refused with a sentence', async () => {
  const refusal = (bytes: Uint8Array, name: string) =>
    convert(fromBytes(bytes), { to: 'epub', name, codec: nodeCodec }).then(
      () => undefined,
      (error: Error) => [error.name, error.message],
    )
  const refused = ['BookRefused', expect.stringMatching(/\.$/)]
  expect(await refusal(new Uint8Array(), 'a.txt')).toEqual(refused)
  expect(await refusal(bytesOf('no zip'), 'a.docx')).toEqual(refused)
  expect(await refusal((await wordManuscript()).slice(0, 300), 'a.docx')).toEqual(refused)
  expect(await refusal(new Uint8Array(33 * 1_048_576).fill(97), 'a.txt')).toEqual(refused)
  const nested = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')
  const laughs = `<!DOCTYPE w [<!ENTITY e0 "ha">${nested}]><w:document><w:body><w:p><w:r><w:t>&e12;</w:t></w:r></w:p></w:body></w:document>`
  expect(await refusal(await wordManuscript({ 'word/document.xml': laughs }), 'a.docx')).toEqual(refused)
})
