import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
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

  test('K45 to K50, K126, C112 to C115, C157, C167: what the repair centre offers, and what it takes', async () => {
    const { page } = at
    await signInAs(page, at.house.url, 'pro+centre@example.test')
    await page.getByRole('heading', { name: 'EPUB Repair Center', level: 1 }).waitFor()
    await page.locator('main').getByText('Pro', { exact: true }).waitFor()
    const main = page.locator('main')
    expect(await main.getByRole('link', { name: 'Upgrade', exact: true }).getAttribute('href')).toBe('/pricing')
    expect(await main.getByRole('region', { name: 'What you get' }).getByRole('listitem').count()).toBe(3)
    expect(await main.getByRole('link', { name: 'Ebook Converter' }).getAttribute('href')).toBe('/converter')
    expect(await main.getByRole('tab').allTextContents()).toEqual(
      expect.arrayContaining(['Upload Your EPUB', 'Try Demo']) as unknown as string[],
    )
    expect(await main.getByRole('tab', { name: 'Upload Your EPUB' }).getAttribute('aria-selected')).toBe('true')

    const zone = page.getByTestId('drop-zone')
    await zone.getByRole('button', { name: 'Choose EPUB File' }).waitFor()
    await zone.getByText('Drag and drop your EPUB file here, or click to browse your files.').waitFor()
    await zone.getByText('Maximum file size: 50MB, supports EPUB 2.0 and 3.0').waitFor()
    expect(await zone.locator('input[type=file]').getAttribute('accept')).toBe('.epub')
    expect(await zone.locator('input[type=file]').getAttribute('multiple')).toBeNull()
    const start = page.getByRole('button', { name: 'Start Guaranteed Repair' })
    expect(await start.isDisabled()).toBe(true)

    /** A file of a size, as it is dropped; nothing of it is ever read. */
    const drop = async (name: string, size: number, type: string) => {
      const dataTransfer = await page.evaluateHandle(
        ([name, size, type]) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([new Uint8Array(size)], name, { type }))
          return transfer
        },
        [name, size, type] as const,
      )
      await zone.dispatchEvent('drop', { dataTransfer })
    }
    const limit = 50 * 1024 * 1024
    await drop('Notes.txt', limit, 'application/epub+zip')
    await page.getByText('File must have .epub extension. File size must be less than 50MB', { exact: true }).waitFor()
    await drop('Notes.txt', 200, '')
    await page.getByText('File must have .epub extension', { exact: true }).waitFor()
    await drop('Large.epub', limit, '')
    await page.getByText('File size must be less than 50MB', { exact: true }).waitFor()
    const small = 'File appears small, may not be a complete EPUB'
    const odd = 'File type may not be correct EPUB format'
    for (const [name, size, type, formatted, warnings] of [
      ['JUST.EPUB', limit - 1, 'application/octet-stream', '50 MB', []],
      ['Odd.epub', 1536, 'text/plain', '1.5 KB', [odd]],
      ['Tiny.epub', 99, '', '99 Bytes', [small]],
      ['Both.epub', 1, 'image/png', '1 Bytes', [small, odd]],
      ['Fine.epub', 100, 'application/epub+zip', '100 Bytes', []],
    ] as const) {
      await drop(name, size, type)
      await page.getByText('Ready to process', { exact: true }).waitFor()
      const chosen = await page.getByRole('tabpanel').innerText()
      for (const part of [name, formatted, 'EPUB Format']) expect(chosen).toContain(part)
      for (const warning of [small, odd])
        expect(chosen.includes(warning), `${name}: ${warning}`).toBe(warnings.includes(warning as never))
      expect(await start.isEnabled()).toBe(true)
      await page.getByRole('button', { name: `Remove ${name}` }).click()
      await zone.waitFor()
    }
    expect(await start.isDisabled()).toBe(true)
  })

  test('K47, K48, K50, K194, K195, K199 to K202, K225 to K228, C159: scores, platforms, suggestions and notices by what was measured', async () => {
    const { page } = at
    const json = async (route: Route) => (await route.fetch()).json()
    await signInAs(page, at.house.url, 'pro+measured@example.test')
    await repair('Measured.epub')
    const notice = (title: string) =>
      page.locator('ol > li[data-state=open]').filter({ has: page.getByText(title, { exact: true }) })
    const done = notice('Processing Complete!')
    expect(await done.innerText()).toMatch(/Successfully repaired your EPUB with \d+% quality score/)
    expect(await done.getAttribute('data-tone')).toBe('done')
    await closeNotice()
    await page.getByRole('button', { name: 'Upload Another' }).waitFor()
    const [{ id: jobId }] = (await (await page.request.get(`${at.house.url}/api/user/history`)).json()) as [{ id: string }]

    // what a download that fails says, from the result and from the list
    await page.route(`**/api/epub/${jobId}/download`, (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Download Fixed EPUB' }).click()
    await notice('Download Failed').getByText('Unable to download the file. Please try again.', { exact: true }).waitFor()
    expect(await notice('Download Failed').getAttribute('data-tone')).toBe('wrong')
    await page.getByRole('button', { name: 'Download Measured.epub' }).click()
    await notice('Download Failed').getByText('Unable to download the file.', { exact: true }).waitFor()
    await page.route(`**/api/epub/${jobId}/download`, (route) => route.fulfill({ status: 402, body: '' }))
    await page.getByRole('button', { name: 'Download Fixed EPUB' }).click()
    await notice('Upgrade Required').getByText('Please upgrade to download fixed EPUB files.', { exact: true }).waitFor()
    await notice('Upgrade Required').getByRole('button', { name: 'See the plans' }).click()
    await page.waitForURL(/\/pricing$/)

    /** The page as it is when the service says something else; the clock of the page stands at an hour of its day. */
    const given = async ({ score = 85, ready = 6, plan = 'pro', repairs = 1, hour = 12 }) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.route(`**/api/epub/${jobId}`, async (route) => {
        const record = await json(route)
        const compatibility = Object.fromEntries(Object.keys(record.compatibility).map((name, index) => [name, index < ready]))
        const platforms = Object.fromEntries(
          Object.entries(record.report.platforms as Record<string, object>).map(([name, row]) => [
            name,
            { ...row, compatible: compatibility[name] },
          ]),
        )
        await route.fulfill({
          json: {
            ...record,
            compatibility,
            scores: { ...record.scores, overallScore: score },
            report: {
              ...record.report,
              platforms,
              scores: { ...record.report.scores, after: { ...record.scores, overallScore: score } },
            },
          },
        })
      })
      await page.route('**/api/user/plan', async (route) =>
        route.fulfill({ json: { ...(await json(route)), currentPlan: plan } }),
      )
      await page.route('**/api/user/history', async (route) => {
        const [first] = await json(route)
        const more = Array.from({ length: repairs - 1 }, (_, index) => ({
          ...first,
          id: `00000000-0000-4000-8000-00000000000${index}`,
          fileName: `Earlier ${index}.epub`,
          issuesFixed: index + 2,
        }))
        await route.fulfill({ json: [first, ...more] })
      })
      await page.clock.setFixedTime(new Date(2026, 4, 5, hour))
      await page.goto(at.house.url)
      await page.getByRole('button', { name: 'Measured.epub', exact: true }).click()
      await page.getByRole('heading', { name: 'Quality score' }).waitFor()
    }
    const result = () => page.getByRole('tabpanel').innerText()
    const suggested = () => page.locator('section[aria-labelledby=suggestions] > ul > li').allInnerTexts()

    for (const [score, said, isPremium] of [
      [90, 'A+ · Excellent', true],
      [89, 'A · Good', false],
      [79, 'B · Good', false],
      [69, 'C · Acceptable', false],
      [59, 'D · Acceptable', false],
      [49, 'F · Poor', false],
    ] as const) {
      await given({ score })
      await expect.poll(result).toContain(said)
      expect((await result()).includes('Premium Quality Achieved')).toBe(isPremium)
    }
    await given({ ready: 6 })
    await expect.poll(result).toContain('Universal Compatibility')
    for (const name of ['Kindle', 'Apple Books', 'Kobo', 'Google Play', 'Adobe Digital Editions', 'Calibre'])
      expect(await result()).toContain(name)
    await given({ ready: 2, plan: 'free' })
    await expect.poll(result).toContain('Ready for 2 of 6')
    const upgrade = page.getByRole('region', { name: 'Device compatibility' }).getByRole('link', { name: 'Upgrade to Pro' })
    await upgrade.waitFor()
    await given({ ready: 3, plan: 'free' })
    expect(await upgrade.count()).toBe(0)

    await given({ plan: 'free', score: 70, repairs: 6, hour: 23 })
    const recent = page.getByRole('region', { name: 'Recent Repairs' }).getByRole('listitem')
    await expect.poll(() => recent.count()).toBe(5)
    expect(await recent.nth(1).innerText()).toMatch(/Earlier 0\.epub[\s\S]*2 issues fixed · \S/)
    await recent.nth(1).getByRole('button', { name: 'Download Earlier 0.epub' }).waitFor()
    await expect.poll(async () => (await suggested()).length).toBe(3)
    expect((await suggested()).map((text) => text.split('\n')[0])).toEqual([
      'Repair what the scan finds',
      'This book can score higher',
      'Working with manuscripts too?',
    ])
    await given({ plan: 'pro', score: 95, repairs: 3, hour: 5 })
    await expect
      .poll(async () => (await suggested()).map((text) => text.split('\n')[0]))
      .toEqual(['More books, every feature', 'Excellent quality', 'Working late?'])

    // an upload that is refused without a word, and one that nobody answers
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Upload Another' }).click()
    const send = async () => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'Lost.epub', mimeType: '', buffer: Buffer.from(await broken()) })
      await page.getByRole('button', { name: 'Start Guaranteed Repair' }).click()
    }
    await page.clock.resume()
    await page.route('**/api/epub/process-guaranteed', (route) => route.fulfill({ status: 400, body: '' }))
    await send()
    await notice('Processing Error').getByText('Processing failed', { exact: true }).waitFor()
    await closeNotice()
    await page.route('**/api/epub/process-guaranteed', (route) => route.abort('connectionfailed'))
    await page.getByRole('button', { name: 'Start Guaranteed Repair' }).click()
    await notice('Processing Error').getByText('Failed to process EPUB', { exact: true }).waitFor({ timeout: 60_000 })
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
