import type { Codec } from '../ocf/codec.ts'
import type { ConversionOptions, OutputFormat } from './formats.ts'
import type { Pace } from './pace.ts'
import type { Book } from './prepare.ts'
import { writeDocx } from './write-docx.ts'
import { writeEpub } from './write-epub.ts'
import { writeHtml } from './write-html.ts'
import { writeMarkdown, writeText } from './write-text.ts'

export interface WriteTools {
  readonly codec?: Codec | undefined
  readonly pace?: Pace | undefined
}

type Writer = (book: Book, options: ConversionOptions, tools: WriteTools) => Promise<Uint8Array>

/** Every output from the same book. */
export const writers: Readonly<Record<OutputFormat, Writer>> = {
  epub: (book, options, tools) => writeEpub(book, options, tools, 'epub'),
  epub2: (book, options, tools) => writeEpub(book, options, tools, 'epub2'),
  kepub: (book, options, tools) => writeEpub(book, options, tools, 'kepub'),
  html: writeHtml,
  txt: writeText,
  md: writeMarkdown,
  docx: writeDocx,
}
