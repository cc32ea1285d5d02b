import type { Sql } from '../db/connect.ts'
import { readAllWith } from '../db/log.ts'
import { type Cache, foldBatch } from './fold.ts'
import type { AnyProjection } from './projection.ts'
import { addMissing, lockLive, movedTo } from './store.ts'

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

/**
 * Folds the whole log into a new generation beside the live one, and lets it take over in one transaction: readers see
 * the old views until then, and the runner goes on with the new ones. A rebuild that died leaves rows nobody reads; the
 * next one removes them.
 */
export async function rebuild(
  sql: Sql,
  projection: AnyProjection,
  { batch = 5000, onBatch }: RebuildOptions = {},
): Promise<Rebuilt> {
  const { name } = projection
  const began = performance.now()
  const guard = await sql.reserve()
  try {
    const [held] = await guard<{ locked: boolean }[]>`select pg_try_advisory_lock(7710003, hashtext(${name})) as locked`
    if (!held?.locked) throw new AlreadyRebuilding(`Projection ${name} is being rebuilt already`)

    const generation = await begin(sql, name)
    const cache: Cache = new Map()
    let position = 0n
    let events = 0
    /** Folds one batch; answers with how many events it had. */
    const step = async (tx: Parameters<typeof foldBatch>[0], limit: number) => {
      const read = await readAllWith(tx, { after: position, limit })
      const last = read.at(-1)
      if (!last) return 0
      await foldBatch(tx, [{ projection, generation, position }], read, cache)
      await movedTo(tx, [{ name, generation, position }], last.position)
      position = last.position
      events += read.length
      return read.length
    }

    for (let full = true; full; ) {
      full = (await sql.begin((tx) => step(tx, batch))) === batch
      await onBatch?.(position)
    }

    await sql.begin(async (tx) => {
      // the runner waits here, so the last few events are folded by nobody else
      await lockLive(tx, [name])
      while ((await step(tx, batch)) > 0);
      await tx`update projections set live = false where name = ${name} and live`
      await tx`update projections set live = true where name = ${name} and generation = ${generation}`
    })
    await removeOthers(sql, name, generation)
    return { events, seconds: (performance.now() - began) / 1000 }
  } finally {
    await guard`select pg_advisory_unlock(7710003, hashtext(${name}))`.catch(() => {})
    guard.release()
  }
}

const begin = (sql: Sql, name: string): Promise<number> =>
  sql.begin(async (tx) => {
    await addMissing(tx, [name])
    const [live] = await tx<{ generation: number }[]>`select generation from projections where name = ${name} and live`
    await removeOthersIn(tx, name, live!.generation)
    const generation = live!.generation + 1
    await tx`insert into projections (name, generation, live) values (${name}, ${generation}, false)`
    return generation
  })

const removeOthers = (sql: Sql, name: string, generation: number) => sql.begin((tx) => removeOthersIn(tx, name, generation))

async function removeOthersIn(tx: Parameters<typeof foldBatch>[0], name: string, generation: number) {
  await tx`delete from views where projection = ${name} and generation <> ${generation}`
  await tx`delete from projections where name = ${name} and generation <> ${generation} and not live`
}
