import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { checkPublication } from '../check/check.ts'
import { plainId } from '../feature-of.ts'
import { nodeCodec } from '../node/codec.ts'
import { fonts } from '../node/fonts.ts'
import { findJava } from '../node/judge.ts'
import { pictures } from '../node/pictures.ts'
import { schemas } from '../node/schemas.ts'
import { openPublication } from '../ocf/open.ts'
import { factsOf } from '../platforms/facts.ts'
import { platformFindings } from '../platforms/rules.ts'
import { repair } from '../repair.ts'
import { fromBytes, toBytes } from '../source.ts'
import { type FeatureCase, featureCases } from '../testing/feature-cases.ts'
import { officialChecker } from '../testing/official-checker.ts'
import { wordCount } from '../text.ts'
import { catalogue } from './catalogue.ts'

const { default: sharp } = await import('sharp')
/** Grey noise by a fixed rule, so that a picture weighs what pictures do. */
const canvas = (width: number, height: number, channels: 3 | 4) =>
  sharp(
    Uint8Array.from({ length: width * height * channels }, (_, i) => (i * 2654435761) >>> 24),
    { raw: { width, height, channels } },
  )
const cases = featureCases({
  photo: await sharp({ create: { width: 2600, height: 2400, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer(),
  printed: await canvas(40, 40, 3).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
  webp: await canvas(40, 40, 4).webp({ lossless: true }).toBuffer(),
  woff2: readFileSync(
    createRequire(import.meta.url).resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2'),
  ),
  pictures,
})
const named = cases.map((one) => [`${one.feature}: ${one.what}`, one] as const)

/** Ids of our checker and of the platform rules. */
async function idsOf(bytes: Uint8Array, { fileName = 'book.epub' }: Pick<FeatureCase, 'fileName'> = {}) {
  const publication = await openPublication(fromBytes(bytes), { fileName, codec: nodeCodec })
  const messages = await checkPublication(publication, { schemas, level: 'USAGE' })
  const platforms = platformFindings(await factsOf(publication, messages, bytes.length))
  const ids = new Set(messages.map(({ id }) => plainId(id)))
  for (const { rule } of Object.values(platforms).flat()) ids.add(rule)
  return { ids, words: wordCount(publication) }
}

async function worked(one: FeatureCase, source?: Uint8Array) {
  const before = source ?? Uint8Array.from(await one.bytes())
  const options = { schemas, codec: nodeCodec, pictures, fonts, fileName: one.fileName ?? 'book.epub', ...one.options }
  const { report, parts, changed } = await repair(fromBytes(before), options)
  return { before, after: await toBytes(parts), changed, report }
}

const mended = new Map<FeatureCase, ReturnType<typeof worked>>()
const repairOf = (one: FeatureCase, source?: Uint8Array) => {
  if (source) return worked(one, source)
  const known = mended.get(one) ?? worked(one)
  mended.set(one, known)
  return known
}

test('every feature from 1 to 30, and the search for the last errors, has a case and a rule', () => {
  const wanted = [...Array.from({ length: 30 }, (_, i) => i + 1), 37]
  expect(wanted.filter((feature) => !cases.some((one) => one.feature === feature))).toEqual([])
  expect(wanted.filter((feature) => !catalogue.some((rule) => rule.feature === feature))).toEqual([])
})

describe.each(named)('%s', (_, one) => {
  test('is there before and gone after, without a word lost', async () => {
    const { before, after } = await repairOf(one)
    const [found, left] = [await idsOf(before, one), await idsOf(after)]
    expect([...found.ids]).toEqual(expect.arrayContaining([...one.before]))
    expect(one.before.filter((id) => left.ids.has(id))).toEqual([])
    expect(left.words).toBeGreaterThanOrEqual(found.words)
  })

  test('a second run with the same options changes nothing', async () => {
    const { after } = await repairOf(one)
    const again = await repairOf(one, after)
    expect(again.changed).toBe(false)
    expect(again.after).toEqual(after)
  })
})

const chosen = named.filter(([, { options, feature }]) => options && feature !== 37)

test.each(chosen)('%s is not answered unasked, and a sound book stays as it is', async (_, one) => {
  const { before } = await repairOf(one)
  const { report, changed } = await repairOf({ ...one, options: undefined }, before)
  expect(changed).toBe(!report.before.valid)
  expect(report.issues.filter(({ feature }) => feature === one.feature)).toEqual([])
})

if (!findJava()) console.warn('There is no Java here: what the official checker says before and after is not asked.')

describe.runIf(findJava())('the official checker', () => {
  const check = officialChecker()
  const isOfficial = (id: string) => !/^(KIN|APL|KOB|GOO|ADE|CAL)-/.test(id)
  async function ids(name: string, bytes: Uint8Array) {
    const { valid, messages } = await check(name, bytes)
    return { valid, ids: new Set(messages.map(({ id }) => plainId(id))) }
  }

  test('finds each fault before, none of it after, and every result valid', { timeout: 120_000 }, async () => {
    const wrong: unknown[] = []
    for (const [index, one] of cases.entries()) {
      const { before, after } = await repairOf(one)
      const wanted = one.before.filter(isOfficial)
      const [found, left] = [await ids(`${index}-before.epub`, before), await ids(`${index}-after.epub`, after)]
      const missing = wanted.filter((id) => !found.ids.has(id))
      const stays = wanted.filter((id) => left.ids.has(id))
      if (missing.length > 0 || stays.length > 0 || !left.valid)
        wrong.push({
          feature: one.feature,
          what: one.what,
          missing,
          stays,
          valid: left.valid,
          found: [...found.ids],
          left: [...left.ids],
        })
    }
    expect(wrong).toEqual([])
  })
})
