/** Severities of EPUBCheck 5.3. A book is sound when there is no FATAL and no ERROR. */
export const severities = ['FATAL', 'ERROR', 'WARNING', 'INFO', 'USAGE'] as const
export type Severity = (typeof severities)[number]

/** One thing a checker says of a publication. */
export interface Message {
  /** EPUBCheck message id, spelt as EPUBCheck prints it. */
  readonly id: string
  readonly severity: Severity
  /** Container path; empty for the archive as a whole. */
  readonly path: string
  /** 1-based; 0 where there is no place in the file. */
  readonly line: number
  readonly column: number
  readonly text: string
  /** Present for what a schema rejects: the data that drives repairs. */
  readonly schema?: SchemaError
}

/** What a RELAX NG schema found, expected and requires at one place. Names are local names. */
export interface SchemaError {
  readonly kind:
    | 'element-unknown'
    | 'element-here'
    | 'element-yet'
    | 'attribute'
    | 'attribute-value'
    | 'attribute-missing'
    | 'content-value'
    | 'incomplete'
    | 'text'
    | 'namespace'
  /** The element the error stands on, and the attribute where it is about one. */
  readonly element?: string
  readonly attribute?: string
  readonly value?: string
  readonly expected: readonly string[]
  readonly required: readonly string[]
  /** Datatypes that the value could be of, with their facets: `integer`, `string{pattern=…}`. */
  readonly types?: readonly string[]
  /** Said again at the end of an element that the same error left incomplete. */
  readonly repeated?: boolean
}

/** Who said it: `EPUBCheck 5.3.0` or our own checker with its version. */
export interface Verdict {
  readonly judge: string
  readonly valid: boolean
  readonly messages: readonly Message[]
}

export const isError = ({ severity }: Message) => severity === 'ERROR' || severity === 'FATAL'

/** The level to check by when this one is to be told: errors decide the verdict, told or not. */
export const reachOf = (level: Severity = 'INFO'): Severity => (level === 'FATAL' ? 'ERROR' : level)
