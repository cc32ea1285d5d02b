/** What the converter reads and writes, by the ending of a file's name. Plain constants: workflows read this, too. */
import { bytesPerMB, type PlanName, planOf } from './plans.ts'

export const manuscriptKinds = ['docx', 'txt', 'html', 'htm', 'zip', 'epub'] as const
export type ManuscriptKind = (typeof manuscriptKinds)[number]

export const outputFormats = ['epub', 'epub2', 'kepub', 'html', 'txt', 'md', 'docx'] as const
export type OutputFormat = (typeof outputFormats)[number]

export const chapterDetections = ['auto', 'h1', 'h2', 'none'] as const
export type ChapterDetection = (typeof chapterDetections)[number]

export interface ConversionOptions {
  readonly preserveFormatting: boolean
  readonly includeMetadata: boolean
  readonly generateTOC: boolean
  readonly chapterDetection: ChapterDetection
  /** Of JPEG pictures. */
  readonly imageQuality: number
  readonly embedFonts: boolean
}

export const imageQualities = { least: 30, most: 100 } as const

export const defaultOptions: ConversionOptions = {
  preserveFormatting: true,
  includeMetadata: true,
  generateTOC: true,
  chapterDetection: 'auto',
  imageQuality: 85,
  embedFonts: true,
}

export const inputLabels: Readonly<Record<ManuscriptKind, string>> = {
  docx: 'Word document (DOCX)',
  txt: 'Plain text (TXT)',
  html: 'Web page (HTML)',
  htm: 'Web page (HTM)',
  zip: 'Web page with its pictures (ZIP)',
  epub: 'E-book (EPUB)',
}

interface Output {
  readonly label: string
  /** Marked as part of the paid plans, and closed to everybody else. */
  readonly premium: boolean
  /** Of the file that is made, with its dot. */
  readonly extension: string
  readonly mediaType: string
}

export const outputs: Readonly<Record<OutputFormat, Output>> = {
  epub: { label: 'EPUB 3', premium: false, extension: '.epub', mediaType: 'application/epub+zip' },
  epub2: { label: 'EPUB 2', premium: true, extension: '.epub', mediaType: 'application/epub+zip' },
  kepub: { label: 'KEPUB', premium: true, extension: '.kepub.epub', mediaType: 'application/epub+zip' },
  html: { label: 'HTML', premium: false, extension: '.html', mediaType: 'text/html' },
  txt: { label: 'TXT', premium: false, extension: '.txt', mediaType: 'text/plain' },
  md: { label: 'Markdown', premium: false, extension: '.md', mediaType: 'text/markdown' },
  docx: {
    label: 'DOCX',
    premium: true,
    extension: '.docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
}

export const isBook = (format: OutputFormat) => outputs[format].mediaType === 'application/epub+zip'

/** Files of one batch, for a plan that has batches; every other paid plan converts one at a time. */
export const batchLimit = 20
/** All files of one batch together, in bytes. */
export const batchBytes = 400 * bytesPerMB

export const mayConvert = (plan: PlanName) => planOf(plan).allowDocxConversion
export const filesPerBatch = (plan: PlanName) =>
  planOf(plan).allowBatchProcessing ? batchLimit : planOf(plan).allowDocxConversion ? 1 : 0
/** The largest manuscript, in bytes. */
export const manuscriptBytes = (plan: PlanName) => planOf(plan).maxFileSize * bytesPerMB

/** By the ending of its name; undefined for what the converter does not read. */
export function kindOfManuscript(name: string): ManuscriptKind | undefined {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  return manuscriptKinds.find((kind) => kind === extension)
}

/** Sentences of the specification (section 5) for what is dropped or chosen. */
export const dropMessages = {
  type: (types: readonly string[]) => `File type must be one of ${types.join(', ')}`,
  large: (bytes: number) => `File is larger than ${bytes} bytes`,
  small: (bytes: number) => `File is smaller than ${bytes} bytes`,
  many: 'Too many files',
} as const

/** What is wrong with a chosen file; undefined where it may be sent. `types` are endings with their dot. */
export function wrongWith(
  { name, size }: { readonly name: string; readonly size: number },
  { types, maxBytes }: { readonly types: readonly string[]; readonly maxBytes: number },
): string | undefined {
  if (!types.some((type) => name.toLowerCase().endsWith(type))) return dropMessages.type(types)
  if (size > maxBytes) return dropMessages.large(maxBytes)
  return size < 1 ? dropMessages.small(1) : undefined
}

/** Why a conversion ended without a result. The sentence is made from the code; nothing of the document is in it. */
export const conversionFailures = {
  empty: 'The file is empty, so there is nothing to convert.',
  'unknown-type': `${dropMessages.type(manuscriptKinds.map((kind) => `.${kind}`))}.`,
  'not-a-zip': 'The file is damaged: it is not a readable document. Save it again in your word processor and try once more.',
  'not-an-epub': 'The file is an archive, but there is no book in it.',
  encrypted: 'The file is an old Word document or protected by a password. Save it as .docx without a password.',
  drm: 'The book is protected by DRM. We cannot and may not open it.',
  'too-large': 'The file is larger, or unpacks to more, than any manuscript needs, so we stopped reading it.',
  'too-many-files': 'The file holds more parts than any manuscript has, so we stopped reading it.',
  overlapping: 'The file unpacks to more than the allowed size, so we stopped reading it.',
  'too-complex': 'The document is too deep, too large or too complex to be read safely, so we stopped.',
  entities: 'The document has too many XML entities: it would expand without end, so we stopped reading it.',
  'nothing-readable': 'Nothing could be read in this file: it is empty, damaged, or no document.',
  internal: 'Something went wrong on our side. Your document is unchanged; please try again.',
} as const

export type ConversionFailure = keyof typeof conversionFailures
export const isConversionFailure = (code: string): code is ConversionFailure => Object.hasOwn(conversionFailures, code)
export const cancelledConversion = 'You cancelled this conversion.'

/** `moby dick.docx` becomes `moby dick.epub`. */
export const convertedName = (name: string, to: OutputFormat) =>
  `${name.replace(/\.[a-z]+$/i, '') || 'book'}${outputs[to].extension}`
