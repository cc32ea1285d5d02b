import { extensionOf } from '../href.ts'
import type { Codec } from '../ocf/codec.ts'
import { defaultLimits, refuseTooComplex } from '../ocf/limits.ts'
import { openFiles, openPublication } from '../ocf/open.ts'
import type { Resource } from '../publication.ts'
import { BookRefused } from '../refusal.ts'
import type { Source } from '../source.ts'
import { type ConversionOptions, defaultOptions, type InputFormat } from './formats.ts'
import type { Manuscript } from './model.ts'
import type { Pace } from './pace.ts'
import { readDocx } from './read-docx.ts'
import { readEpub } from './read-epub.ts'
import { type HtmlFiles, readHtml } from './read-html.ts'
import { decodeText, looksBinary, readText } from './read-text.ts'

export interface ReadOptions {
  readonly name: string
  readonly codec?: Codec | undefined
  readonly options?: Partial<ConversionOptions> | undefined
  readonly pace?: Pace | undefined
}

/** Text and HTML of more bytes than this are no manuscript; a long novel has 2 MB. */
const mostText = defaultLimits.text

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) => start.every((byte, i) => bytes[i] === byte)

/** Reads a manuscript of any kind; its bytes say what it is before its name does. Throws `BookRefused`. */
export async function readManuscript(
  source: Source,
  { name, codec, options, pace }: ReadOptions,
): Promise<{ from: InputFormat; manuscript: Manuscript }> {
  if (source.size === 0) throw new BookRefused('empty')
  const head = await source.read(0, Math.min(source.size, 8192))
  const extension = extensionOf(name)
  const zipped = startsWith(head, 0x50, 0x4b, 0x03, 0x04)
  const opening = codec ? { codec } : {}
  if (zipped && extension === 'epub')
    return { from: 'epub', manuscript: await readEpub(await openPublication(source, opening), pace) }
  if (zipped) return fromArchive(await openFiles(source, opening), source, codec, pace)
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0))
    throw new BookRefused(
      'encrypted',
      'The file is an old Word document or protected by a password. Save it as .docx without a password.',
    )
  if (extension === 'docx' || extension === 'epub' || extension === 'docm')
    throw new BookRefused(
      'not-a-zip',
      `The file is damaged: it is not a readable ${extension === 'epub' ? 'EPUB' : 'Word document'}.`,
    )
  if (looksBinary(head)) throw new BookRefused('nothing-readable', 'The file is neither text nor HTML nor a Word document.')
  if (source.size > mostText)
    throw new BookRefused('too-large', `The text is larger than ${mostText / 1_048_576} MB. Split it into several books.`)
  const bytes = await source.read(0, source.size)
  const start = decodeText(head).text.slice(0, 2000)
  const isHtml =
    /^(?:x?html?|xht)$/.test(extension) ||
    (extension !== 'txt' && extension !== 'md' && /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)\b/i.test(start))
  if (!isHtml)
    return {
      from: 'txt',
      manuscript: readText(decodeText(bytes).text, options?.chapterDetection ?? defaultOptions.chapterDetection),
    }
  return { from: 'html', manuscript: await readPage(bytes, { path: name, load: async () => undefined, pace }) }
}

async function readPage(bytes: Uint8Array, files: HtmlFiles): Promise<Manuscript> {
  if (bytes.length > mostText) throw new BookRefused('too-large')
  const declared = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 4096)))?.[1]
  const text = decodeHtml(bytes, declared)
  refuseTooComplex(text)
  return readHtml(text, files)
}

function decodeHtml(bytes: Uint8Array, declared: string | undefined): string {
  const { text, encoding } = decodeText(bytes)
  // A page that says UTF-8 and is not speaks for nothing.
  if (!declared || encoding.startsWith('utf-') || /^utf-?8$/i.test(declared)) return text
  try {
    return new TextDecoder(declared).decode(bytes)
  } catch {
    return text
  }
}

/** A Word document, or a page with its pictures. */
async function fromArchive(
  files: ReadonlyMap<string, Resource>,
  source: Source,
  codec: Codec | undefined,
  pace: Pace | undefined,
) {
  const paths = [...files.keys()]
  if (paths.some((path) => /(?:^|\/)document\d*\.xml$/i.test(path)) || files.has('[Content_Types].xml'))
    return { from: 'docx' as const, manuscript: await readDocx(files, pace) }
  if (files.has('META-INF/container.xml'))
    return { from: 'epub' as const, manuscript: await readEpub(await openPublication(source, codec ? { codec } : {}), pace) }
  const byLower = new Map(paths.map((path) => [path.toLowerCase(), path]))
  const load = async (path: string) => {
    const file = files.get(path) ?? files.get(byLower.get(path.toLowerCase()) ?? '')
    return file && (file.bytes ?? (await file.load()))
  }
  // The page nearest to the root; of several the index, else the largest.
  const [page] = paths
    .filter((path) => /\.x?html?$/i.test(path))
    .sort(
      (a, b) =>
        a.split('/').length - b.split('/').length ||
        Number(/index/i.test(b)) - Number(/index/i.test(a)) ||
        files.get(b)!.size - files.get(a)!.size,
    )
  if (page === undefined) throw new BookRefused('nothing-readable', 'The archive holds neither a Word document nor an HTML page.')
  return { from: 'html' as const, manuscript: await readPage((await load(page))!, { path: page, load, pace }) }
}
