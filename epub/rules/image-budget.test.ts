import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pictures } from '../node/pictures.ts'
import { applyPatches } from '../patch.ts'
import { pixelsOf } from '../platforms/pixels.ts'
import { book, filesOf } from '../testing/book.ts'
import { all, swap } from '../testing/changes.ts'
import { imageBudget } from './image-budget.ts'
import type { RuleContext } from './rule.ts'

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#246' } })
const withPicture = (name: string, type: string, bytes: Uint8Array) =>
  book({
    'picture.png': undefined,
    [name]: Uint8Array.from(bytes),
    'package.opf': swap('href="picture.png" media-type="image/png"', `href="${name}" media-type="${type}"`),
    'chapter.xhtml': all(swap('picture.png', name)),
  })
async function run(publication: ReturnType<typeof book>, context: Partial<RuleContext>) {
  const findings = await imageBudget.detect(publication, { messages: [], targets: [], pictures, ...context })
  const result = applyPatches(publication, imageBudget.fix(publication, findings))
  return { findings, result }
}
const apple = { targets: ['appleBooks'] } satisfies Partial<RuleContext>
const large = await plain(2500, 2000).jpeg().withIccProfile('p3').toBuffer()

describe('image-budget', () => {
  test('a picture within all limits is never touched', async () => {
    const sound = withPicture('a.jpg', 'image/jpeg', await plain(2000, 1900).jpeg({ quality: 100 }).toBuffer())
    const { findings, result } = await run(sound, apple)
    expect(findings).toEqual([])
    expect(result).toBe(sound)
  })

  test('one beyond becomes just small enough, keeps its colour profile, and is left alone the second time', async () => {
    const { result } = await run(withPicture('a.jpg', 'image/jpeg', large), apple)
    const bytes = result.resources.get('EPUB/a.jpg')!.bytes!
    const { width, height } = pixelsOf(bytes)!
    expect(width * height).toBeLessThanOrEqual(4_000_000)
    expect(width * height).toBeGreaterThan(3_980_000)
    expect((await sharp(bytes).metadata()).icc).toBeDefined()
    const again = await run(result, apple)
    expect(again.result).toBe(result)
  })

  test('the same picture gives the same bytes', async () => {
    const [one, two] = [
      await run(withPicture('a.jpg', 'image/jpeg', large), apple),
      await run(withPicture('a.jpg', 'image/jpeg', large), apple),
    ]
    expect(one.result.resources.get('EPUB/a.jpg')!.bytes).toEqual(two.result.resources.get('EPUB/a.jpg')!.bytes)
  })

  test('the quality is the one asked for', async () => {
    const noise = await sharp(
      Uint8Array.from({ length: 2300 * 2000 * 3 }, (_, i) => (i * 2654435761) >>> 24),
      { raw: { width: 2300, height: 2000, channels: 3 } },
    )
      .jpeg()
      .toBuffer()
    const size = async (pictureQuality: number) =>
      (await run(withPicture('a.jpg', 'image/jpeg', noise), { ...apple, pictureQuality })).result.resources.get('EPUB/a.jpg')!
        .size
    expect(await size(30)).toBeLessThan((await size(90)) / 2)
  })

  test('the colours of print become those of screens where the store wants it', async () => {
    const print = await plain(30, 30).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()
    const { result } = await run(withPicture('a.jpg', 'image/jpeg', print), apple)
    expect(await sharp(result.resources.get('EPUB/a.jpg')!.bytes!).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
  })

  test('a kind that the store does not take becomes another, transparency kept, every reference follows', async () => {
    const webp = await sharp({ create: { width: 30, height: 30, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
      .webp()
      .toBuffer()
    const { result } = await run(withPicture('a.webp', 'image/webp', webp), { targets: ['kindle'] })
    expect(await sharp(result.resources.get('EPUB/a.png')!.bytes!).metadata()).toMatchObject({ format: 'png', hasAlpha: true })
    const files = filesOf(result)
    expect(files['EPUB/chapter.xhtml']).toContain('src="a.png"')
    expect(files['EPUB/package.opf']).toContain('href="a.png" media-type="image/png"')
  })

  test('an animation is not made a still picture, and without a library of pictures there is only an offer', async () => {
    const frames = await sharp(
      Uint8Array.from({ length: 2 * 4 * 8 * 3 }, (_, i) => i),
      { raw: { width: 4, height: 16, channels: 3, pageHeight: 8 } },
    )
      .gif()
      .toBuffer()
    const moving = withPicture('a.gif', 'image/gif', frames)
    expect((await run(moving, apple)).result).toBe(moving)
    const offered = await run(withPicture('a.jpg', 'image/jpeg', large), { ...apple, pictures: undefined })
    expect(offered.findings).toMatchObject([{ note: expect.stringContaining('2500 × 2000') }])
    expect(offered.findings[0]?.patches).toBeUndefined()
  })
})
