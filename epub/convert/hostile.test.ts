import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import JSZip from 'jszip'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeCodec } from '../node/codec.ts'
import { pictures } from '../node/pictures.ts'
import { fromBytes } from '../source.ts'
import { bigBytes } from '../testing/manuscripts/hostile.ts'
import { wordManuscript } from '../testing/manuscripts.ts'
import { convert } from './convert.ts'

/** Counts whoever comes: nothing of a manuscript may be fetched. */
let hits = 0
const canary = createServer((_, response) => {
  hits++
  response.end()
})
let address = ''
beforeAll(async () => {
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done))
  const at = canary.address()
  address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`
})
afterAll(() => canary.close())

const bytesOf = (text: string) => new TextEncoder().encode(text)
const run = (bytes: Uint8Array, name: string) => convert(fromBytes(bytes), { to: 'epub', name, codec: nodeCodec, pictures })

/** The sentence of a refusal; what is thrown otherwise goes through. */
async function refusal(bytes: Uint8Array, name: string): Promise<string | undefined> {
  try {
    await run(bytes, name)
    return undefined
  } catch (error) {
    if (error instanceof Error && error.name === 'BookRefused') return error.message
    throw error
  }
}

async function inside(bytes: Uint8Array): Promise<string> {
  const zip = await JSZip.loadAsync(bytes)
  const parts = await Promise.all(Object.values(zip.files).map((file) => file.async('string')))
  return `${Object.keys(zip.files).join('\n')}\n${parts.join('\n')}`
}

const document = (body: string, doctype = '') =>
  `${doctype}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>${body}</w:body></w:document>`
const word = (body: string, doctype = '') => wordManuscript({ 'word/document.xml': document(body, doctype) })
const p = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

test('a document that unpacks to far more than it weighs is refused', { timeout: 60_000 }, async () => {
  const bomb = await wordManuscript({ 'word/document.xml': document(`<w:p/>${' '.repeat(40 * 1_048_576)}`) })
  expect(bomb.length).toBeLessThan(200_000)
  expect(await refusal(bomb, 'a.docx')).toMatch(/larger|more than|too/i)
})

test('entities of other files are not followed, nested ones are refused', async () => {
  const passwords = '<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY % d SYSTEM "http://127.0.0.1:9/d">%d;]>'
  const made = await run(await word(`${p('Before')}${p('&e;')}`, passwords), 'a.docx')
  expect(await inside(made.bytes)).not.toMatch(/root:/)
  const page = `<!DOCTYPE html [<!ENTITY e SYSTEM "file:///etc/passwd">]><html><body><p>Text &e;</p></body></html>`
  expect(await inside((await run(bytesOf(page), 'a.html')).bytes)).not.toMatch(/root:/)
})

test('nothing is fetched and no file of the machine is read, whatever a page asks for', { timeout: 60_000 }, async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><image xlink:href="${address}/in.png" width="9" height="9"/><image xlink:href="file:///etc/passwd" width="9" height="9"/></svg>`
  const zip = new JSZip()
  zip.file('a/drawing.svg', svg)
  zip.file(
    'a/page.html',
    `<html><head><link rel="stylesheet" href="${address}/a.css"><style>@import url(${address}/b.css); @font-face { font-family: F; src: url(${address}/f.ttf) } @font-face { font-family: G; src: url(file:///etc/passwd) } body { background: url(${address}/c.png) }</style><script src="${address}/s.js">fetch('${address}')</script></head><body onload="fetch('${address}')"><p>Text</p><img src="${address}/p.png" alt="far"><img src="//127.0.0.1/x.png" alt="far"><img src="file:///etc/passwd" alt="own"><img src="../../../../../../etc/passwd" alt="up"><img src="drawing.svg" alt="drawn"><iframe src="${address}/i"></iframe><object data="${address}/o"></object><a href="javascript:fetch('${address}')">run</a></body></html>`,
  )
  const { bytes, report } = await run(await zip.generateAsync({ type: 'uint8array' }), 'a.zip')
  const text = await inside(bytes)
  expect(hits).toBe(0)
  expect(text).not.toMatch(/root:|javascript:|<script|onload|iframe/)
  expect(text).not.toContain(address)
  expect(text).toContain('[far]')
  expect(report.warnings.join(' ')).toMatch(/not fetched/)

  const relations = (inner: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`
  const linked = await wordManuscript({
    'word/document.xml': document(
      `${p('Text')}<w:p><w:r><w:pict><v:shape><v:imagedata r:id="rId9"/></v:shape></w:pict></w:r></w:p><w:p><w:r><w:instrText>INCLUDEPICTURE "${address}/q.png"</w:instrText></w:r></w:p>`,
    ),
    'word/_rels/document.xml.rels': relations(
      `<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${address}/p.png" TargetMode="External"/><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${address}/t.dotm" TargetMode="External"/>`,
    ),
  })
  expect((await run(linked, 'a.docx')).report.warnings.join(' ')).toMatch(/not fetched/)
  expect(hits).toBe(0)
})

test('macros and what is embedded stay behind', async () => {
  const made = await run(
    await wordManuscript({ 'word/vbaProject.bin': 'AutoOpen evil', 'word/embeddings/a.exe': 'MZ evil' }),
    'a.docm',
  )
  expect(await inside(made.bytes)).not.toMatch(/evil|vbaProject/)
  expect(made.report.warnings.join(' ')).toMatch(/macros/)
})

test('a broken archive is refused with a sentence, or what is left of it is converted', { timeout: 60_000 }, async () => {
  const whole = await wordManuscript()
  for (let share = 0; share < 1; share += 0.04) {
    const sentence = await refusal(whole.slice(0, Math.floor(whole.length * share)), 'a.docx')
    if (sentence !== undefined) expect(sentence).toMatch(/^[A-Z].*\.$/s)
  }
  for (let at = 40; at < whole.length; at += Math.ceil(whole.length / 60)) {
    const damaged = whole.slice()
    damaged[at]! ^= 0xff
    const sentence = await refusal(damaged, 'a.docx')
    if (sentence !== undefined) expect(sentence).toMatch(/^[A-Z].*\.$/s)
  }
})

test('100 MB of text are refused before they are read', async () => {
  let asked = 0
  const source = {
    size: 100 * 1_048_576,
    read: async (from: number, to: number) => {
      asked += to - from
      return new Uint8Array(to - from).fill(97)
    },
  }
  for (const name of ['a.txt', 'a.html'])
    await expect(convert(source, { to: 'epub', name, codec: nodeCodec })).rejects.toThrow(/larger than 32 MB/)
  expect(asked).toBeLessThan(100_000)
})

const deep = (open: string, close: string, levels: number, inner = 'x') => open.repeat(levels) + inner + close.repeat(levels)

test.each([
  ['divisions', () => bytesOf(`<html><body>${deep('<div>', '</div>', 4900)}</body></html>`), 'a.html'],
  ['more divisions', () => bytesOf(`<html><body>${deep('<div>', '</div>', 200_000)}</body></html>`), 'a.html'],
  ['emphasis', () => bytesOf(`<html><body><p>${deep('<b><i>', '</i></b>', 2400)}</p></body></html>`), 'a.html'],
  ['lists', () => bytesOf(`<html><body>${deep('<ul><li>', '</li></ul>', 2400)}</body></html>`), 'a.html'],
  ['tables', () => bytesOf(`<html><body>${deep('<table><tr><td>', '</td></tr></table>', 1600)}</body></html>`), 'a.html'],
  ['MathML', () => bytesOf(`<html><body><math>${deep('<mrow>', '</mrow>', 4000)}</math></body></html>`), 'a.html'],
  [
    'cells over cells',
    () => bytesOf(`<html><body><table>${'<tr><td rowspan=1000 colspan=1000>a</td></tr>'.repeat(1500)}</table></body></html>`),
    'a.html',
  ],
  [
    'notes that mention notes',
    () =>
      bytesOf(
        `<html><body>${Array.from({ length: 1500 }, (_, i) => `<p><a id="r${i}" href="#n${i}">1</a></p><li id="n${i}">t <a href="#r${i}">b</a> <a href="#n${(i + 1) % 1500}">2</a></li>`).join('')}</body></html>`,
      ),
    'a.html',
  ],
  ['tracked changes', () => word(`<w:p>${deep('<w:ins>', '</w:ins>', 4000, '<w:r><w:t>x</w:t></w:r>')}</w:p>`), 'a.docx'],
  ['tables in Word', () => word(deep('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', 1500, p('x'))), 'a.docx'],
  [
    'text boxes',
    () =>
      word(deep('<w:p><w:r><w:pict><v:textbox><w:txbxContent>', '</w:txbxContent></v:textbox></w:pict></w:r></w:p>', 60, p('x'))),
    'a.docx',
  ],
  [
    'alternatives',
    () =>
      word(`<w:p><w:r>${deep('<mc:AlternateContent><mc:Fallback>', '</mc:Fallback></mc:AlternateContent>', 2400)}</w:r></w:p>`),
    'a.docx',
  ],
  [
    'equations',
    () => word(`<w:p><m:oMath>${deep('<m:rad><m:e>', '</m:e></m:rad>', 2400, '<m:r><m:t>x</m:t></m:r>')}</m:oMath></w:p>`),
    'a.docx',
  ],
  [
    'fields',
    () =>
      word(
        `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "http://a.test"</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>'.repeat(5000)}<w:r><w:t>x</w:t></w:r></w:p>`,
      ),
    'a.docx',
  ],
  ['quotations', () => bytesOf(`${'>'.repeat(20_000)} text\n`.repeat(20)), 'a.txt'],
  ['items', () => bytesOf(Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i * 2)}- item`).join('\n')), 'a.txt'],
  [
    'signs of Markdown',
    () =>
      bytesOf(
        ['**a ', '*a', '`', '[a', '![', '~~a', '_a ', '\\', '<http://', '[^a', '  ']
          .map((sign) => sign.repeat(60_000))
          .join('\n\n'),
      ),
    'a.txt',
  ],
  ['rows of bars', () => bytesOf(`${'|'.repeat(200_000)}\n${'|--'.repeat(50_000)}|\n`), 'a.txt'],
  ['headings only', () => bytesOf('AAA BBB\n\n'.repeat(10_000)), 'a.txt'],
  ['fences', () => bytesOf('````\n\n~~~\n\n'.repeat(40_000)), 'a.txt'],
  [
    'styles',
    () =>
      bytesOf(
        `<html><head><style>${'a'.repeat(2_000_000)}${'@font-face{src:url('.repeat(50_000)}</style></head><body><p>x</p></body></html>`,
      ),
    'a.html',
  ],
] as const)('%s without end take seconds, not minutes', { timeout: 60_000 }, async (_, make, name) => {
  const started = process.cpuUsage()
  const sentence = await refusal(await make(), name)
  if (sentence !== undefined) expect(sentence).toMatch(/^[A-Z].*\.$/s)
  const { user } = process.cpuUsage(started)
  expect(user / 1_000_000).toBeLessThan(20)
})

test('a conversion ends where it is aborted, in the middle of a step', { timeout: 60_000 }, async () => {
  const abort = new AbortController()
  let last = 0
  const done = convert(fromBytes(bytesOf(bigBytes(6))), {
    to: 'epub',
    name: 'a.html',
    codec: nodeCodec,
    signal: abort.signal,
    onProgress(share) {
      expect(share).toBeGreaterThanOrEqual(last)
      last = share
      if (share > 0.05) abort.abort()
    },
  })
  await expect(done).rejects.toThrow(/abort/i)
  expect(last).toBeLessThan(0.5)
})

test.skipIf(!process.env.BOOKMENDER_FULL)('the largest text and page that are taken', { timeout: 600_000 }, async () => {
  for (const name of ['a.txt', 'a.html']) {
    const started = performance.now()
    const { report } = await run(bytesOf(bigBytes(31)), name)
    expect(report.words).toBeGreaterThan(1_000_000)
    console.log(
      name,
      Math.round(performance.now() - started),
      'ms',
      Math.round(process.memoryUsage().rss / 1_048_576),
      'MB',
      tmpdir() && '',
    )
  }
})
