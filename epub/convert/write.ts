import type { ConversionOptions, OutputFormat } from './formats.ts'
import type { Book } from './prepare.ts'
import { writeDocx } from './write-docx.ts'
import { writeEpub } from './write-epub.ts'
import { writeHtml } from './write-html.ts'
import { writeMarkdown, writeText } from './write-text.ts'

/** Every output from the same book. */
export const writers: Readonly<Record<OutputFormat, (book: Book, options: ConversionOptions) => Promise<Uint8Array>>> = {
  epub: (book, options) => writeEpub(book, options, 'epub'),
  epub2: (book, options) => writeEpub(book, options, 'epub2'),
  kepub: (book, options) => writeEpub(book, options, 'kepub'),
  html: writeHtml,
  txt: writeText,
  md: writeMarkdown,
  docx: writeDocx,
}
