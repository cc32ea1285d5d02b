import type { Sql } from '../db/connect.ts'
import { readAllWith } from '../db/log.ts'
import { patiently } from '../db/transient.ts'
import { type Cache, foldBatch } from './fold.ts'
import type { AnyProjection } from './projection.ts'
import { abandon, beginRebuild, removeOthers, take, takeOver } from './store.ts'

export interface Rebuilt {
  readonly events: number
  readonly seconds: number
}

export interface RebuildOptions {
  /** Tests make it small, to have many batches. */
  readonly batch?: number
  /** After each batch. */
  readonly onBatch?: (position: bigint) => void | Promise<void>
}

export class AlreadyRebuilding extends Error {
  override name = 'AlreadyRebuilding'
}

/** A rebuild that has not moved for so long, in seconds, has died. */
const silent = 15
/** How often a rebuild tries to be level with the live views before it takes over a few events behind them. */
const tries = 50

/**
 * Folds the whole log into a new generation beside the live one, and lets it take over at once: readers see the old views
 * until then, and the runner goes on with the new ones. A rebuild that died leaves rows nobody reads; the next removes them.
 */
export async function rebuild(
  sql: Sql,
  projection: AnyProjection,
  { batch = 5000, onBatch }: RebuildOptions = {},
): Promise<Rebuilt> {
  const { name } = projection
  const began = performance.now()
  const generation = await beginRebuild(sql, name, silent)
  if (generation === undefined) throw new AlreadyRebuilding(`Projection ${name} is being rebuilt already`)

  const cache: Cache = new Map()
  let position = 0n
  let events = 0
  /** Folds one batch; answers with how many events it had. */
  const step = async () => {
    const read = await readAllWith(sql, { after: position, limit: batch })
    const last = read.at(-1)
    if (!last) return 0
    const { saved, removed, remember } = await foldBatch(sql, [{ projection, generation, position }], read, cache)
    const moved = await take(sql, { from: [{ name, generation, position }], to: last.position, saved, removed, live: false })
    if (moved.size === 0) throw new AlreadyRebuilding(`Another rebuild of projection ${name} took its place`)
    remember()
    position = last.position
    events += read.length
    await onBatch?.(position)
    return read.length
  }

  try {
    for (let attempt = 1; ; attempt++) {
      while ((await step()) === batch);
      if (await takeOver(sql, name, generation, attempt >= tries)) break
    }
  } catch (error) {
    await abandon(sql, name, generation).catch(() => {})
    throw error
  }
  await patiently(() => removeOthers(sql, name, generation))
  return { events, seconds: (performance.now() - began) / 1000 }
}
