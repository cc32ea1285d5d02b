import { json, type Runner } from '../db/connect.ts'

/** How far one generation of one projection has come. */
export interface Checkpoint {
  readonly name: string
  readonly generation: number
  readonly position: bigint
}

export interface ViewRow {
  readonly projection: string
  readonly generation: number
  readonly key: string
  readonly document: object
  readonly owner?: string
  readonly at?: string
}

export type Place = Pick<ViewRow, 'projection' | 'generation' | 'key'>

export const readLive = async (sql: Runner, names: readonly string[]): Promise<Checkpoint[]> => [
  ...(await sql<Checkpoint[]>`
    select name, generation, position from projections where live and name = any(${[...names]}) order by name`),
]

export async function addMissing(sql: Runner, names: readonly string[]) {
  await sql`insert into projections (name, generation, live) select name, 1, true from unnest(${[...names]}::text[]) name
    on conflict do nothing`
}

export const loadViews = async (sql: Runner, places: readonly Place[]) =>
  places.length === 0
    ? []
    : await sql<(Place & { document: object })[]>`
        select v.projection, v.generation, v.key, v.document
        from jsonb_to_recordset(${json(sql, places)}) p (projection text, generation int, key text)
        join views v on v.projection = p.projection and v.generation = p.generation and v.key = p.key`

export interface Step {
  /** Where the projections stood when the events were read. */
  readonly from: readonly Checkpoint[]
  /** Where they stand afterwards. */
  readonly to: bigint
  readonly saved: readonly ViewRow[]
  readonly removed: readonly Place[]
  /** Whether these are the generations that readers see. */
  readonly live: boolean
}

/**
 * Moves checkpoints and writes their views in one statement. A projection whose checkpoint stands elsewhere by now was
 * moved by another process: nothing of it is written. Answers with the names of those that moved.
 */
export async function take(sql: Runner, { from, to, saved, removed, live }: Step): Promise<Set<string>> {
  const stood = from.map(({ name, generation, position }) => ({ name, generation, position: String(position) }))
  const rows = await sql<{ name: string }[]>`
    with moved as (
      update projections p set position = ${to}, updated_at = clock_timestamp()
      from jsonb_to_recordset(${json(sql, stood)}) c (name text, generation int, position bigint)
      where p.name = c.name and p.generation = c.generation and p.position = c.position and p.live = ${live}
      returning p.name, p.generation
    ), saved as (
      insert into views (projection, generation, key, document, owner, at)
      select r.* from jsonb_to_recordset(${json(sql, saved)})
        r (projection text, generation int, key text, document jsonb, owner text, at timestamptz)
      join moved m on m.name = r.projection and m.generation = r.generation
      on conflict (projection, generation, key)
        do update set document = excluded.document, owner = excluded.owner, at = excluded.at
    ), removed as (
      delete from views v
      using jsonb_to_recordset(${json(sql, removed)}) r (projection text, generation int, key text)
      join moved m on m.name = r.projection and m.generation = r.generation
      where v.projection = r.projection and v.generation = r.generation and v.key = r.key
    )
    select name from moved`
  return new Set(rows.map(({ name }) => name))
}

/** Undefined while another rebuild of it is at work. */
export async function beginRebuild(sql: Runner, name: string, silentSeconds: number): Promise<number | undefined> {
  const [row] = await sql<{ generation: number | null }[]>`select begin_rebuild(${name}, ${silentSeconds}) as generation`
  return row?.generation ?? undefined
}

/** False when readers already see more than was rebuilt. */
export async function takeOver(sql: Runner, name: string, generation: number, anyway: boolean): Promise<boolean> {
  const [row] = await sql<{ done: boolean }[]>`select take_over(${name}, ${generation}, ${anyway}) as done`
  return row!.done
}

/** Views of generations that nobody reads any more. */
export async function removeOthers(sql: Runner, name: string, generation: number) {
  await sql`delete from views where projection = ${name} and generation <> ${generation}`
}

export async function abandon(sql: Runner, name: string, generation: number) {
  await sql`
    with gone as (delete from projections where name = ${name} and generation = ${generation} and not live returning generation)
    delete from views v using gone where v.projection = ${name} and v.generation = gone.generation`
}
