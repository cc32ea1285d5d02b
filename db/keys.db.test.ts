import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MigratedDatabase, masterKey, migratedDatabase } from '../tests/migrated.ts'
import { backupKeys, restoreKeys, rotateMasterKey } from './keys.ts'
import { createPeople } from './people.ts'

const other = 'another master key of tests, 32 characters or more'
const folder = mkdtempSync(join(tmpdir(), 'bookmender-keys-'))
let database: MigratedDatabase
beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(async () => {
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

const signedIn = (subject: string, key = masterKey) =>
  createPeople(database.sql, { masterKey: key }).findOrCreate({
    ...{ issuer: 'https://id.test', subject, email: `${subject}@example.test`, firstName: null, lastName: null },
  })

test('the master key is changed: everybody is found again and everything opens with the new key, nothing with the old one', async () => {
  const { id } = await signedIn('a')
  const before = createPeople(database.sql, { masterKey })
  const sealed = await before.seal(id, 'My Diary.epub')

  expect(await rotateMasterKey(database.sql, { from: masterKey, to: other })).toEqual({ rotated: 1 })
  expect(await rotateMasterKey(database.sql, { from: masterKey, to: other })).toEqual({ rotated: 0 })
  const after = createPeople(database.sql, { masterKey: other })
  expect(await after.open(id, sealed)).toBe('My Diary.epub')
  expect(await signedIn('a', other)).toEqual({ id, created: false })
  await expect(before.open(id, sealed)).rejects.toThrow()

  const wrong = 'a wrong master key of tests, 32 characters or more'
  await expect(rotateMasterKey(database.sql, { from: wrong, to: masterKey })).rejects.toThrow('nothing was changed')
  expect(await rotateMasterKey(database.sql, { from: other, to: masterKey })).toEqual({ rotated: 1 })
})

test('a backup brings back keys that were lost, but nobody who was forgotten, and is gone after 7 days', async () => {
  const people = createPeople(database.sql, { masterKey })
  const [lost, left] = [await signedIn('lost'), await signedIn('left')]
  const old = join(folder, 'keys-2026-01-01T00-00-00Z.json')
  writeFileSync(old, '{}')
  writeFileSync(join(folder, 'keys-2026-01-05T00-00-00Z.json'), '{}')
  writeFileSync(join(folder, 'notes.txt'), 'not ours')
  const { file, removed } = await backupKeys(database.sql, folder, new Date('2026-01-09T00:00:00Z'))
  expect(removed).toBe(1)
  expect(readdirSync(folder).sort()).toEqual(['keys-2026-01-05T00-00-00Z.json', 'keys-2026-01-09T00-00-00Z.json', 'notes.txt'])

  await people.forget(left.id)
  await database.sql`delete from person_keys where person = ${lost.id}`
  expect(await people.profileOf(lost.id)).toBeUndefined()
  const backup = JSON.parse(readFileSync(file, 'utf8'))
  expect(await restoreKeys(database.sql, backup)).toEqual({ restored: 1 })
  expect(await people.profileOf(lost.id)).toMatchObject({ email: 'lost@example.test' })
  expect(await people.profileOf(left.id)).toBeUndefined()
  expect(await restoreKeys(database.sql, backup)).toEqual({ restored: 0 })
})
