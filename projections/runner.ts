import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '../db/connect.ts'
import type { Follower } from '../db/follower.ts'
import { headWith, readAllWith } from '../db/log.ts'
import { isTransient } from '../db/transient.ts'
import { FoldFailed, foldBatch, type Target } from './fold.ts'
import type { AnyProjection } from './projection.ts'
import { addMissing, type Checkpoint, readLive, take } from './store.ts'

export interface Lag {
  readonly projection: string
  /** Positions between its checkpoint and the log's end. */
  readonly events: number
  /** Age of the oldest event that it has not folded yet. */
  readonly seconds: number
}

export interface RunnerOptions {
  readonly follower: Follower
  readonly signal: AbortSignal
  /** A projection stopped; the others go on. */
  readonly onFailure: (error: FoldFailed) => void
  /** The database is away; it is tried again. */
  readonly onTrouble?: (error: unknown) => void
}

const batch = 2000
/** Between two transactions where nothing is waiting, in ms: events that come one by one are folded a few at a time. */
const rest = 25

const namesOf = (projections: readonly AnyProjection[]) => projections.map(({ name }) => name)
const byName = (projections: readonly AnyProjection[]) => new Map(projections.map((projection) => [projection.name, projection]))

function leastOf(checkpoints: readonly Checkpoint[]) {
  let least = checkpoints[0]!.position
  for (const { position } of checkpoints) if (position < least) least = position
  return least
}

type Left = 'more' | 'nothing' | 'unprepared'

/** Folds the next batch of a group into all of its members. */
async function foldNext(sql: Sql, known: ReadonlyMap<string, AnyProjection>, group: readonly Checkpoint[]): Promise<Left> {
  const events = await readAllWith(sql, { after: leastOf(group), limit: batch })
  const last = events.at(-1)
  if (!last) return 'nothing'
  const from = group.filter(({ position }) => position < last.position)
  const targets = from.map(({ name, generation, position }): Target => ({ projection: known.get(name)!, generation, position }))
  const { saved, removed } = await foldBatch(sql, targets, events)
  const moved = await take(sql, { from, to: last.position, saved, removed, live: true })
  // another process was quicker, or a rebuilt generation took over: its checkpoint is read anew
  return events.length === batch || moved.size < from.length ? 'more' : 'nothing'
}

/**
 * Moves all live projections on by at most one batch; answers with what is left to do. Those that are far behind, such as
 * one that is new, are read for on their own and hold up nobody.
 */
export async function advance(sql: Sql, projections: readonly AnyProjection[]): Promise<Left> {
  const known = byName(projections)
  const checkpoints = await readLive(sql, [...known.keys()])
  const isNear = ({ position }: Checkpoint) => checkpoints.every((other) => other.position - position < batch)
  const groups = [checkpoints.filter(isNear), checkpoints.filter((one) => !isNear(one))]
  let more = false
  for (const group of groups) if (group.length > 0) more = (await foldNext(sql, known, group)) === 'more' || more
  if (checkpoints.length < known.size) return 'unprepared'
  return more ? 'more' : 'nothing'
}

/** Keeps the views at the end of the log until the signal; several processes may do so at once. */
export async function runProjections(
  sql: Sql,
  all: readonly AnyProjection[],
  { follower, signal, onFailure, onTrouble }: RunnerOptions,
): Promise<void> {
  let running = [...all]
  let woken = () => {}
  let due = true
  const wake = () => {
    due = true
    woken()
  }
  const forget = follower.onWake(wake)
  signal.addEventListener('abort', wake, { once: true })
  try {
    for (let left: Left = 'unprepared'; !signal.aborted; ) {
      if (left === 'nothing') await pause(rest, undefined, { signal }).catch(() => {})
      if (left === 'nothing' && !due) await new Promise<void>((resolve) => (woken = resolve))
      due = false
      try {
        if (left === 'unprepared') await addMissing(sql, namesOf(running))
        left = await advance(sql, running)
      } catch (error) {
        due = true
        if (error instanceof FoldFailed) {
          running = running.filter(({ name }) => name !== error.projection)
          onFailure(error)
        } else if (isTransient(error)) {
          onTrouble?.(error)
          await pause(500, undefined, { signal }).catch(() => {})
        } else throw error
      }
    }
  } finally {
    forget()
  }
}

/** How far the views are behind, for the metric and the alarm. */
export async function readLag(sql: Sql): Promise<Lag[]> {
  const head = await headWith(sql)
  const rows = await sql<{ projection: string; position: bigint; seconds: number }[]>`
    select p.name as projection, p.position,
      coalesce((select extract(epoch from clock_timestamp() - e.recorded_at)::float8 from events e
        where e.position > p.position order by e.position limit 1), 0) as seconds
    from projections p where p.live order by p.name`
  return rows.map(({ projection, position, seconds }) => ({
    projection,
    events: Math.max(0, Number(head - position)),
    seconds: Math.max(0, seconds),
  }))
}
