import type { Codec } from '../ocf/codec.ts'
import type { PictureTools } from '../ports.ts'
import { BookRefused } from '../refusal.ts'
import type { Source } from '../source.ts'
import { type ConversionOptions, type ConversionReport, defaultOptions, type OutputFormat, outputKinds } from './formats.ts'
import { createPace } from './pace.ts'
import { prepare } from './prepare.ts'
import { readManuscript } from './read.ts'
import { writers } from './write.ts'

export interface ConvertOptions {
  readonly to: OutputFormat
  /** What is not given is as in `defaultOptions`. */
  readonly options?: Partial<ConversionOptions> | undefined
  /** Name of the file as given: tells text from HTML, and is the title where the manuscript has none. */
  readonly name: string
  readonly codec?: Codec | undefined
  /** Without it pictures are kept as they are. */
  readonly pictures?: PictureTools | undefined
  readonly signal?: AbortSignal | undefined
  /** Share done, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined
}

export interface Converted {
  readonly bytes: Uint8Array
  /** With its dot. */
  readonly extension: string
  readonly mediaType: string
  readonly report: ConversionReport
}

/**
 * A manuscript as a book, or a book as a document. The same input and options give the same bytes. Throws `BookRefused`
 * for what cannot be read or is beyond the limits, and nothing else for bad input.
 */
export async function convert(source: Source, given: ConvertOptions): Promise<Converted> {
  try {
    return await converted(source, given)
  } catch (error) {
    // Depth is bounded where it is known to grow; this is for where it is not.
    if (error instanceof RangeError && /call stack/i.test(error.message)) throw new BookRefused('too-complex')
    throw error
  }
}

async function converted(source: Source, given: ConvertOptions): Promise<Converted> {
  const { to, name, signal, onProgress } = given
  const options = { ...defaultOptions, ...given.options }
  const quality = options.imageQuality
  if (!(quality >= 30 && quality <= 100)) throw new RangeError(`imageQuality is a number from 30 to 100, not ${quality}`)
  // Reading is about half of it; the writers say how far they are.
  let read = 0
  const reading = createPace(signal, (done) => {
    // Parts inside parts begin anew; what is told never goes back.
    read = Math.max(read, done / 2)
    onProgress?.(read)
  })
  const { from, manuscript } = await readManuscript(source, { ...given, pace: reading })
  signal?.throwIfAborted()
  onProgress?.(0.5)
  const book = await prepare(manuscript, { name, to, options, pictures: given.pictures, pace: createPace(signal) })
  if (book.words === 0 && book.images === 0)
    throw new BookRefused('nothing-readable', 'The document is empty: there is no text and no picture in it.')
  signal?.throwIfAborted()
  onProgress?.(0.8)
  const bytes = await writers[to](book, options, { codec: given.codec, pace: createPace(signal, onProgress) })
  onProgress?.(1)
  const { title, language, chapters, words, headings, notes, tables, images, lists, equations, warnings } = book
  const report: ConversionReport = {
    from,
    to,
    title,
    language,
    chapters: chapters.length,
    words,
    headings,
    notes: notes.size,
    tables,
    images,
    lists,
    equations,
    warnings,
  }
  return { bytes, ...outputKinds[to], report }
}
