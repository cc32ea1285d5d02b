import type { Author, Model } from '../ai/port.ts'
import type { Message } from '../check/message.ts'
import type { SchemaSource } from '../check/schemas.ts'
import type { Patch } from '../patch.ts'
import type { Platform } from '../platforms/platform.ts'
import type { FontTools, PictureTools } from '../ports.ts'
import { type Publication, textOf } from '../publication.ts'
import type { Span } from '../xml.ts'

/** `auto` runs by default on a book that is not sound, `ask` when the user picked it or the target needs it, `report` never. */
export type RuleClass = 'auto' | 'ask' | 'report'

/** A defect as seen, with what would answer it. Spans are UTF-16 offsets of the decoded text. */
export interface Finding {
  /** Container path; empty for the archive as a whole. */
  readonly path: string
  readonly span?: Span
  readonly before?: string
  readonly after?: string
  /** What is wrong and why it cannot or need not be changed, where the rule's own words do not say it. */
  readonly note?: string
  /** The message this finding answers, where it differs from the rule's first answer. */
  readonly id?: string
  /** What to change; used by `applyPatches` as the rule's fix. */
  readonly patches?: readonly Patch[]
  /** Overrides the rule's class for this one, e.g. a case that only its author can decide. */
  readonly class?: RuleClass
  /** Container path of the picture that it is about. */
  readonly picture?: string
  /** Targets that need this one, where they differ from the rule's. */
  readonly needs?: readonly Platform[]
  /** How likely a suggestion is right, 0 to 1, and who made it (features 31 to 37). */
  readonly confidence?: number
  readonly by?: Author
  /** The patches with a person's own words in place of `after`. */
  readonly reworded?: (text: string) => readonly Patch[]
  /** Id under which somebody picked it. */
  readonly picked?: string
}

/** EPUBCheck message that vanishes with the fix; `text` narrows catch-alls such as RSC-005. */
export interface Answer {
  readonly id: string
  readonly text?: RegExp
}

export interface RuleContext {
  /** What the checker said of this very publication (or of the one before the present round). */
  readonly messages: readonly Message[]
  /** The publication that the checker saw; absent where the messages are those of nobody. */
  readonly checked?: Publication
  /** Retailers the user aims at; empty for none. */
  readonly targets: readonly Platform[]
  /** The checker's schemas, for rules that ask again what they have just changed; absent in tests that do not need them. */
  readonly schemas?: SchemaSource
  /** What reads and writes pictures and fonts; without them their findings are offers only. */
  readonly pictures?: PictureTools
  readonly fonts?: FontTools
  /** Quality of pictures that are written again, 30 to 100. */
  readonly pictureQuality?: number
  /** Only what could be done is asked, for the list of offers: costly patches may be left out. */
  readonly offering?: boolean
  /** Features that were left out on request. */
  readonly leave?: readonly number[]
  /** The rules that know what they do have had their turn, or only this is wanted. */
  readonly lastResort?: boolean
  /** Asked for suggestions only: at hand where offers are listed, else it knows no more than it was told. */
  readonly model?: Model
  readonly signal?: AbortSignal
}

export interface Rule {
  readonly id: string
  /** Number among the 37 features. */
  readonly feature: number
  readonly answers: readonly Answer[]
  readonly class: RuleClass
  /** One short sentence in a reader's words: why it matters. */
  readonly why: string
  /** May change the visible text (features 5, 35, 37); all others are rolled back when it changes. */
  readonly changesText?: boolean
  /** Targets that need it: its offers are accepted when the user aims at one of them. */
  readonly needs?: readonly Platform[]
  /** Platforms it serves; those of its feature where nothing is said. */
  readonly platforms?: readonly Platform[]
  /** Only sets right what other rules' work leaves behind; runs with them on a sound book. */
  readonly follows?: boolean
  readonly detect: (publication: Publication, context: RuleContext) => readonly Finding[] | Promise<readonly Finding[]>
  readonly fix: (publication: Publication, findings: readonly Finding[]) => readonly Patch[]
}

export const defineRule = (rule: Rule): Rule => rule

/** Fix of rules whose findings carry span and after. */
export const replaceSpan: Rule['fix'] = (_publication, findings) =>
  findings.flatMap(({ path, span, after }) => (span && after !== undefined ? [{ kind: 'text', path, span, after }] : []))

/** Fix of rules whose findings carry their patches. */
export const carriedPatches: Rule['fix'] = (_publication, findings) => findings.flatMap(({ patches }) => patches ?? [])

/** A finding that replaces one span of a file's text. */
export function replacement(publication: Publication, path: string, span: Span, after: string): Finding {
  const resource = publication.resources.get(path)
  return { path, span, before: resource ? textOf(resource).slice(...span) : '', after }
}
