import { expect, test } from 'vitest'
import { nodeCodec } from '../node/codec.ts'
import { schemas } from '../node/schemas.ts'
import { openPublication } from '../ocf/open.ts'
import { type RepairOptions, repair } from '../repair.ts'
import { fromBytes, toBytes } from '../source.ts'
import { book, bytesOf, filesOf } from '../testing/book.ts'
import { idsOf } from './picks.ts'

const table = '<table><tr><th>a</th><td>1</td></tr><tr><th>b</th><td>2</td></tr></table>'
/** Sound, and with two things that are offered: cells of a heading without a scope. */
const offering = book({
  'chapter.xhtml': (text) => text.replace('<p>It was', `${table}<p>`.replace('<p>', '')).replace(' a bright', '<p>a bright'),
})

async function mended(options: Partial<RepairOptions>) {
  const { report, parts, changed } = await repair(fromBytes(await bytesOf(offering)), { schemas, codec: nodeCodec, ...options })
  const bytes = await toBytes(parts)
  return { report, changed, files: filesOf(await openPublication(fromBytes(bytes), { codec: nodeCodec })) }
}

test('an offer has an id that is the same in every run, and what was picked by it is done alone, on a sound book too', async () => {
  const { report } = await mended({})
  const choices = report.offers.filter(({ status }) => status === 'choice')
  expect(choices.length).toBeGreaterThan(1)
  expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length)
  const one = choices.find(({ feature }) => feature === 26)!

  const picked = await mended({ picked: [one.id!] })
  expect(picked.report.issues.map(({ id, status }) => [id, status])).toEqual([[one.id, 'fixed']])
  expect(picked.report.offers.map(({ id }) => id)).not.toContain(one.id)
  expect(picked.report.offers.length).toBeGreaterThanOrEqual(choices.length - 1)

  const nothing = await mended({ picked: ['accessibility-tables.gone', 'nonsense'] })
  expect(nothing.changed).toBe(false)
})

test('findings that say the same are told apart by their order', () => {
  const finding = { path: 'a', before: 'x', after: 'y' }
  const [one, two, three] = idsOf({ id: 'rule' }, [finding, finding, { ...finding, path: 'b' }])
  expect(two).toBe(`${one}.2`)
  expect(three).not.toBe(one)
})
