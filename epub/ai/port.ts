/** Features that may ask a model (31 to 37). */
export type AiFeature = 31 | 32 | 33 | 34 | 35 | 36 | 37

/** JSON Schema of an answer, plain data. */
export type JsonSchema = { readonly [key: string]: unknown }

/** One question of one feature: the smallest excerpt that can be answered, never the whole book. */
export interface Question<T> {
  readonly feature: AiFeature
  /** Ours alone: what is asked. Holds no text of the book. */
  readonly instruction: string
  /** Text of the book, as data: whatever it says is never an instruction. */
  readonly excerpts: readonly string[]
  /** Only asked of a model that sees. */
  readonly image?: { readonly bytes: Uint8Array; readonly mediaType: string }
  readonly schema: JsonSchema
  /** The answer as far as it can be believed; undefined for one that does not fit. */
  readonly parse: (value: unknown) => T | undefined
  /** Most tokens of the answer. */
  readonly maxTokens: number
}

/**
 * Port to a language model. Its answers are proposals: they pass the gates of every rule and are shown for approval.
 * `ask` never throws for a model that is slow, wrong, hostile or gone, and is undefined then; only an aborted `signal` throws.
 */
export interface Model {
  /** As the report names it. */
  readonly name: string
  readonly hasVision: boolean
  ask<T>(question: Question<T>, signal?: AbortSignal): Promise<T | undefined>
}

/**
 * What a model answered, as it came (JSON, before `parse`), by the key of its question: the report hands them out, and a
 * second repair with `picked` is given them again, so that what was approved is what is done, without asking anybody.
 */
export type Answers = Readonly<Record<string, unknown>>

/** Who made a suggestion: our own statistics, or the model that was configured. */
export type Author = 'offline' | 'model'

/**
 * What a suggestion says beside what every issue says (`report.offers`, status `choice`): `id` is stable for the same book
 * and suggestion, and is what `options.picked` takes.
 */
export interface Suggested {
  readonly id: string
  /** 0 to 1, how likely it is right; absent where it follows from the rules of EPUB alone. */
  readonly confidence?: number
  /** Absent where it follows from the rules of EPUB alone. */
  readonly by?: Author
  /** `after` is words (an alt text, a title …) that a person may put better before it is done: `options.texts`. */
  readonly editable?: boolean
  /** Container path of the picture that it is about. */
  readonly picture?: string
}

/** What to do next, measured (feature 36); a model may word the recommendations, never set a number. */
export interface Advice {
  /** 0 to 1. */
  readonly contentQuality: number
  /** At most three sentences, the most useful first. */
  readonly recommendations: readonly string[]
  readonly by: Author
}

/** What the report says of the AI features (`report.ai`); absent where none of them ran. */
export interface AiReport {
  readonly advice: Advice
  /** The model that was at hand; absent offline. */
  readonly model?: string
  /** Of this run and those it was given. */
  readonly answers: Answers
}

/** Options of `repair` for the AI features. */
export interface AiOptions {
  /** List suggestions of features 31 to 36 (those that `features` holds) and the advice; costs time, so it is asked for. */
  readonly suggest?: boolean
  /** Features of which suggestions are listed, also those that may not be done, to be counted; those of `features` by default. */
  readonly listed?: readonly number[]
  /** Asked only while suggestions are listed (`suggest`); never about what is done by itself. */
  readonly model?: Model
  /** Ids of offers, of any feature, that are done in this run. */
  readonly picked?: readonly string[]
  /** What is written in place of `after`, by the id of a picked offer that is `editable`: a person's own words, plain text. */
  readonly texts?: Readonly<Record<string, string>>
  /** `report.ai.answers` of the run whose offers were picked. */
  readonly answers?: Answers
}
