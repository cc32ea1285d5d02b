import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '../../db/connect.ts'
import { catalogue } from '../../projections/catalogue.ts'
import { rebuild } from '../../projections/rebuild.ts'
import { readLag } from '../../projections/runner.ts'

const documentsOf = async (sql: Sql, name: string) =>
  new Map(
    (
      await sql<{ key: string; document: object }[]>`
        select v.key, v.document from views v join projections p on p.name = v.projection and p.generation = v.generation
        where p.live and p.name = ${name}`
    ).map(({ key, document }) => [key, document]),
  )

/** Waits until the views have folded everything, then folds each anew: how many there are, and which are not what they were. */
export async function compareWithRebuild(sql: Sql): Promise<{ readonly views: number; readonly different: readonly string[] }> {
  for (let tries = 0; (await readLag(sql)).some(({ events }) => events > 0); tries += 1) {
    if (tries > 600) throw new Error('The views do not catch up with the log')
    await pause(100)
  }
  const different: string[] = []
  let views = 0
  for (const projection of catalogue) {
    const live = await documentsOf(sql, projection.name)
    await rebuild(sql, projection)
    const anew = await documentsOf(sql, projection.name)
    views += anew.size
    for (const key of new Set([...live.keys(), ...anew.keys()]))
      if (!isDeepStrictEqual(live.get(key), anew.get(key))) different.push(`${projection.name} ${key}`)
  }
  return { views, different }
}
