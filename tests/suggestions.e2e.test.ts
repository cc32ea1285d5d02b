import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import JSZip from 'jszip'
import { afterAll, describe, expect, test } from 'vitest'
import { createJudge } from '../epub/node/judge.ts'
import { checkFile } from '../epub/node/tasks.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { findChromium, inspectScreen, signInAs } from './support/browser.ts'
import { screens } from './support/screens.ts'

const chromium = findChromium()
const folder = mkdtempSync(join(tmpdir(), 'bookmender-suggestions-'))

/** Unsound, with chapters that are headed by mere paragraphs, and a picture of which only its caption tells. */
const unlisted = () =>
  bytesOf(
    book({
      'picture.png': drawing(90),
      'second.png': drawing(170),
      'package.opf': (text) =>
        text.replace(/\s*<item id="style"[^>]*>/, '<item id="second" href="second.png" media-type="image/png"/>'),
      'chapter.xhtml': (text) =>
        text
          .replace('<p><img src="picture.png" alt="A grey dot"/></p>', pictures)
          .replace(/<p>/, `${['Chapter One', 'Chapter Two', 'Chapter Three'].map(chapterOf).join('')}<p>`),
    }),
  )
const chapterOf = (heading: string) =>
  `<p>${heading}</p>${'<p>The lamp was lit before dusk, and the keeper climbed the stairs without a word.</p>'.repeat(6)}`
const pictures = ['The lighthouse of Eddystone', 'The keeper at his desk']
  .map((caption, at) => `<figure><img src="${at === 0 ? 'picture' : 'second'}.png"/><figcaption>${caption}</figcaption></figure>`)
  .join('')

/** A striped PNG that is large enough to say something. */
function drawing(grey: number): Uint8Array {
  const [width, height] = [320, 200]
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // eight bits of grey
  head.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.concat(
    Array.from({ length: height }, (_, row) => Buffer.from([0, ...Array<number>(width).fill(row % 40 < 20 ? grey : 240)])),
  )
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', new Uint8Array())]
  return new Uint8Array(Buffer.concat(parts))
}

/** The text of one file of a book. */
async function textIn(file: string, name: string): Promise<string> {
  const archive = await JSZip.loadAsync(readFileSync(file))
  return archive.file(new RegExp(`${name.replace('.', '[.]')}$`))[0]!.async('string')
}

describe.runIf(chromium)('what is suggested for a book', () => {
  const at = screens()
  const judge = createJudge()

  afterAll(async () => {
    await judge?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const closeNotice = async () => {
    const close = at.page.getByRole('button', { name: 'Close notice' })
    await close.click()
    await close.waitFor({ state: 'detached' })
  }
  async function download(name: string) {
    const downloading = at.page.waitForEvent('download')
    await at.page.getByRole('button', { name: 'Download Fixed EPUB' }).click()
    const file = join(folder, name)
    await (await downloading).saveAs(file)
    return file
  }

  test('a publisher accepts alt texts, a table of contents and what the book says of its accessibility, refuses, and takes back', async () => {
    const { page, house } = at
    await signInAs(page, house.url, 'publisher+suggestions@example.test')
    await page
      .locator('input[type=file][accept=".epub"]')
      .first()
      .setInputFiles({ name: 'Chapters.epub', mimeType: 'application/epub+zip', buffer: Buffer.from(await unlisted()) })
    await page.getByRole('button', { name: 'Start Guaranteed Repair' }).click()
    await page.getByRole('button', { name: 'Upload Another' }).waitFor({ timeout: 120_000 })
    await closeNotice()
    const section = page.getByRole('region', { name: 'For you to decide' })
    await section.getByText('Suggested by our own engine. Nothing of your book was sent to anybody.').waitFor()
    const chapters = section.getByRole('region', { name: /^Chapter detection/ })
    await chapters.getByText('Chapter Two').first().waitFor()
    await section.getByRole('button', { name: 'Accept all', exact: true }).first().click()
    await chapters.getByRole('button', { name: 'Refuse' }).click()
    await chapters.getByRole('button', { name: 'Accept', exact: true }).click()
    const alt = section.getByRole('region', { name: /^Alt text/ })
    const own = alt.getByLabel('Your own words')
    expect(await own.first().inputValue()).toBe('The lighthouse of Eddystone')
    await own.first().fill('A lighthouse on a rock, waves "all" round & a boat')
    await expect
      .poll(
        () =>
          alt
            .getByRole('img')
            .first()
            .evaluate((one: HTMLImageElement) => one.naturalWidth),
        { timeout: 60_000 },
      )
      .toBe(320)
    expect(await inspectScreen(page, 'result-suggestions-chosen')).toEqual([])
    await section.getByRole('button', { name: 'Make the new version' }).click()
    await page.getByText('A new version is ready', { exact: true }).first().waitFor({ timeout: 60_000 })
    await closeNotice()
    const accepted = await download('accepted.epub')
    const { verdict } = await checkFile(accepted, { judge: judge?.check })
    expect(verdict.messages.filter(({ severity }) => severity === 'ERROR' || severity === 'FATAL')).toEqual([])
    const nav = await textIn(accepted, 'nav.xhtml')
    for (const title of ['Chapter One', 'Chapter Two', 'Chapter Three']) expect(nav).toContain(title)
    const page1 = await textIn(accepted, 'chapter.xhtml')
    expect(page1).toContain('alt="A lighthouse on a rock, waves &quot;all&quot; round &amp; a boat"')
    expect(page1).toContain('alt="The keeper at his desk"')
    const about = await textIn(accepted, 'package.opf')
    expect(about).toContain('schema:accessMode">textual')
    expect(about).toContain('schema:accessibilityFeature">tableOfContents')
    // the pictures had no texts when that was suggested
    expect(about).not.toContain('accessModeSufficient')

    await section.getByText(/^Accepted: \d/).click()
    await section.getByRole('button', { name: /^Take back: 3 of 4 chapters/ }).click()
    await section
      .getByRole('region', { name: /^Accessibility/ })
      .getByRole('button', { name: 'Accept', exact: true })
      .click()
    await section.getByRole('button', { name: 'Make the new version' }).click()
    await page.getByText('A new version is ready', { exact: true }).first().waitFor({ timeout: 60_000 })
    await closeNotice()
    // they have texts now, and the book says so
    const without = await download('without.epub')
    expect(await textIn(without, 'nav.xhtml')).not.toContain('Chapter Two')
    expect(await textIn(without, 'package.opf')).toContain('schema:accessModeSufficient">textual')
    expect((await checkFile(without, { judge: judge?.check })).verdict.valid).toBe(true)

    await chapters.getByRole('button', { name: 'Refuse' }).click()
    await section.getByRole('button', { name: 'Save what you decided' }).click()
    await page.getByText('What you refused is not suggested again.').first().waitFor({ timeout: 60_000 })
    await page.reload()
    await section.getByText('Refused: 1').waitFor()
    expect(await chapters.count()).toBe(0)
  }, 600_000)
})
