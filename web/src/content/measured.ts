import file from './measured.json' with { type: 'json' }

/** What `npm run bench -- pages` measured, kept in `measured.json`; every number that the public pages claim comes from there. */
export interface Measured {
  /** Day of the measurement, ISO. */
  readonly date: string
  readonly machine: string
  /** Median seconds of one repair with both checks, over `books` damaged books of the corpus. */
  readonly typicalSeconds: number
  readonly books: number
  /** The three samples of the demo, in its order. */
  readonly samples: readonly Sample[]
  readonly caseStudy: CaseStudy
}

export interface Sample {
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly found: number
  readonly fixed: number
  readonly seconds: number
  /** EPUBCheck's errors and fatals before and after. */
  readonly before: number
  readonly after: number
  /** Parts of the file that could not be kept. */
  readonly lost: number
}

export interface CaseStudy {
  readonly found: number
  readonly fixed: number
  readonly left: number
  readonly seconds: number
  readonly words: number
  readonly wordsAfter: number
  readonly bytes: number
  readonly files: number
  readonly valid: boolean
}

/** As it was last measured. */
export const measured: Measured = file
