/** `npm run keys -- backup FOLDER | restore FILE | rotate`: the keys of people, apart from the backups of everything else. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Sql } from './connect.ts'
import { houseKey, keysFrom, openWith, personKey, sealWith } from './secrets.ts'

interface Wrapped {
  readonly id: string
  /** Base64; of no use without the master key. */
  readonly wrapped: string
}

export interface KeyBackup {
  readonly at: string
  readonly people: readonly Wrapped[]
  readonly house: readonly Wrapped[]
}

/** The promise of the privacy page: who was forgotten cannot come back from a backup after so long. */
const keptFor = 7 * 86_400_000
const namePattern = /^keys-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.json$/

const encode = (rows: readonly { id: string; wrapped: Buffer }[]): Wrapped[] =>
  rows.map(({ id, wrapped }) => ({ id, wrapped: wrapped.toString('base64') }))

/** Writes one file and removes those older than 7 days; answers with its path and how many went. */
export async function backupKeys(sql: Sql, folder: string, now = new Date()) {
  const people = await sql<{ id: string; wrapped: Buffer }[]>`select person as id, wrapped from person_keys order by person`
  const house = await sql<{ id: string; wrapped: Buffer }[]>`select name as id, wrapped from house_keys order by name`
  const backup: KeyBackup = { at: now.toISOString(), people: encode(people), house: encode(house) }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `keys-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.json`)
  await writeFile(file, JSON.stringify(backup), { mode: 0o600, flush: true })

  let removed = 0
  for (const name of await readdir(folder)) {
    const at = namePattern.exec(name)?.[1]?.replace(/T(\d\d)-(\d\d)-(\d\d)$/, 'T$1:$2:$3Z')
    if (at === undefined || now.getTime() - Date.parse(at) <= keptFor) continue
    await rm(join(folder, name))
    removed += 1
  }
  return { file, keys: people.length, removed }
}

/** Puts back what is missing. Who was forgotten stays forgotten, and keys that are there are not changed. */
export async function restoreKeys(sql: Sql, { people, house }: KeyBackup) {
  let restored = 0
  for (const { id, wrapped } of house)
    await sql`insert into house_keys (name, wrapped) values (${id}, ${Buffer.from(wrapped, 'base64')}) on conflict do nothing`
  for (const { id, wrapped } of people) {
    const added = await sql`
      insert into person_keys (person, wrapped) select ${id}, ${Buffer.from(wrapped, 'base64')}
      where exists (select from people where id = ${id} and forgotten_at is null) on conflict do nothing`
    restored += added.count
  }
  return { restored }
}

/** No process may seal meanwhile: gateways and workers are stopped. All or nothing; again is harmless. */
export async function rotateMasterKey(sql: Sql, { from, to }: { readonly from: string; readonly to: string }) {
  const [old, fresh] = [keysFrom(from).wrapping, keysFrom(to).wrapping]
  const opens = (key: Buffer, purpose: string, wrapped: Buffer) => {
    try {
      return openWith(key, purpose, wrapped)
    } catch {
      return undefined
    }
  }
  /** Undefined where it is wrapped with the new key already. */
  const rewrapped = (purpose: string, wrapped: Buffer) => {
    const key = opens(old, purpose, wrapped)
    if (key) return sealWith(fresh, purpose, key)
    if (opens(fresh, purpose, wrapped)) return undefined
    throw new Error(`The ${purpose} opens neither with the old master key nor with the new one; nothing was changed`)
  }

  return sql.begin(async (tx) => {
    await tx`lock table person_keys, house_keys in exclusive mode`
    let rotated = 0
    for (const { id, wrapped } of await tx<{ id: string; wrapped: Buffer }[]>`select name as id, wrapped from house_keys`) {
      const next = rewrapped(houseKey(id), wrapped)
      if (next) await tx`update house_keys set wrapped = ${next} where name = ${id}`
    }
    for (const { id, wrapped } of await tx<{ id: string; wrapped: Buffer }[]>`select person as id, wrapped from person_keys`) {
      const next = rewrapped(personKey(id), wrapped)
      if (!next) continue
      await tx`update person_keys set wrapped = ${next} where person = ${id}`
      rotated += 1
    }
    return { rotated }
  })
}

if (import.meta.main) {
  const { DATABASE_URL: url, BOOKMENDER_MASTER_KEY: to, PREVIOUS_MASTER_KEY: from } = process.env
  const [command, place] = process.argv.slice(2)
  const refuse = (sentence: string): never => {
    console.error(sentence)
    process.exit(1)
  }
  if (!url) refuse('Set DATABASE_URL to the connection string of the service')
  const sql = connect(String(url), { max: 1, applicationName: 'keys', statementTimeout: 0 })
  try {
    if (command === 'backup' && place) console.log(JSON.stringify(await backupKeys(sql, place)))
    else if (command === 'restore' && place)
      console.log(JSON.stringify(await restoreKeys(sql, JSON.parse(await readFile(place, 'utf8')))))
    else if (command === 'rotate') {
      if (!from || !to) refuse('Set PREVIOUS_MASTER_KEY to the old key and BOOKMENDER_MASTER_KEY to the new one')
      console.log(JSON.stringify(await rotateMasterKey(sql, { from: String(from), to: String(to) })))
    } else refuse('Say backup FOLDER, restore FILE or rotate')
  } finally {
    await sql.end()
  }
}
