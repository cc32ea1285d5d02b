/** Words about new versions of a result that events, workflows and screens share. Plain data. */
export const revisionCauses = ['undo', 'redo', 'metadata', 'suggestions'] as const
export type RevisionCause = (typeof revisionCauses)[number]

/** Suggestions that a person can decide on, of one book. */
export const mostSuggestions = 1000

/** Fields of the metadata form; `book` is none of them. */
export const metadataFields = [
  'book',
  'title',
  'creators',
  'language',
  'identifier',
  'publisher',
  'date',
  'description',
  'series',
  'subjects',
  'cover',
] as const
export type MetadataField = (typeof metadataFields)[number]

/** Why a new version was not made. */
export const revisionFailures = ['bad-metadata', 'files-gone', 'engine-failed', 'internal'] as const
export type RevisionFailureCode = (typeof revisionFailures)[number]

export const isMetadataField = (field: string | undefined): field is MetadataField =>
  metadataFields.some((known) => known === field)

/** What a person reads when a field cannot be written; values are not repeated. */
const fieldSentences: Readonly<Record<MetadataField, string>> = {
  book: 'The package document of this book cannot be read, so its metadata cannot be edited.',
  title: 'A book needs a title, of at most 2,000 characters.',
  creators: 'Each creator needs a name; a role is a MARC code such as aut, edt or ill.',
  language: 'This is no language code. Use one such as en, en-GB or zh-Hant.',
  identifier: 'This identifier cannot be used. If it is an ISBN, a digit was mistyped.',
  publisher: 'This publisher cannot be written: it is too long or holds characters that no book may hold.',
  date: 'This is no date. Write it as 2024, 2024-05 or 2024-05-31.',
  description: 'This description cannot be written: it is too long or holds characters that no book may hold.',
  series: 'The place in the series is a number, such as 2 or 2.5.',
  subjects: 'These subjects cannot be written: there are too many, or one is too long.',
  cover: 'The cover must be a JPEG, PNG or GIF picture.',
}

const sentences: Readonly<Record<RevisionFailureCode, string>> = {
  'bad-metadata': fieldSentences.book,
  'files-gone': 'The files of this repair have been deleted, as promised. Upload the book again.',
  'engine-failed': 'The book could not be repaired in this way. The result is as it was.',
  internal: 'Something went wrong on our side. The result is as it was; please try again.',
}

export const revisionSentence = (code: RevisionFailureCode, field?: MetadataField) =>
  code === 'bad-metadata' && field ? fieldSentences[field] : sentences[code]
