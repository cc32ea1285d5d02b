import JSZip from 'jszip'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { nodeCodec } from '../node/codec.ts'
import { pictures } from '../node/pictures.ts'
import { fromBytes } from '../source.ts'
import { smallManuscripts } from '../testing/manuscripts/all.ts'
import { wordManuscript } from '../testing/manuscripts.ts'
import { convert } from './convert.ts'
import { type ConversionOptions, chapterDetections, type OutputFormat, outputFormats } from './formats.ts'

const manuscripts = await smallManuscripts()
const run = (name: string, to: OutputFormat, options: Partial<ConversionOptions> = {}, bytes = manuscripts[name]!) =>
  convert(fromBytes(bytes), { to, name, options, codec: nodeCodec, pictures })
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const bytesOf = (written: string) => new TextEncoder().encode(written)

/** Texts of the entries of an archive whose names match, one after the other. */
async function entries(bytes: Uint8Array, shape: RegExp) {
  const zip = await JSZip.loadAsync(bytes)
  return (await Promise.all(zip.file(shape).map((file) => file.async('string')))).join('\n')
}

const looks = `<html><head><title>T</title><meta name="author" content="Bo Day"><meta name="description" content="About it"><meta name="keywords" content="sea, rain"></head><body><h1>One</h1><p style="text-align:center;text-indent:2em">A <span style="color:#cc0000;font-size:20px;background:yellow">red</span> <b>bold</b> word</p><h1>Two</h1><p>More</p></body></html>`

test('preserveFormatting keeps what has no meaning, and only that goes without it', async () => {
  for (const to of ['epub', 'epub2', 'kepub'] as const) {
    const styled = await entries((await run('a.html', to, {}, bytesOf(looks))).bytes, /styles\.css|chapter-001/)
    expect(styled).toMatch(/color: #cc0000/)
    expect(styled).toMatch(/text-align: center/)
    const bare = await entries(
      (await run('a.html', to, { preserveFormatting: false }, bytesOf(looks))).bytes,
      /styles\.css|chapter-001/,
    )
    expect(bare).not.toMatch(/#cc0000|class="s\d/)
    expect(bare).toMatch(/<strong>.*bold.*<\/strong>/)
  }
  expect(text((await run('a.html', 'html', {}, bytesOf(looks))).bytes)).toContain('#cc0000')
  expect(text((await run('a.html', 'html', { preserveFormatting: false }, bytesOf(looks))).bytes)).not.toContain('#cc0000')
  const word = async (preserveFormatting: boolean) =>
    entries((await run('a.html', 'docx', { preserveFormatting }, bytesOf(looks))).bytes, /word\/document\.xml/)
  expect(await word(true)).toMatch(/<w:color w:val="CC0000"\/>/)
  expect(await word(false)).not.toMatch(/CC0000/)
  const drop = async (preserveFormatting: boolean) =>
    entries((await run('everything.docx', 'epub', { preserveFormatting })).bytes, /chapter-001/)
  expect(await drop(true)).toContain('class="drop-cap"')
  expect(await drop(false)).not.toContain('drop-cap')
})

test('includeMetadata: author, description and subjects; title and language in any case', async () => {
  for (const to of ['epub', 'epub2', 'kepub', 'html', 'md', 'txt', 'docx'] as const) {
    const holds = async (includeMetadata: boolean) => {
      const { bytes } = await run('a.html', to, { includeMetadata }, bytesOf(looks))
      return /epub|docx/.test(to) ? entries(bytes, /package\.opf|core\.xml/) : text(bytes)
    }
    expect(await holds(true)).toContain('Bo Day')
    expect(await holds(false)).not.toContain('Bo Day')
    if (/epub/.test(to)) {
      expect(await holds(true)).toMatch(/About it[\s\S]*<dc:subject>sea<\/dc:subject>/)
      expect(await holds(false)).toMatch(/<dc:title>T<\/dc:title>\s*<dc:language>en<\/dc:language>/)
    }
  }
})

test('generateTOC: a page of contents that is read; the navigation document is there in any case', async () => {
  for (const to of ['epub', 'epub2', 'kepub'] as const) {
    const spine = async (generateTOC: boolean) =>
      entries((await run('everything.docx', to, { generateTOC })).bytes, /package\.opf/)
    expect(await spine(true)).toContain('<itemref idref="nav"/>')
    expect(await spine(false)).not.toContain('<itemref idref="nav"/>')
    expect(
      await entries((await run('everything.docx', to, { generateTOC: false })).bytes, /(?:nav|contents)\.xhtml|toc\.ncx/),
    ).toContain('Chapter 2')
  }
  const links = async (generateTOC: boolean) =>
    text((await run('everything.docx', 'html', { generateTOC })).bytes).includes('<nav aria-label="Contents">')
  expect([await links(true), await links(false)]).toEqual([true, false])
  // The manuscript's own list of chapters, with its numbers of pages, stands only where none is made.
  const own = async (generateTOC: boolean) => entries((await run('everything.docx', 'epub', { generateTOC })).bytes, /chapter-/)
  expect((await own(true)).match(/Chapter 1 title/g)).toHaveLength(1)
  expect((await own(false)).match(/Chapter 1 title/g)!.length).toBeGreaterThan(1)
})

test('chapterDetection: where the files of a book begin', async () => {
  const page = (body: string) => bytesOf(`<html><head><title>T</title></head><body>${body}</body></html>`)
  const both = page('<h1>One</h1><p>a</p><h2>1.1</h2><p>b</p><h2>1.2</h2><p>c</p><h1>Two</h1><p>d</p>')
  const chapters = async (bytes: Uint8Array, name = 'a.html') => {
    const counts = []
    for (const chapterDetection of chapterDetections)
      counts.push((await run(name, 'epub', { chapterDetection }, bytes)).report.chapters)
    return counts
  }
  // auto, h1, h2, none
  expect(await chapters(both)).toEqual([2, 2, 4, 1])
  expect(await chapters(page('<h1>The Book</h1><h2>One</h2><p>a</p><h2>Two</h2><p>b</p>'))).toEqual([2, 1, 2, 1])
  expect(await chapters(page('<p>Chapter 1</p><p>a</p><p>Chapter 2</p><p>b</p>'))).toEqual([2, 1, 1, 1])
  expect(await chapters(manuscripts['long-way.txt']!, 'a.txt')).toEqual([2, 2, 2, 1])
})

test('imageQuality: of JPEG pictures, never larger than they were', async () => {
  const noise = new Uint8Array(400 * 300 * 3).map((_, i) => (i * 2_654_435_761) >>> 24)
  const jpeg = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
  const html = bytesOf(
    `<html><body><p>x</p><img alt="noise" src="data:image/jpeg;base64,${jpeg.toString('base64')}"></body></html>`,
  )
  const size = async (imageQuality: number) => {
    const zip = await JSZip.loadAsync((await run('a.html', 'epub', { imageQuality }, html)).bytes)
    return (await zip.file('EPUB/images/image-001.jpg')!.async('uint8array')).length
  }
  const sizes = [await size(30), await size(60), await size(85), await size(100)]
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b))
  expect(new Set(sizes).size).toBe(4)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(jpeg.length)
  await expect(size(20)).rejects.toThrow(/30 to 100/)
  await expect(size(101)).rejects.toThrow(/30 to 100/)
})

test('embedFonts: the fonts that a manuscript brings', async () => {
  for (const [name, to] of [
    ['fonts.docx', 'epub'],
    ['fonts.docx', 'epub2'],
    ['page.zip', 'kepub'],
  ] as const) {
    const holds = async (embedFonts: boolean) => {
      const { bytes } = await run(name, to, { embedFonts })
      const zip = await JSZip.loadAsync(bytes)
      return [zip.file(/fonts\//).length, (await entries(bytes, /styles\.css/)).includes('@font-face')]
    }
    expect(await holds(true)).toEqual([1, true])
    expect(await holds(false)).toEqual([0, false])
  }
  const zip = await JSZip.loadAsync((await run('fonts.docx', 'epub')).bytes)
  // The key is taken off: a TrueType font begins so.
  expect([...(await zip.file(/fonts\//)[0]!.async('uint8array')).subarray(0, 4)]).toEqual([0, 1, 0, 0])
})

test('every output is the same for the same input, whenever it is made', async () => {
  for (const name of ['everything.docx', 'page.zip', 'marked.txt'])
    for (const to of outputFormats) {
      const [one, other] = [await run(name, to), await run(name, to)]
      expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes)), `${name} as ${to}`).toBe(true)
    }
})

test('a book has language, contents, cover and what it says of its accessibility', async () => {
  const { bytes } = await run('everything.docx', 'epub')
  const opf = await entries(bytes, /package\.opf/)
  expect(opf).toMatch(/<dc:language>en-GB<\/dc:language>/)
  for (const name of [
    'accessMode',
    'accessModeSufficient',
    'accessibilityFeature',
    'accessibilityHazard',
    'accessibilitySummary',
  ])
    expect(opf).toContain(`<meta property="schema:${name}">`)
  expect(opf).toMatch(/properties="nav"[\s\S]*properties="cover-image"/)
  expect(opf).toMatch(/<itemref idref="cover"\/>/)
  expect(await entries(bytes, /nav\.xhtml/)).toMatch(/epub:type="toc"[\s\S]*epub:type="landmarks"/)
})

test('headings that Word numbers keep their numbers, lists start where they start', async () => {
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const numbered = (level: number, words: string, id = 5) =>
    `<w:p><w:pPr><w:pStyle w:val="Heading${level + 1}"/><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr></w:pPr><w:r><w:t>${words}</w:t></w:r></w:p>`
  const p = '<w:p><w:r><w:t>text</w:t></w:r></w:p>'
  const level = (i: number, format: string, label: string, start = 1) =>
    `<w:lvl w:ilvl="${i}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${label}"/></w:lvl>`
  const bytes = await wordManuscript({
    'word/document.xml': `<w:document ${w}><w:body>${numbered(0, 'Sea')}${p}${numbered(1, 'Salt')}${p}${numbered(1, 'Sand')}${p}${numbered(0, 'Land')}${p}${numbered(1, 'Hill')}${p}${numbered(0, 'Again', 6)}<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr></w:pPr><w:r><w:t>item</w:t></w:r></w:p></w:body></w:document>`,
    'word/numbering.xml': `<w:numbering ${w}><w:abstractNum w:abstractNumId="1">${level(0, 'upperRoman', 'Part %1:')}${level(1, 'decimal', '%1.%2')}</w:abstractNum><w:abstractNum w:abstractNumId="2">${level(0, 'lowerLetter', '%1)', 3)}</w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="6"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="9"/></w:lvlOverride></w:num><w:num w:numId="7"><w:abstractNumId w:val="2"/></w:num></w:numbering>`,
  })
  const made = text((await run('a.docx', 'html', {}, bytes)).bytes)
  expect([...made.matchAll(/<h\d[^>]*>([^<]*)</g)].map(([, words]) => words)).toEqual([
    'Part I: Sea',
    'I.1 Salt',
    'I.2 Sand',
    'Part II: Land',
    'II.1 Hill',
    'Part IX: Again',
  ])
  expect(made).toMatch(/<ol type="a" start="3">/)
})

test('lines broken by hand are one again; a hyphen stays where it is the word’s own', async () => {
  const line = 'The quick brown fox ran over the hill and down to the water where the'
  const paragraph = (first: string, second: string) => `${line} ${first}\n${second} ${line}\n${line}.\n\n`
  const lines = async (content: string) => text((await run('a.txt', 'txt', { includeMetadata: false }, bytesOf(content))).bytes)
  const written = await lines(
    `${paragraph('well-', 'known').repeat(3)}${paragraph('chil-', 'dren')}${paragraph('the', 'children')}${paragraph('sea--', 'and')}`,
  )
  expect(written).toContain('the well-known The')
  expect(written).toContain('the children The')
  expect(written).not.toMatch(/chil-/)
  expect(written).toContain('sea--and')
  const hyphenated = await lines(Array.from({ length: 12 }, (_, i) => paragraph(`fore${'abcdefghijkl'[i]}st-`, 'ry')).join(''))
  expect(hyphenated).toContain('foreastry')
})
