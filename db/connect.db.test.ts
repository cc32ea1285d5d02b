import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MigratedDatabase, migratedDatabase } from '../tests/migrated.ts'
import { json } from './connect.ts'

let database: MigratedDatabase
beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(() => database?.close())

test.each([[[]], [['one']], [['', 'a,b', '{x}', '"quoted"', 'back\\slash', '\\"', 'NULL', 'ä – 第', "it's", 'line\nbreak']]])(
  'a list of texts goes there and back: %j',
  async (texts) => {
    const [row] = await database.sql<{ texts: string[]; count: number }[]>`
    select ${texts}::text[] as texts, coalesce(array_length(${texts}::text[], 1), 0) as count`
    expect(row).toEqual({ texts, count: texts.length })
  },
)

test('other values go there and back', async () => {
  const at = new Date('2027-01-31T10:00:00.123Z')
  const data = { list: [1, 'two', null], nested: { text: '"\\' } }
  const ids = ['8f14e45f-ceea-467f-a8f6-0d2f8a3c7a11']
  const [row] = await database.sql`
    select ${9_007_199_254_740_993n}::bigint as big, ${at}::timestamptz as at, ${json(database.sql, data)}::jsonb as data,
      ${Buffer.from([0, 255])}::bytea as bytes, ${ids}::uuid[] as ids, current_setting('TimeZone') as zone`
  expect(row).toEqual({ big: 9_007_199_254_740_993n, at, data, bytes: Buffer.from([0, 255]), ids, zone: 'UTC' })
})
