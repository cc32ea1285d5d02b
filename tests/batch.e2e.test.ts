import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import JSZip from 'jszip'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, bytesOf } from '../epub/testing/book.ts'
import { findChromium, inspectScreen as inspect, signInAs } from './support/browser.ts'
import { screens } from './support/screens.ts'

const chromium = findChromium()
/** Every state is looked at in full; in haste, those in which most is on the screen. */
const isThorough = Boolean(process.env.BOOKMENDER_FULL || process.env.BOOKMENDER_PICTURES)
const inspectScreen = async (page: Page, name: string) =>
  isThorough || name === 'batch-done' || name === 'batch-left' ? inspect(page, name) : []
const folder = mkdtempSync(join(tmpdir(), 'bookmender-batch-'))
const books = join(folder, 'My books')

/** A folder as people have it: books, a book that is none, things that are no books, and another folder in it. */
async function fillFolder() {
  const broken = Buffer.from(await bytesOf(book({ 'toc.ncx': (text) => text.replace(/urn:uuid:[\w-]+/, 'calibre:42') })))
  mkdirSync(join(books, 'Older'), { recursive: true })
  for (const name of [
    'Alpha.epub',
    'Beta.epub',
    'Older/A very long title that goes on and on, as the titles of old books do.epub',
  ])
    writeFileSync(join(books, name), broken)
  writeFileSync(join(books, 'Sound.epub'), await bytesOf(book({})))
  writeFileSync(join(books, 'Broken off.epub'), 'This is no archive. '.repeat(40))
  writeFileSync(join(books, 'notes.txt'), 'nothing')
  const zip = new JSZip()
  zip.file('Zipped/Gamma.epub', broken)
  zip.file('Zipped/Delta.epub', broken)
  zip.file('__MACOSX/Zipped/._Gamma.epub', 'x')
  zip.file('Zipped/cover.jpg', 'x')
  writeFileSync(join(folder, 'More.zip'), await zip.generateAsync({ type: 'nodebuffer' }))
  writeFileSync(join(folder, 'cover.jpg'), 'x')
}

describe.runIf(chromium)('many books at once', () => {
  const at = screens()
  beforeAll(fillFolder)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const tab = (name: string) => at.page.getByRole('tab', { name })
  async function choose(button: string, files: string | string[]) {
    const asking = at.page.waitForEvent('filechooser')
    await at.page.getByRole('button', { name: button }).click()
    await (await asking).setFiles(files)
  }

  test('a folder and a zip: each book live, survives a reload, one archive with a summary; then all of it deleted', async () => {
    await signInAs(at.page, at.house.url, 'publisher+batch@example.test')
    await tab('Batch').click()
    await at.page.getByTestId('batch-zone').waitFor()
    await choose('Choose a folder', books)
    await at.page.getByRole('heading', { name: /^5 books chosen/ }).waitFor()
    await choose('Choose EPUB files', [join(folder, 'More.zip'), join(folder, 'cover.jpg')])
    await at.page.getByRole('heading', { name: /^7 books chosen/ }).waitFor()
    await at.page.getByText('1 file was left out').waitFor()
    await at.page.getByRole('button', { name: 'Remove Delta.epub' }).click()
    expect(await inspectScreen(at.page, 'batch-chosen')).toEqual([])

    await at.page.getByRole('button', { name: 'Start Batch Repair of 6 books' }).click()
    await at.page.getByRole('heading', { name: /of 6 books done$/ }).waitFor()
    // two at a time: some arrive before the others are sent
    await at.page
      .getByText('All books have arrived.')
      .or(at.page.getByRole('button', { name: /^Download all/ }))
      .waitFor()
    await at.page.reload()

    await at.page.getByRole('heading', { name: '5 books done, 1 not.' }).waitFor()
    expect(await tab('Batch').getAttribute('data-state')).toBe('active')
    const list = at.page.getByRole('list', { name: 'Books of this batch' })
    expect(await list.getByRole('listitem').count()).toBe(6)
    await list.getByText('Nothing to fix').waitFor()
    await list.getByText(/not a readable EPUB \(ZIP\) archive/).waitFor()
    await at.page.getByText('Batch Complete!', { exact: true }).waitFor({ state: 'detached' })
    expect(await inspectScreen(at.page, 'batch-done')).toEqual([])

    const downloading = at.page.waitForEvent('download')
    await at.page.getByRole('button', { name: /^Download all/ }).click()
    const file = join(folder, 'results.zip')
    await (await downloading).saveAs(file)
    const archive = await JSZip.loadAsync(readFileSync(file), { checkCRC32: true })
    expect(Object.keys(archive.files).sort()).toEqual(
      [
        'A very long title that goes on and on, as the titles of old books do-fixed.epub',
        'Alpha-fixed.epub',
        'Beta-fixed.epub',
        'Gamma-fixed.epub',
        'Sound.epub',
        'summary.csv',
        'summary.html',
      ].sort(),
    )
    const page = join(folder, 'summary.html')
    writeFileSync(page, await archive.file('summary.html')!.async('nodebuffer'))
    const paper = await at.context.newPage()
    await paper.goto(`file://${page}`)
    await paper.getByRole('heading', { name: 'Batch repair: 6 books' }).waitFor()
    expect(await inspectScreen(paper, 'batch-summary')).toEqual([])
    await paper.close()

    // one of them by itself, by keyboard
    await list.getByRole('button', { name: 'Show the result of Alpha.epub' }).focus()
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('button', { name: 'Download Fixed EPUB' }).waitFor()
    await tab('Batch').click()

    await at.page.getByRole('button', { name: 'Delete now', exact: true }).click()
    await at.page.getByRole('alertdialog').getByRole('button', { name: 'Delete now' }).click()
    await list.getByText('Files deleted').first().waitFor()
    expect(await at.page.getByRole('button', { name: /^Download all/ }).count()).toBe(0)
    await at.page.getByRole('button', { name: 'New batch' }).click()
    await at.page.getByRole('heading', { name: 'Recent batches' }).waitFor()
    expect(await at.page.getByText('Done: 5 done, 1 not').count()).toBe(1)
  })

  test('left before all were sent: the others are asked for again; cancelled as a whole', async () => {
    await signInAs(at.page, at.house.url, 'publisher+batch-left@example.test')
    await tab('Batch').click()
    // the second book never gets away
    let sent = 0
    await at.page.route('**/api/epub/process-guaranteed', async (route) => {
      sent += 1
      if (sent === 1) await route.continue()
    })
    await choose('Choose EPUB files', [join(books, 'Alpha.epub'), join(books, 'Beta.epub'), join(books, 'Sound.epub')])
    await at.page.getByRole('button', { name: 'Start Batch Repair of 3 books' }).click()
    await at.page.getByRole('heading', { name: '1 of 3 books done' }).waitFor()
    expect(await inspectScreen(at.page, 'batch-running')).toEqual([])
    at.page.once('dialog', (dialog) => void dialog.accept())
    await at.page.reload()
    // only now: what is held back would be let through
    await at.page.unroute('**/api/epub/process-guaranteed')
    await at.page.getByText('2 books had not been sent when the page was left.').waitFor()
    expect(await inspectScreen(at.page, 'batch-left')).toEqual([])
    await choose('Choose the missing books', [join(books, 'Beta.epub'), join(books, 'Sound.epub')])
    await at.page.getByRole('heading', { name: '3 books done.' }).waitFor()

    await at.page.getByRole('button', { name: 'New batch' }).click()
    await at.page.route('**/api/epub/process-guaranteed', () => {})
    await choose('Choose EPUB files', [join(books, 'Alpha.epub'), join(books, 'Beta.epub')])
    await at.page.getByRole('button', { name: 'Start Batch Repair of 2 books' }).click()
    await at.page.getByRole('button', { name: 'Cancel batch' }).click()
    await at.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel batch' }).click()
    await at.page.getByRole('heading', { name: 'Cancelled.' }).waitFor()
  })

  test('the smaller plans are told what it is and where to get it', async () => {
    await signInAs(at.page, at.house.url, 'pro+batch@example.test')
    await tab('Batch').click()
    await at.page.getByRole('heading', { name: 'Many books at once' }).waitFor()
    await at.page.getByText('belong to the Publisher plan').waitFor()
    expect(await inspectScreen(at.page, 'batch-locked')).toEqual([])
    await at.page.getByRole('link', { name: 'See the Publisher plan' }).click()
    await at.page.waitForURL(/\/pricing$/)
  })
})
