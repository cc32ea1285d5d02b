/** Somebody who made the book. */
export interface Creator {
  readonly name: string
  /** MARC relator code: `aut`, `edt`, `ill`, `trl` … */
  readonly role?: string
  /** The name as it is sorted: `Melville, Herman`. */
  readonly fileAs?: string
}

export interface Series {
  readonly name: string
  /** Place in the series; halves and the like are allowed. */
  readonly position?: number
}

/** What a book says of itself in its package document. Absent: it does not say. */
export interface BookMetadata {
  readonly version: '2.0' | '3.0'
  readonly title?: string
  readonly creators: readonly Creator[]
  /** BCP 47. */
  readonly language?: string
  /** The unique identifier. */
  readonly identifier?: string
  readonly publisher?: string
  /** Day of publication: `2024`, `2024-05` or `2024-05-31`, as written. */
  readonly date?: string
  readonly description?: string
  readonly series?: Series
  readonly subjects: readonly string[]
  /** The cover picture as the package declares it. */
  readonly cover?: { readonly path: string; readonly mediaType: string }
}

/** What to write; a field that is absent stays as it is, `null` takes it out. */
export interface MetadataEdits {
  readonly title?: string
  /** The whole list, in its order. */
  readonly creators?: readonly Creator[]
  readonly language?: string
  readonly identifier?: string
  readonly publisher?: string | null
  readonly date?: string | null
  readonly description?: string | null
  readonly series?: Series | null
  /** The whole list, in its order. */
  readonly subjects?: readonly string[]
  /** A JPEG, PNG or GIF. */
  readonly cover?: Uint8Array
}

export type MetadataField = keyof MetadataEdits | 'book'

/** What was asked for cannot be written, with a sentence for the person who asked. */
export class BadMetadata extends Error {
  override readonly name = 'BadMetadata'
  readonly field: MetadataField
  constructor(field: MetadataField, sentence: string) {
    super(sentence)
    this.field = field
  }
}
