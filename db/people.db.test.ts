import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MigratedDatabase, masterKey, migratedDatabase } from '../tests/migrated.ts'
import { createPeople, NoKey, type People } from './people.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createUploads, JobIdTaken, type Uploads } from './uploads.ts'

let database: MigratedDatabase
let people: People
let uploads: Uploads
let sessions: Sessions
beforeAll(async () => {
  database = await migratedDatabase()
  people = createPeople(database.sql, { masterKey })
  uploads = createUploads(database.sql, people)
  sessions = createSessions(database.sql, people)
})
afterAll(() => database?.close())

const signedIn = (subject: string) => ({
  issuer: 'https://id.example.test',
  subject,
  email: `${subject}@mail.example.test`,
  firstName: 'Zuleika',
  lastName: null,
})
const upload = (owner: string, fileName = 'My secret memoir.epub') => {
  const jobId = randomUUID()
  return { jobId, owner, fileName, blobKey: `jobs/${jobId}/upload.epub`, bytes: 12_345 }
}

/** Everything that any table holds, as text. */
async function wholeDatabase() {
  const tables = await database.ownerSql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await database.ownerSql<{ row: string; bytes: string }[]>`
        select to_jsonb(t)::text as row, encode(convert_to(t::text, 'utf8'), 'escape') as bytes from ${database.ownerSql(name)} t`
      return rows.map(({ row, bytes }) => row + bytes).join('\n')
    }),
  )
  return texts.join('\n')
}

/** A `bytea` shows as hexadecimal digits. */
const isIn = (text: string, part: string) => {
  const lower = text.toLowerCase()
  return [part, Buffer.from(part).toString('hex'), Buffer.from(part).toString('base64')].some((one) =>
    lower.includes(one.toLowerCase()),
  )
}

describe('people', () => {
  test('are found again by issuer and subject, with the newest profile', async () => {
    const first = await people.findOrCreate(signedIn('ann'))
    const second = await people.findOrCreate({ ...signedIn('ann'), email: 'new@mail.example.test' })
    expect(first.created).toBe(true)
    expect(second).toEqual({ id: first.id, created: false })
    expect(await people.profileOf(first.id)).toEqual({ email: 'new@mail.example.test', firstName: 'Zuleika', lastName: null })
    const elsewhere = await people.findOrCreate({ ...signedIn('ann'), issuer: 'https://other.example.test' })
    expect(elsewhere.id).not.toBe(first.id)
  })

  test('are found by the address of their last sign-in, however it is written, until they are forgotten', async () => {
    const ann = await people.findOrCreate({ ...signedIn('finder'), email: 'First@Mail.example.test' })
    await people.findOrCreate({ ...signedIn('finder'), email: 'Second@Mail.example.test' })
    const namesake = await people.findOrCreate({ ...signedIn('finder-2'), email: 'second@mail.example.test' })
    expect(await people.findByEmail('first@mail.example.test')).toEqual([])
    expect(await people.findByEmail(' SECOND@mail.example.test ')).toEqual([ann.id, namesake.id])
    await people.forget(ann.id)
    expect(await people.findByEmail('second@mail.example.test')).toEqual([namesake.id])
  })

  test('who sign in ten times at once are one person', async () => {
    const found = await Promise.all(Array.from({ length: 10 }, () => people.findOrCreate(signedIn('hasty'))))
    expect(new Set(found.map(({ id }) => id)).size).toBe(1)
    expect(found.filter(({ created }) => created)).toHaveLength(1)
  })

  test('whom nobody knows have no profile', async () => {
    expect(await people.profileOf(randomUUID())).toBeUndefined()
    expect(await people.profileOf('nonsense')).toBeUndefined()
    await expect(people.seal(randomUUID(), 'x')).rejects.toThrow(NoKey)
  })

  test('have secrets that open for nobody else, with no other master key, and not when touched', async () => {
    const [a, b] = await Promise.all([people.findOrCreate(signedIn('a')), people.findOrCreate(signedIn('b'))])
    const sealed = await people.seal(a.id, 'between us')
    expect(await people.open(a.id, sealed)).toBe('between us')
    expect(await people.open(b.id, sealed)).toBeUndefined()
    expect(await people.seal(a.id, 'between us')).not.toEqual(sealed)
    const touched = Buffer.from(sealed)
    touched[touched.length - 1]! ^= 1
    expect(await people.open(a.id, touched)).toBeUndefined()
    const stranger = createPeople(database.sql, { masterKey: 'another master key, also of 32 characters' })
    await expect(stranger.open(a.id, sealed)).rejects.toThrow()
    expect(() => createPeople(database.sql, { masterKey: 'short' })).toThrow('BOOKMENDER_MASTER_KEY must have at least 32')
  })
})

describe('uploads', () => {
  test('are recorded once, however often, and belong to one account', async () => {
    const { id } = await people.findOrCreate(signedIn('uploader'))
    const other = await people.findOrCreate(signedIn('thief'))
    const given = upload(id)
    await Promise.all([uploads.record(given), uploads.record(given), uploads.record(given)])
    expect(await uploads.byJob(given.jobId)).toEqual({ ...given, createdAt: expect.any(Date), keptUntil: expect.any(Date) })
    await expect(uploads.record({ ...given, owner: other.id })).rejects.toThrow(JobIdTaken)
    expect((await uploads.byJob(given.jobId))?.owner).toBe(id)
    expect(await uploads.byJob('nonsense')).toBeUndefined()

    const second = upload(id, 'Zweites Büchlein – 第二.epub')
    const foreign = upload(other.id)
    await uploads.record(second)
    await uploads.record(foreign)
    const names = await uploads.fileNamesOf(id, [given.jobId, second.jobId, foreign.jobId, randomUUID()])
    expect(Object.fromEntries(names)).toEqual({ [given.jobId]: given.fileName, [second.jobId]: second.fileName })
    await uploads.remove(given.jobId)
    expect(await uploads.byJob(given.jobId)).toBeUndefined()
  })
})

describe('sessions', () => {
  test('are found by their token until they end', async () => {
    const { id } = await people.findOrCreate(signedIn('session'))
    const { token, session } = await sessions.start({ owner: id, roles: ['support'], idToken: 'id.token.of-the-provider' })
    expect(await sessions.find(token)).toEqual(session)
    expect(session).toMatchObject({ owner: id, roles: ['support'] })
    expect(await sessions.find(`${token}x`)).toBeUndefined()
    expect(await sessions.end(token)).toEqual({ idToken: 'id.token.of-the-provider' })
    expect(await sessions.find(token)).toBeUndefined()
    expect(await sessions.end(token)).toEqual({})
  })

  test('expire', async () => {
    const { id } = await people.findOrCreate(signedIn('short'))
    const { token } = await sessions.start({ owner: id, roles: [], hours: 0.2 / 3600 })
    expect(await sessions.find(token)).toBeDefined()
    await pause(250)
    expect(await sessions.find(token)).toBeUndefined()
    expect(await sessions.sweep()).toBeGreaterThan(0)
  })

  test('that end anywhere are told to whoever holds a socket for them, within 5 s, also without a notice', async () => {
    const { id } = await people.findOrCreate(signedIn('sockets'))
    const start = (hours?: number) => sessions.start({ owner: id, roles: [], hours })
    const [a, b, c, kept, expiring] = await Promise.all([start(), start(), start(), start(), start(0.5 / 3600)])
    const held = new Set([a, b, c, kept, expiring].map(({ session }) => session.id))
    const ended = new Map<string, number>()
    const stop = new AbortController()
    const began = performance.now()
    const watching = createSessions(database.connectAgain(), people).watch({
      signal: stop.signal,
      held: () => held,
      onEnded: (ids) => {
        for (const id of ids) {
          held.delete(id)
          ended.set(id, performance.now() - began)
        }
      },
    })
    await pause(100)
    await sessions.end(a.token)
    await database.sql`delete from sessions where id = ${b.session.id}`
    const within = async (met: () => boolean) => {
      while (!met()) {
        if (performance.now() - began > 5000) throw new Error('nobody was told')
        await pause(10)
      }
    }
    await within(() => ended.has(a.session.id))
    expect(ended.get(a.session.id)).toBeLessThan(1000)
    await within(() => ended.has(b.session.id) && ended.has(expiring.session.id))
    expect(await sessions.endAllOf(id), 'both living ones, and the expired one that was not swept').toBe(3)
    await within(() => ended.has(kept.session.id) && ended.has(c.session.id))
    expect(held.size).toBe(0)
    stop.abort()
    await watching
  })
})

describe('what identifies a person', () => {
  const marks = ['marked-subject', 'Marked-First', 'Marked-Last', 'marked-file-name', 'marked-id-token']
  const given = { ...signedIn('marked-subject'), firstName: 'Marked-First', lastName: 'Marked-Last' }

  test('stands in no table in plain, and is noise for ever once the person is forgotten', async () => {
    const { id } = await people.findOrCreate(given)
    const book = upload(id, 'marked-file-name.epub')
    await uploads.record(book)
    const { token } = await sessions.start({ owner: id, roles: [], idToken: 'marked-id-token' })
    const sealed = await people.seal(id, 'a note')

    const before = await wholeDatabase()
    expect(isIn(before, book.jobId)).toBe(true)
    for (const mark of [...marks, given.email]) expect(isIn(before, mark), mark).toBe(false)
    expect(isIn(before, token)).toBe(false)

    await people.forget(id)
    expect(await people.profileOf(id)).toBeUndefined()
    expect(await people.open(id, sealed)).toBeUndefined()
    expect(await uploads.byJob(book.jobId)).toMatchObject({ owner: id, fileName: undefined })
    expect(await uploads.fileNamesOf(id, [book.jobId])).toEqual(new Map())
    expect(await sessions.end(token)).toEqual({})
    const [row] = await database.sql`select profile, subject_hash, forgotten_at from people where id = ${id}`
    expect(row).toMatchObject({ profile: null, subject_hash: expect.any(Buffer), forgotten_at: expect.any(Date) })

    const back = await people.findOrCreate(given)
    expect(back).toEqual({ id, created: true })
    expect(await people.open(id, sealed)).toBeUndefined()
    expect((await uploads.byJob(book.jobId))?.fileName).toBeUndefined()
  })

  test('leaves its last trace after 31 days, and not before', async () => {
    const { id } = await people.findOrCreate(signedIn('gone'))
    await people.forget(id)
    await database.sql`update people set forgotten_at = now() - interval '30 days' where id = ${id}`
    expect(await people.sweep()).toBe(0)
    await people.forget(id)
    await database.sql`update people set forgotten_at = now() - interval '32 days' where id = ${id}`
    expect(await people.sweep()).toBe(1)
    expect((await people.findOrCreate(signedIn('gone'))).id).not.toBe(id)
  })
})
