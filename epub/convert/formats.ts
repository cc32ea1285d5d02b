/** What a manuscript can be, told by its bytes where they tell, else by its name. */
export const inputFormats = ['docx', 'txt', 'html', 'epub'] as const
export type InputFormat = (typeof inputFormats)[number]

export const outputFormats = ['epub', 'epub2', 'kepub', 'html', 'txt', 'md', 'docx'] as const
export type OutputFormat = (typeof outputFormats)[number]

export const isOutputFormat = (word: string): word is OutputFormat => outputFormats.some((one) => one === word)

/** File name ending and media type of each output. */
export const outputKinds: Readonly<Record<OutputFormat, { readonly extension: string; readonly mediaType: string }>> = {
  epub: { extension: '.epub', mediaType: 'application/epub+zip' },
  epub2: { extension: '.epub', mediaType: 'application/epub+zip' },
  kepub: { extension: '.kepub.epub', mediaType: 'application/epub+zip' },
  html: { extension: '.html', mediaType: 'text/html' },
  txt: { extension: '.txt', mediaType: 'text/plain' },
  md: { extension: '.md', mediaType: 'text/markdown' },
  docx: { extension: '.docx', mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
}

export const chapterDetections = ['auto', 'h1', 'h2', 'none'] as const
export type ChapterDetection = (typeof chapterDetections)[number]

export interface ConversionOptions {
  /** Alignment, colours, sizes and fonts of the manuscript; without it only what the text means (emphasis, headings, lists). */
  readonly preserveFormatting: boolean
  /** Author, publisher, date, description, subjects and rights; without it only title, language and identifier. */
  readonly includeMetadata: boolean
  /** A page of contents that is read with the book; the navigation document is there in any case. */
  readonly generateTOC: boolean
  readonly chapterDetection: ChapterDetection
  /** Of JPEG pictures, 30 to 100. */
  readonly imageQuality: number
  readonly embedFonts: boolean
}

export const defaultOptions: ConversionOptions = {
  preserveFormatting: true,
  includeMetadata: true,
  generateTOC: true,
  chapterDetection: 'auto',
  imageQuality: 85,
  embedFonts: true,
}

/** What became of a manuscript: counts of what the result holds, and a sentence for whatever could not be kept. */
export interface ConversionReport {
  readonly from: InputFormat
  readonly to: OutputFormat
  readonly title: string
  readonly language: string
  readonly chapters: number
  readonly words: number
  readonly headings: number
  readonly notes: number
  readonly tables: number
  readonly images: number
  readonly lists: number
  readonly equations: number
  /** Sentences for the writer of the manuscript. */
  readonly warnings: readonly string[]
}
