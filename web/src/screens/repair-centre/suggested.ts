import type { JobRecord } from '../../../../contract/calls/epub.ts'
import type { Decision } from '../../../../contract/calls/results.ts'
import { featureOf } from '../../../../contract/features.ts'
import type { Issue } from '../../../../contract/report.ts'

export type Suggestion = Issue & { readonly id: string }

export interface FeatureGroup {
  readonly feature: number
  readonly name: string
  readonly suggestions: readonly Suggestion[]
}

export interface Suggested {
  /** Not decided on yet, by feature, those that no rule can know first. */
  readonly open: readonly FeatureGroup[]
  readonly accepted: readonly Suggestion[]
  readonly refused: readonly Suggestion[]
  /** What features of a higher plan would do, as numbers. */
  readonly locked: readonly {
    readonly feature: number
    readonly name: string
    readonly count: number
    /** Some rule found as many as are listed: there may be more. */
    readonly isMore: boolean
  }[]
  /** What only the author can do, or nobody asks about: told, not decided. */
  readonly told: readonly Issue[]
}

/** Offers of one rule that the engine lists, where they are no suggestions of the AI features. */
const listedPerRule = 20

const isDecidable = (issue: Issue): issue is Suggestion => issue.id !== undefined && issue.status === 'choice'
const nameOf = (feature: number) => featureOf(feature)?.name ?? ''
/** What the AI features suggest is why one looks here; among them and the others, in the order of their numbers. */
const place = (feature: number) => (feature > 30 ? feature - 100 : feature)

const byFeature = <Item extends Issue>(items: readonly Item[]) =>
  [...Map.groupBy(items, ({ feature }) => feature)].sort(([a], [b]) => place(a) - place(b))

export function suggestedFor({ report, picked, refused }: Pick<JobRecord, 'report' | 'picked' | 'refused'>): Suggested {
  const offers = report?.offers ?? []
  const decidable = offers.filter(isDecidable)
  const isDone = new Set(picked)
  const isRefused = new Set(refused)
  return {
    open: byFeature(decidable.filter(({ id }) => !isRefused.has(id))).map(([feature, suggestions]) => ({
      feature,
      name: nameOf(feature),
      suggestions,
    })),
    accepted: (report?.issues ?? []).filter(
      (issue): issue is Suggestion => issue.id !== undefined && issue.status === 'fixed' && isDone.has(issue.id),
    ),
    refused: decidable.filter(({ id }) => isRefused.has(id)),
    locked: byFeature(offers.filter(({ status }) => status === 'locked')).map(([feature, found]) => ({
      feature,
      name: nameOf(feature),
      count: found.length,
      isMore: [...Map.groupBy(found, ({ rule }) => rule).values()].some(({ length }) => length === listedPerRule),
    })),
    told: offers.filter((issue) => !isDecidable(issue) && issue.status !== 'locked'),
  }
}

/** What a person has in mind and has not sent yet. */
export interface Chosen {
  readonly decision?: Decision
  /** Absent while the words are as they were suggested. */
  readonly text?: string
}
export type Choices = Readonly<Record<string, Chosen>>

/** The same decision again takes it back. */
export const toggled = (choices: Choices, id: string, decision: Decision): Choices => {
  const { decision: before, ...rest } = choices[id] ?? {}
  return { ...choices, [id]: before === decision ? rest : { ...rest, decision } }
}

export const all = (choices: Choices, suggestions: readonly Suggestion[], decision: Decision): Choices => ({
  ...choices,
  ...Object.fromEntries(suggestions.map(({ id }) => [id, { ...choices[id], decision }])),
})

/** Who changes the words means them. */
export const worded = (choices: Choices, { id, after = '' }: Suggestion, text: string): Choices => {
  const { text: _, ...rest } = choices[id] ?? {}
  return { ...choices, [id]: text === after ? rest : { ...rest, decision: 'accept', text } }
}

export const decisionsIn = (choices: Choices) =>
  Object.entries(choices).flatMap(([id, { decision, text }]) =>
    decision ? [{ id, decision, ...(decision === 'accept' && text !== undefined && { text }) }] : [],
  )

export function countsOf(choices: Choices) {
  const decisions = decisionsIn(choices)
  const count = (wanted: Decision) => decisions.filter(({ decision }) => decision === wanted).length
  return { accepted: count('accept'), refused: count('refuse'), opened: count('open'), any: decisions.length > 0 }
}
