import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createJudge } from '../epub/node/judge.ts'
import { checkFile } from '../epub/node/tasks.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { findChromium, inspectScreen, signInAs } from './support/browser.ts'
import { screens, stopClock } from './support/screens.ts'
import { supportDesk } from './support/support-desk.ts'

const chromium = findChromium()
if (!chromium) console.warn('No Chromium on this machine (CHROMIUM_PATH): the screens are not looked at.')

const folder = mkdtempSync(join(tmpdir(), 'bookmender-screens-'))
/** While this file exists, a repair stands still in its third stage. */
const hold = join(folder, 'hold')

const sound = () => bytesOf(book())
const broken = () =>
  bytesOf(
    book({
      'toc.ncx': (text) => text.replace(/urn:uuid:[\w-]+/, 'calibre:42'),
      'chapter.xhtml': (text) =>
        text
          .replace('<p>It', '<p align="center">It')
          .replace('<h1 id="one">', '<h1 id="one"><a href="Chapter.xhtml#two">')
          .replace('</h1>', '</a></h1>')
          .replace('picture.png" alt', 'Picture.png" alt'),
      'package.opf': (text) => text.replace(/\s*<item id="style"[^>]*>/, ''),
    }),
  )

describe.runIf(chromium)('the screens on the real house', () => {
  // the first engine fails in every repair, so that the change of engine is seen; nothing else differs
  const at = screens({ faults: `engine.primary=throw;stage.repair=hold:${hold}` })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  afterEach(() => rmSync(hold, { force: true }))

  const choose = async (name: string, bytes: Uint8Array) =>
    at.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/epub+zip', buffer: Buffer.from(bytes) })
  /** Files as the browser holds them while they are dragged. */
  const drag = (names: readonly string[], bytes: Uint8Array) =>
    at.page.evaluateHandle(
      ([all, content]) => {
        const transfer = new DataTransfer()
        for (const name of all) transfer.items.add(new File([new Uint8Array(content)], name, { type: 'application/epub+zip' }))
        return transfer
      },
      [names, [...bytes]] as const,
    )
  const start = () => at.page.getByRole('button', { name: 'Start Guaranteed Repair' }).click()
  const closeNotice = async () => {
    const close = at.page.getByRole('button', { name: 'Close notice' })
    await close.click()
    await close.waitFor({ state: 'detached' })
  }
  const verdict = () => at.page.locator('#verdict').textContent()
  const finished = () => at.page.getByRole('button', { name: 'Upload Another' }).waitFor({ timeout: 120_000 })

  test('K39, K42: a visitor meets the landing page and the sign-in dialog', async () => {
    await at.page.goto(at.house.url)
    await at.page.getByRole('button', { name: 'Get Started Free' }).first().waitFor()
    await at.page.getByText('Local mode.').waitFor()
    expect(await inspectScreen(at.page, 'landing')).toEqual([])

    await at.page.getByRole('button', { name: 'Get Started Free' }).first().click()
    const dialog = at.page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Sign in with Local Accounts' }).waitFor()
    expect(await dialog.textContent()).toMatch(/Terms of Service.*Privacy Policy/s)
    expect(await inspectScreen(at.page, 'sign-in')).toEqual([])
    await at.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('a sign-in that was called off is said, and the address is clean again', async () => {
    await at.page.goto(at.house.url)
    await at.page.getByRole('button', { name: 'Get Started Free' }).first().click()
    await at.page.getByRole('link', { name: /^Sign in with / }).click()
    await at.page.getByRole('link', { name: 'Cancel and go back' }).click()
    await at.page.getByText('Sign-in Cancelled', { exact: true }).waitFor()
    await at.page.waitForURL(`${at.house.url}/`)
    await at.page.keyboard.press('F8')
    expect(await at.page.evaluate(() => document.activeElement?.textContent)).toContain('Sign-in Cancelled')
    // while somebody reads it, it stays
    await (await stopClock(at.page)).tick(6000)
    expect(await at.page.getByText('Sign-in Cancelled', { exact: true }).isVisible()).toBe(true)
    await at.page.clock.resume()
    await at.page.keyboard.press('Escape')
    await at.page.getByText('Sign-in Cancelled', { exact: true }).waitFor({ state: 'detached' })
  })

  test('pages that nobody wrote answer 404, those that stand 200, in any case and with a slash', async () => {
    const nowhere = await at.page.goto(`${at.house.url}/nowhere`)
    expect(nowhere?.status()).toBe(404)
    await at.page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    await at.page.getByText('Did you forget to add the page to the router?').waitFor()
    expect(await inspectScreen(at.page, 'not-found')).toEqual([])

    expect((await at.page.goto(`${at.house.url}/PRICING/`))?.status()).toBe(200)
    await at.page.getByText('$209.90').waitFor()
    expect(await inspectScreen(at.page, 'pricing')).toEqual([])
  })

  test('K46, K47, K49, C85: a broken book, from the drop zone to the repaired file', async () => {
    const kinds = new Set<string>()
    at.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => void kinds.add(JSON.parse(String(payload)).type)),
    )
    await signInAs(at.page, at.house.url, 'pro+screens@example.test')
    await at.page.getByText('None yet. Your books will be listed here.').waitFor()
    await at.page.getByText('Maximum file size: 50MB, supports EPUB 2.0 and 3.0').waitFor()
    expect(await inspectScreen(at.page, 'repair-empty')).toEqual([])

    await choose('Notes.txt', new Uint8Array(200))
    await at.page.getByText('File must have .epub extension').waitFor()
    const dragged = await drag(['A Small Book.epub', 'Another.epub'], await broken())
    const zone = at.page.getByTestId('drop-zone')
    await zone.dispatchEvent('dragenter', { dataTransfer: dragged })
    expect(await zone.getAttribute('data-dragging')).toBe('true')
    expect(await inspectScreen(at.page, 'repair-dragging')).toEqual([])
    await zone.dispatchEvent('drop', { dataTransfer: dragged })
    await at.page.getByText('Ready to process').waitFor()
    await at.page.getByRole('button', { name: 'Remove A Small Book.epub' }).waitFor()
    expect(await inspectScreen(at.page, 'repair-selected')).toEqual([])

    writeFileSync(hold, '')
    await start()
    await at.page.getByRole('heading', { name: /^Repairing/ }).waitFor({ timeout: 60_000 })
    expect(await at.page.title()).toMatch(/^\d+ % · Repairing · A Small Book\.epub$/)
    expect(await at.page.getByText(/\d+ found/).textContent()).not.toContain(' 0 found')
    expect(await inspectScreen(at.page, 'repair-running')).toEqual([])

    await at.page.reload()
    await at.page.getByRole('heading', { name: /^Repairing/ }).waitFor()
    rmSync(hold)
    await finished()
    expect(await verdict()).toMatch(/^Valid\. \d+ problems found, \d+ fixed, not a word lost\.$/)
    await at.page.getByText('Processing Complete!', { exact: true }).waitFor()
    expect([...kinds].sort()).toEqual(['complete', 'engine-switch', 'issues-update', 'progress', 'quality-update'])
    expect(await at.page.title()).toBe('Done · A Small Book.epub')
    await closeNotice()
    expect(await inspectScreen(at.page, 'repair-done')).toEqual([])

    const downloading = at.page.waitForEvent('download')
    await at.page.getByRole('button', { name: 'Download Fixed EPUB' }).click()
    const file = join(folder, 'fixed.epub')
    await (await downloading).saveAs(file)
    const judge = createJudge()
    const checked = await checkFile(file, { judge: judge?.check })
    await judge?.close()
    expect(checked.verdict.messages.filter(({ severity }) => severity === 'ERROR' || severity === 'FATAL')).toEqual([])
    expect(checked.verdict.valid).toBe(true)

    await at.page.getByRole('button', { name: 'Upload Another' }).click()
    await at.page.getByRole('button', { name: 'Choose EPUB File' }).waitFor()
    await at.page.getByRole('button', { name: 'Download A Small Book.epub' }).waitFor()
  })

  test('a repair can be cancelled', async () => {
    await signInAs(at.page, at.house.url, 'pro+cancel@example.test')
    await choose('Cancelled.epub', await broken())
    writeFileSync(hold, '')
    await start()
    await at.page.getByRole('heading', { name: /^Repairing/ }).waitFor({ timeout: 60_000 })
    await at.page.getByRole('button', { name: 'Cancel' }).click()
    await finished()
    expect(await verdict()).toBe('You cancelled this repair.')
  })

  test('a sound book comes back byte for byte', async () => {
    await signInAs(at.page, at.house.url, 'pro+sound@example.test')
    const bytes = await sound()
    await choose('Sound.epub', bytes)
    await start()
    await finished()
    expect(await verdict()).toBe('Nothing to fix: your file is returned byte for byte')
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex')
    await at.page.getByText(hash).waitFor()
    await closeNotice()
    expect(await inspectScreen(at.page, 'repair-sound')).toEqual([])

    const downloading = at.page.waitForEvent('download')
    await at.page.getByRole('button', { name: 'Download EPUB' }).click()
    const file = join(folder, 'sound.epub')
    await (await downloading).saveAs(file)
    expect(Buffer.compare(readFileSync(file), Buffer.from(bytes))).toBe(0)
  })

  test('a file that is no book fails with its sentence and a reference', async () => {
    await signInAs(at.page, at.house.url, 'pro+failed@example.test')
    await choose('Letter.epub', Buffer.from('Dear editor, this is not a book. '.repeat(40)))
    await start()
    await finished()
    expect(await verdict()).toMatch(/^We could not read this file/)
    await at.page.getByText('Processing Error', { exact: true }).waitFor()
    await closeNotice()
    await at.page
      .getByRole('tabpanel')
      .getByText(/^Reference/)
      .waitFor()
    expect(await inspectScreen(at.page, 'repair-failed')).toEqual([])
  })

  test('K128, K201, K230: the free plan is checked, and sent to the prices for the download', async () => {
    await signInAs(at.page, at.house.url, 'someone-new@example.test')
    await at.page.getByText('Maximum file size: 5MB').waitFor()
    await choose('Free.epub', await broken())
    await start()
    await finished()
    expect(await verdict()).toMatch(/^Checked\. \d+ problems found\.$/)
    const clock = await stopClock(at.page)
    await at.page.getByRole('button', { name: 'Download Fixed EPUB' }).click()
    await clock.until(() => at.page.getByText('Upgrade Required', { exact: true }).isVisible())
    await at.page.getByRole('button', { name: 'See the plans' }).waitFor()
    const waited = await clock.until(async () => at.page.url().endsWith('/pricing'))
    expect(waited).toBeGreaterThan(1800)
    expect(waited).toBeLessThan(2300)
  })

  test('everything can be done by keyboard, from the upload to the download', async () => {
    await signInAs(at.page, at.house.url, 'pro+keys@example.test')
    await at.page.reload()
    await at.page.getByRole('heading', { name: 'EPUB Repair Center' }).waitFor()
    await at.page.keyboard.press('Tab')
    expect(await at.page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await at.page.keyboard.press('Enter')

    const reached = new Set<string>()
    for (let presses = 0; presses < 40; presses++) {
      await at.page.keyboard.press('Tab')
      reached.add(await at.page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
    }
    for (const name of ['Upload Your EPUB', 'Choose EPUB File', 'Upgrade', 'Ebook Converter'])
      expect([...reached]).toContain(name)

    await at.page.getByRole('tab', { name: 'Upload Your EPUB' }).focus()
    await at.page.keyboard.press('End')
    await at.page.getByRole('heading', { name: 'Try Before You Buy' }).waitFor()
    const chooser = at.page.waitForEvent('filechooser')
    await at.page.keyboard.press('Home')
    await at.page.getByRole('button', { name: 'Choose EPUB File' }).focus()
    await at.page.keyboard.press('Enter')
    await (await chooser).setFiles({ name: 'Keys.epub', mimeType: 'application/epub+zip', buffer: Buffer.from(await broken()) })

    // from here to the download: only what Tab reaches, pressed by Enter
    const press = async (name: string) => {
      const focused = () => at.page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
      for (let presses = 0; presses < 60 && (await focused()) !== name; presses++) await at.page.keyboard.press('Tab')
      expect(await focused()).toBe(name)
      await at.page.keyboard.press('Enter')
    }
    await at.page.getByText('Ready to process').waitFor()
    await press('Start Guaranteed Repair')
    await finished()
    const downloading = at.page.waitForEvent('download')
    await press('Download Fixed EPUB')
    expect((await downloading).suggestedFilename()).toBe('Keys-fixed.epub')
    await press('Upload Another')
    await at.page.getByRole('button', { name: 'Choose EPUB File' }).waitFor()
  })

  supportDesk(at)
})
