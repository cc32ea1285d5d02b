import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { readMetadataOf } from '../epub/node/edit-file.ts'
import { createJudge } from '../epub/node/judge.ts'
import { checkFile } from '../epub/node/tasks.ts'
import { book, bytesOf, png } from '../epub/testing/book.ts'
import { accessibilityFaults, findChromium, inspectScreen, signInAs } from './support/browser.ts'
import { screens } from './support/screens.ts'

const chromium = findChromium()
const folder = mkdtempSync(join(tmpdir(), 'bookmender-results-'))
const broken = () =>
  bytesOf(
    book({
      'toc.ncx': (text) => text.replace(/urn:uuid:[\w-]+/, 'calibre:42'),
      'chapter.xhtml': (text) => text.replace('<p>It', '<p align="center">It'),
      'package.opf': (text) => text.replace(/\s*<item id="style"[^>]*>/, ''),
    }),
  )

describe.runIf(chromium)('what can be done with a result', () => {
  const at = screens()
  const judge = createJudge()

  afterAll(async () => {
    await judge?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function repair(name: string) {
    await at.page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/epub+zip', buffer: Buffer.from(await broken()) })
    await at.page.getByRole('button', { name: 'Start Guaranteed Repair' }).click()
    await at.page.getByRole('button', { name: 'Upload Another' }).waitFor({ timeout: 120_000 })
  }
  async function saved(click: () => Promise<void>, name: string) {
    const downloading = at.page.waitForEvent('download')
    await click()
    const file = join(folder, name)
    await (await downloading).saveAs(file)
    return file
  }
  const closeNotice = async () => {
    const close = at.page.getByRole('button', { name: 'Close notice' })
    await close.click()
    await close.waitFor({ state: 'detached' })
  }
  const download = (name: string) => saved(() => at.page.getByRole('button', { name: 'Download Fixed EPUB' }).click(), name)

  test('a correction is taken back and done again, metadata are edited: each is a new version of the download', async () => {
    await signInAs(at.page, at.house.url, 'pro+results@example.test')
    await repair('A Small Book.epub')
    expect(await at.page.locator('#verdict').textContent()).toMatch(/^Valid\./)
    await closeNotice()

    await at.page.getByRole('button', { name: 'Undo “Table of contents”' }).first().click()
    await at.page.getByText('was taken back. The download is the new version.').first().waitFor({ timeout: 60_000 })
    await closeNotice()
    expect(await at.page.locator('#verdict').textContent()).toMatch(/^Better, but not valid yet\./)
    await at.page.getByText('your own version of the result, without “Table of contents”.').waitFor()
    const { verdict } = await checkFile(await download('undone.epub'), { judge: judge?.check })
    expect(verdict.messages.map(({ id }) => id)).toEqual(['NCX-001'])

    await at.page.getByRole('button', { name: 'Do “Table of contents” again' }).first().click()
    await at.page.getByText('was done again. The download is the new version.').first().waitFor({ timeout: 60_000 })
    await closeNotice()
    expect(await at.page.locator('#verdict').textContent()).toMatch(/^Valid\./)

    await at.page.getByRole('button', { name: 'Edit metadata' }).click()
    await at.page.getByLabel('Title', { exact: true }).fill('Another Title')
    await at.page.getByRole('button', { name: 'Add a creator' }).click()
    await at.page.getByLabel('Name').fill('Ann Lee')
    await at.page.getByLabel('Sorted as').fill('Lee, Ann')
    await at.page.getByLabel('Published on').fill('in spring')
    await at.page.getByRole('button', { name: 'Save as a new version' }).click()
    await at.page.getByText('Metadata not saved', { exact: true }).waitFor({ timeout: 60_000 })
    await closeNotice()
    expect(await at.page.getByLabel('Published on').getAttribute('aria-invalid')).toBe('true')
    expect(await inspectScreen(at.page, 'result-metadata')).toEqual([])

    await at.page.getByLabel('Published on').fill('2024-05')
    const picture = join(folder, 'cover.png')
    writeFileSync(picture, png)
    await at.page.getByLabel('Cover picture').setInputFiles(picture)
    await at.page.getByRole('button', { name: 'Save as a new version' }).click()
    await at.page.getByText('Metadata saved', { exact: true }).waitFor({ timeout: 60_000 })
    await closeNotice()
    const file = await download('edited.epub')
    expect(await readMetadataOf(file)).toMatchObject({
      title: 'Another Title',
      creators: [{ name: 'Ann Lee', role: 'aut', fileAs: 'Lee, Ann' }],
      date: '2024-05',
      cover: { mediaType: 'image/png' },
    })
    const edited = await checkFile(file, { judge: judge?.check })
    expect(edited.verdict.valid).toBe(true)
    await at.page.reload()
    await at.page.getByText('This is your own version of the result, changed since the repair.').waitFor()
  })

  test('the report is saved, opened, printed, and shared with somebody who is not signed in', async () => {
    await signInAs(at.page, at.house.url, 'publisher+results@example.test')
    await repair('Shared Book.epub')
    await closeNotice()

    const json = JSON.parse(
      readFileSync(await saved(() => at.page.getByRole('link', { name: 'Report as JSON' }).click(), 'report.json'), 'utf8'),
    )
    expect(json).toMatchObject({ outcome: 'valid', sha256Before: expect.stringMatching(/^\w{64}$/) })
    const official = JSON.parse(
      readFileSync(
        await saved(() => at.page.getByRole('link', { name: 'Checker’s report, before' }).click(), 'before.json'),
        'utf8',
      ),
    )
    expect(official.checker.nError).toBeGreaterThan(0)

    const opening = at.context.waitForEvent('page')
    await at.page.getByRole('link', { name: 'Open report' }).click()
    const report = await opening
    await report.getByRole('heading', { name: /^Valid\./ }).waitFor()
    expect(report.url()).toContain('/report/html')
    await report.close()
    const html = await saved(() => at.page.getByRole('link', { name: 'Save report (HTML)' }).click(), 'report.html')
    const paper = await at.context.newPage()
    await paper.goto(`file://${html}`)
    expect(await inspectPaper(paper)).toEqual([])
    await paper.close()

    await at.page.getByRole('button', { name: 'Make a link' }).click()
    const link = await at.page.getByLabel('Link to the shared report').inputValue()
    expect(link).toContain(`${at.house.url}/report/`)
    expect(await inspectScreen(at.page, 'result-report')).toEqual([])

    const stranger = await at.browser.newContext({ viewport: { width: 1280, height: 900 } })
    const visitor = await stranger.newPage()
    expect((await visitor.goto(link))?.status()).toBe(200)
    await visitor.getByRole('heading', { name: 'Report on a book' }).waitFor()
    const seen = await visitor.locator('main').textContent()
    expect(seen).toContain('NCX-001')
    expect(seen).not.toMatch(/Small Book|Shared Book|chapter\.xhtml|results@/)
    expect(await inspectScreen(visitor, 'shared-report')).toEqual([])

    await at.page.getByRole('button', { name: 'End sharing' }).click()
    await at.page.getByText('Sharing ended', { exact: true }).waitFor()
    await visitor.reload()
    await visitor.getByRole('heading', { name: 'This report cannot be read' }).waitFor({ timeout: 20_000 })
    expect(await inspectScreen(visitor, 'shared-report-gone')).toEqual([])
    await stranger.close()
  })

  test('the free plan saves the report of its check, and sees metadata and undo locked', async () => {
    await signInAs(at.page, at.house.url, 'someone-results@example.test')
    await repair('Free.epub')
    await closeNotice()
    const html = readFileSync(
      await saved(() => at.page.getByRole('link', { name: 'Save report (HTML)' }).click(), 'free.html'),
      'utf8',
    )
    expect(html).toContain('NCX-001')
    expect(html).not.toMatch(/<(ins|del)>/)
    await at.page.getByText('can be edited on the Pro plan').waitFor()
    expect(await at.page.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
    expect(await inspectScreen(at.page, 'result-free')).toEqual([])
  })
})

/** The saved page by itself: readable for everybody, not too wide on a phone, in light and dark. */
async function inspectPaper(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of [1000, 360])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (excess > 0) faults.push(`${width}: ${excess} pixels too wide`)
      if (process.env.BOOKMENDER_PICTURES)
        await page.screenshot({
          path: join(process.env.BOOKMENDER_PICTURES, `report-${width}-${colorScheme}.png`),
          fullPage: true,
        })
      faults.push(...(await accessibilityFaults(page)))
    }
  return faults
}
