/** A chapter of a sample: its heading and its paragraphs, one line each. */
export interface Chapter {
  readonly heading: string
  readonly paragraphs: readonly string[]
}

/** A text of a sample, with where it comes from. All of them are in the public domain everywhere. */
export interface Text {
  readonly title: string
  readonly author: string
  readonly language: string
  readonly source: string
  readonly chapters: readonly Chapter[]
}
