export type RefusalCode =
  | 'empty'
  | 'not-a-zip'
  | 'not-an-epub'
  | 'nothing-readable'
  | 'too-large'
  | 'too-many-files'
  | 'overlapping'
  | 'too-complex'
  | 'entities'
  | 'encrypted'
  | 'drm'

const sentences: Record<RefusalCode, string> = {
  empty: 'The file is empty.',
  'not-a-zip': 'The file is not a readable EPUB (ZIP) archive.',
  'not-an-epub': 'The file is not an EPUB: the archive has no book in it.',
  'nothing-readable': 'The archive is so damaged that nothing in it can be read.',
  'too-large': 'The file unpacks to more than the allowed size.',
  'too-many-files': 'The archive has too many files.',
  overlapping: 'The archive has overlapping entries or unpacks to more than the allowed size.',
  'too-complex': 'A chapter is too complex.',
  entities: 'Too many entities: the XML of this book would expand without end.',
  encrypted: 'The file is encrypted. Remove the password and try again.',
  drm: 'The book is protected by DRM.',
}

/** A book that is not opened, with a sentence its writer understands. Nothing but this is thrown for bad input. */
export class BookRefused extends Error {
  override readonly name = 'BookRefused'
  readonly code: RefusalCode
  constructor(code: RefusalCode, sentence: string = sentences[code]) {
    super(sentence)
    this.code = code
  }
}
