import JSZip from 'jszip'
import sharp from 'sharp'
import { random } from '../../epub/testing/breaker.ts'
import { googleHtmlOf, htmlOf, wordHtmlOf } from '../../epub/testing/manuscripts/html.ts'
import { type Plan, planOf } from '../../epub/testing/manuscripts/plan.ts'
import { markdownOf, textOf } from '../../epub/testing/manuscripts/text.ts'
import { wordOf } from '../../epub/testing/manuscripts/word.ts'

export interface Manuscript {
  readonly name: string
  readonly title: string
  readonly plan: Plan
  /** Format as pandoc calls it. */
  readonly from: string
  readonly files: Readonly<Record<string, string | Uint8Array>>
  /** The file that is converted, and the one that holds all of it. */
  readonly input: string
  readonly packed: string
}

/** Photographs of a kind: soft colours with some noise, as JPEG and PNG. */
async function photographs(count: number): Promise<Map<string, Uint8Array>> {
  const dice = random(11)
  const pictures = new Map<string, Uint8Array>()
  for (let i = 0; i < count; i++) {
    const [width, height] = [900, 600]
    const raw = new Uint8Array(width * height * 3)
    const [r, g, b] = [dice() * 200, dice() * 200, dice() * 200]
    for (let at = 0; at < width * height; at++) {
      const shade = ((at % width) / width) * 50 + dice() * 8
      raw.set([r + shade, g + shade, b + shade], at * 3)
    }
    const picture = sharp(raw, { raw: { width, height, channels: 3 } })
    const isPng = i % 4 === 3
    const bytes = await (isPng ? picture.resize(300).png() : picture.jpeg({ quality: 92 })).toBuffer()
    pictures.set(`picture-${i + 1}.${isPng ? 'png' : 'jpg'}`, Uint8Array.from(bytes))
  }
  return pictures
}

async function zipped(page: string, html: string | Uint8Array, pictures: ReadonlyMap<string, Uint8Array>) {
  const zip = new JSZip()
  zip.file(page, html)
  for (const [name, bytes] of pictures) zip.file(`images/${name}`, bytes)
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}

/** As Word saves pages: what the encoding cannot hold as numbers. */
const inWindows1252 = (html: string) =>
  Uint8Array.from(
    Buffer.from(
      html.replace(/[\u0080-\uffff]/g, (char) => `&#${char.charCodeAt(0)};`),
      'latin1',
    ),
  )

async function pageWithPictures(page: string, html: string | Uint8Array, { pictures }: Plan) {
  return {
    [page]: html,
    ...Object.fromEntries([...pictures].map(([name, bytes]) => [`images/${name}`, bytes])),
    'packed.zip': await zipped(page, html, pictures),
  }
}

/** The manuscripts of the benchmark, from a novel to a textbook. */
export async function manuscripts(): Promise<Manuscript[]> {
  const pictures = await photographs(8)
  const novel = planOf({ seed: 1, chapters: 30, paragraphs: 40, with: ['notes', 'scenes', 'dropCaps'] })
  const textbook = planOf({
    seed: 2,
    chapters: 12,
    paragraphs: 24,
    with: ['notes', 'endnotes', 'sections', 'lists', 'tables', 'images', 'links', 'quotes', 'code', 'equations', 'languages'],
    pictures,
  })
  const reviewed = planOf({ seed: 3, chapters: 8, paragraphs: 20, with: ['notes', 'changes', 'links', 'lists'] })
  const pages = planOf({
    seed: 4,
    chapters: 12,
    paragraphs: 24,
    with: ['notes', 'sections', 'lists', 'tables', 'images', 'links', 'quotes', 'code', 'equations', 'languages', 'scenes'],
    pictures,
  })
  const exported = planOf({
    seed: 5,
    chapters: 10,
    paragraphs: 20,
    with: ['notes', 'sections', 'lists', 'tables', 'images', 'links', 'quotes', 'languages', 'scenes'],
    pictures,
  })
  const exportedByGoogle: Plan = {
    says: [],
    ...planOf({
      seed: 6,
      chapters: 10,
      paragraphs: 20,
      with: ['notes', 'sections', 'lists', 'tables', 'images', 'links', 'scenes'],
      pictures,
    }),
  }
  const plain: Plan = {
    says: ['title', 'author'],
    ...planOf({ seed: 7, chapters: 30, paragraphs: 40, with: ['scenes'] }),
  }
  const marked = planOf({
    seed: 8,
    chapters: 15,
    paragraphs: 24,
    with: ['notes', 'sections', 'lists', 'quotes', 'code', 'scenes'],
  })
  const docx = async (name: string, title: string, plan: Plan): Promise<Manuscript> => ({
    name,
    title,
    plan,
    from: 'docx',
    files: { [`${name}.docx`]: await wordOf(plan) },
    input: `${name}.docx`,
    packed: `${name}.docx`,
  })
  const html = async (name: string, title: string, plan: Plan, text: string | Uint8Array): Promise<Manuscript> => ({
    name,
    title,
    plan,
    from: 'html',
    files: await pageWithPictures('index.html', text, plan),
    input: 'index.html',
    packed: 'packed.zip',
  })
  const text = (name: string, title: string, plan: Plan, content: string): Manuscript => ({
    name,
    title,
    plan,
    from: 'markdown',
    files: { [`${name}.txt`]: content },
    input: `${name}.txt`,
    packed: `${name}.txt`,
  })
  return [
    await docx('novel', 'A novel, Word', novel),
    await docx('textbook', 'A textbook, Word', textbook),
    await docx('reviewed', 'A manuscript under review, Word', reviewed),
    await html('page', 'A handbook, HTML with pictures', pages, htmlOf(pages)),
    await html('word-html', 'A handbook, Word’s HTML export', exported, inWindows1252(wordHtmlOf(exported))),
    await html('google-html', 'A handbook, Google Docs’ HTML export', exportedByGoogle, googleHtmlOf(exportedByGoogle)),
    text('plain', 'A novel, plain text', plain, textOf(plain)),
    text('marked', 'A guide, text with the signs of Markdown', marked, markdownOf(marked)),
  ]
}
