import type { Recorded } from '../contract/event.ts'
import type { Runner } from '../db/connect.ts'
import type { AnyProjection } from './projection.ts'
import { loadViews, type Place, type ViewRow } from './store.ts'

/** One projection in one generation, and the last position that its views hold. */
export interface Target {
  readonly projection: AnyProjection
  readonly generation: number
  readonly position: bigint
}

/** Documents already read, by target's name and key: for a builder that is the only writer of its generation. */
export type Cache = Map<string, object | undefined>

const cacheKey = (projection: string, key: string) => `${projection} ${key}`
const mostCached = 50_000

interface Change {
  readonly target: Target
  readonly key: string
  before: object | undefined
  after: object | undefined
}

/** A projection could not fold an event: it stops at its checkpoint, and that is the alarm. */
export class FoldFailed extends Error {
  override name = 'FoldFailed'
  readonly projection: string

  constructor(projection: string, { position, type, stream }: Recorded, cause: unknown) {
    super(`Projection ${projection} cannot fold ${type} at position ${position} of ${stream}`, { cause })
    this.projection = projection
  }
}

export interface Folded {
  readonly saved: readonly ViewRow[]
  readonly removed: readonly Place[]
  /** Once they are stored. */
  readonly remember: () => void
}

/** Folds a batch in memory: one read for all documents, and what one statement is to write, whatever the batch's size. */
export async function foldBatch(
  sql: Runner,
  targets: readonly Target[],
  events: readonly Recorded[],
  cache?: Cache,
): Promise<Folded> {
  const steps: { readonly change: Change; readonly event: Recorded }[] = []
  const changes = new Map<string, Change>()
  for (const target of targets) {
    for (const event of events) {
      if (event.position <= target.position) continue
      const key = target.projection.key(event)
      if (key === undefined) continue
      const place = cacheKey(target.projection.name, key)
      let change = changes.get(place)
      if (!change) {
        change = { target, key, before: cache?.get(place), after: undefined }
        changes.set(place, change)
      }
      steps.push({ change, event })
    }
  }

  const unread = [...changes].filter(([place]) => !cache?.has(place)).map(([, change]) => placeOf(change))
  for (const row of await loadViews(sql, unread)) changes.get(cacheKey(row.projection, row.key))!.before = row.document
  for (const change of changes.values()) change.after = change.before
  for (const { change, event } of steps) {
    const { projection } = change.target
    try {
      change.after = projection.evolve(change.after, event)
    } catch (cause) {
      throw new FoldFailed(projection.name, event, cause)
    }
  }

  const changed = [...changes.values()].filter(({ before, after }) => before !== after)
  return {
    saved: changed.flatMap((change) =>
      change.after ? [{ ...placeOf(change), document: change.after, ...change.target.projection.index(change.after) }] : [],
    ),
    removed: changed.filter(({ after }) => !after).map(placeOf),
    remember() {
      if (!cache) return
      if (cache.size > mostCached) cache.clear()
      for (const [place, { after }] of changes) cache.set(place, after)
    },
  }
}

const placeOf = ({ target, key }: Change): Place => ({ projection: target.projection.name, generation: target.generation, key })
