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

type Place = Pick<ViewRow, 'projection' | 'generation' | 'key'>

/** Held until the transaction ends: one process at a time moves a projection on. */
export const lockLive = async (sql: Runner, names: readonly string[]): Promise<Checkpoint[]> => [
  ...(await sql<Checkpoint[]>`
    select name, generation, position from projections where live and name = any(${[...names]}) order by name for update`),
]

export async function addMissing(sql: Runner, names: readonly string[]) {
  await sql`insert into projections (name, generation, live) select name, 1, true from unnest(${[...names]}::text[]) name
    on conflict do nothing`
}

export async function movedTo(sql: Runner, checkpoints: readonly Checkpoint[], position: bigint) {
  if (checkpoints.length === 0) return
  await sql`
    update projections p set position = ${position}, updated_at = now()
    from jsonb_to_recordset(${json(
      sql,
      checkpoints.map(({ name, generation }) => ({ name, generation })),
    )}) c (name text, generation int)
    where p.name = c.name and p.generation = c.generation`
}

export const loadViews = async (sql: Runner, places: readonly Place[]) =>
  places.length === 0
    ? []
    : await sql<(Place & { document: object })[]>`
        select v.projection, v.generation, v.key, v.document
        from jsonb_to_recordset(${json(sql, places)}) p (projection text, generation int, key text)
        join views v on v.projection = p.projection and v.generation = p.generation and v.key = p.key`

export async function saveViews(sql: Runner, rows: readonly ViewRow[]) {
  if (rows.length === 0) return
  await sql`
    insert into views (projection, generation, key, document, owner, at)
    select * from jsonb_to_recordset(${json(sql, rows)})
      r (projection text, generation int, key text, document jsonb, owner text, at timestamptz)
    on conflict (projection, generation, key) do update set document = excluded.document, owner = excluded.owner, at = excluded.at`
}

export async function removeViews(sql: Runner, places: readonly Place[]) {
  if (places.length === 0) return
  await sql`
    delete from views v using jsonb_to_recordset(${json(sql, places)}) p (projection text, generation int, key text)
    where v.projection = p.projection and v.generation = p.generation and v.key = p.key`
}
