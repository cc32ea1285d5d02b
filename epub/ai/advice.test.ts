import { expect, test } from 'vitest'
import { nodeCodec } from '../node/codec.ts'
import { schemas } from '../node/schemas.ts'
import { type RepairOptions, repair } from '../repair.ts'
import { fromBytes, toBytes } from '../source.ts'
import { book, bytesOf } from '../testing/book.ts'
import { measuresOf, qualityOf } from './advice.ts'
import type { Model } from './port.ts'

const page = (text: string) => ({ 'chapter.xhtml': (page: string) => page.replace('It was a bright cold day in April.', text) })
const long =
  'The old miller had three sons and a mill by the brook, which for many years had not wanted to turn as it should, whatever they did about it in the evenings.'

test('repetition, misreadings and lost characters are measured, and cost points up to a limit', () => {
  const sound = measuresOf(book(page(long)))
  expect(sound).toMatchObject({ repeated: 0, scannos: 0, lost: 0 })
  const poor = measuresOf(book(page(`${long} Tlie mi1ler c0uld not \ufffd\ufffd.</p><p>${long} x</p><p>${long} x`)))
  expect(poor.repeated).toBeGreaterThan(0)
  expect(poor.scannos).toBeGreaterThan(0)
  expect(poor.lost).toBe(2)
  expect(qualityOf({ contentScore: 100 }, sound)).toBe(1)
  expect(qualityOf({ contentScore: 100 }, { ...poor, repeated: 1, scannos: 500, lost: 500 })).toBeGreaterThan(0.6)
})

const captioned = book({
  'chapter.xhtml': (text) =>
    text.replace(
      /<p><img[^>]*><\/p>/,
      '<figure><img src="photo.png" alt="image1"/><figcaption>The mill in winter</figcaption></figure>',
    ),
  'package.opf': (text) => text.replace('</manifest>', '<item id="photo" href="photo.png" media-type="image/png"/></manifest>'),
  'photo.png': (() => {
    const bytes = new Uint8Array(64)
    bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 44, 0, 0, 0, 200])
    return bytes
  })(),
})

async function run(options: Partial<RepairOptions>) {
  const { report, parts, changed } = await repair(fromBytes(await bytesOf(captioned)), { schemas, codec: nodeCodec, ...options })
  return { report, changed, bytes: await toBytes(parts) }
}

test('suggestions are listed on request, for the plan that has them; what is picked is done from the answers that were given', async () => {
  expect((await run({})).report.ai).toBeUndefined()
  expect((await run({})).report.offers.filter(({ feature }) => feature > 30)).toEqual([])
  const pro = await run({ suggest: true, features: Array.from({ length: 18 }, (_, i) => i + 1) })
  expect(pro.report.offers.filter(({ feature }) => feature > 30)).toEqual([])
  expect(pro.report.ai?.advice.contentQuality).toBeGreaterThan(0.5)

  let asked = 0
  const model: Model = {
    name: 'small',
    hasVision: true,
    async ask(question) {
      asked++
      return question.feature === 32 ? question.parse({ alt: 'A watermill under snow' }) : question.parse({ sentences: 'no' })
    },
  }
  const told = await run({ suggest: true, model })
  const alt = told.report.offers.find(({ feature }) => feature === 32)
  expect(alt).toMatchObject({ status: 'choice', by: 'model', after: 'A watermill under snow', editable: true })
  expect(told.report.ai).toMatchObject({ model: 'small', advice: { by: 'offline' } })
  expect(told.changed).toBe(false)

  const before = asked
  const picked = await run({ picked: [alt!.id!], answers: told.report.ai!.answers })
  expect(asked).toBe(before)
  expect(picked.report.issues).toMatchObject([{ id: alt!.id, status: 'fixed', by: 'model', after: 'A watermill under snow' }])
  expect(picked.report.after.valid).toBe(picked.report.before.valid)

  const own = await run({ picked: [alt!.id!], answers: told.report.ai!.answers, texts: { [alt!.id!]: 'Our mill, 1910' } })
  expect(own.report.issues).toMatchObject([{ id: alt!.id, status: 'fixed', after: 'Our mill, 1910' }])

  const undone = await run({ picked: [], answers: told.report.ai!.answers })
  expect(undone.changed).toBe(false)
})
