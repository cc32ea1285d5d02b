import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import JSZip from 'jszip'
import type { Download } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conversionFailures } from '../contract/conversion.ts'
import { createJudge } from '../epub/node/judge.ts'
import { htmlManuscript, textManuscript, wordManuscript } from '../epub/testing/manuscripts.ts'
import { findChromium, inspectScreen, signInAs } from './support/browser.ts'
import { screens } from './support/screens.ts'

/* Names of tests name the line of converter-and-content.md (C) that they hold the screen to. */

const chromium = findChromium()
if (!chromium) console.warn('No Chromium on this machine (CHROMIUM_PATH): the converter is not looked at.')

const folder = mkdtempSync(join(tmpdir(), 'bookmender-converter-'))
const types = '.docx, .txt, .html, .htm, .zip, .epub'
const emails = {
  free: 'free+converter@example.test',
  pro: 'pro+converter@example.test',
  publisher: 'publisher+converter@example.test',
}

describe.runIf(chromium)('the converter on the real house', () => {
  const at = screens()
  const judge = createJudge({ timeout: 180_000 })
  let word: Buffer

  beforeAll(async () => {
    word = Buffer.from(await wordManuscript())
  })
  afterAll(async () => {
    await judge?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const file = (
    name: string,
    buffer: Buffer = name.endsWith('.docx') ? word : Buffer.from(name.endsWith('.txt') ? textManuscript : htmlManuscript),
  ) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer,
  })
  const open = async (email: string) => {
    await signInAs(at.page, at.house.url, email)
    await at.page.goto(`${at.house.url}/converter`)
    await at.page.getByRole('heading', { name: 'Ebook Converter', level: 1 }).waitFor()
  }
  const input = (label: 'Document' | 'Documents') => at.page.getByLabel(label, { exact: true })
  const notice = (title: string) => at.page.getByText(title, { exact: true }).first()
  const button = (name: string | RegExp) => at.page.getByRole('button', { name, exact: typeof name === 'string' })
  const saved = async (download: Download) => {
    const path = join(folder, download.suggestedFilename())
    await download.saveAs(path)
    return path
  }
  /** Of the official checker: nothing that it could complain of. */
  const complaints = async (path: string) =>
    (await judge?.check(path))?.messages.filter(({ severity }) => severity !== 'USAGE' && severity !== 'INFO') ?? []
  /** States that differ little from what every run looks at, here and on the walk through all routes. */
  const looked = async (name: string) => {
    if (process.env.BOOKMENDER_FULL || process.env.BOOKMENDER_PICTURES) expect(await inspectScreen(at.page, name)).toEqual([])
  }
  const panel = (name: string) => at.page.getByRole('region', { name, exact: true })

  test('C44, C46, C51, C53, C129: visitors and the free plan see a premium feature, its way to the prices, and the formats', async () => {
    const { page } = at
    await page.goto(`${at.house.url}/converter`)
    const isClosed = async () => {
      await page.getByRole('heading', { name: 'Premium Feature', exact: true }).waitFor()
      expect(await page.getByRole('link', { name: 'Upgrade', exact: true }).getAttribute('href')).toBe('/pricing')
      expect(await panel('Premium Feature').textContent()).toContain('PDF, RTF and MOBI are coming soon.')
      expect(await page.getByRole('tab').count()).toBe(0)
      const formats = panel('Supported Formats')
      await formats.getByText('Word document (DOCX)').waitFor()
      const rows = (await formats.getByRole('listitem').allInnerTexts()).map((row) => row.replace(/\s+/g, ' ').trim())
      expect(rows).toEqual([
        'Word document (DOCX)',
        'Plain text (TXT)',
        'Web page (HTML)',
        'Web page (HTM)',
        'Web page with its pictures (ZIP)',
        'E-book (EPUB)',
        'EPUB 3',
        'EPUB 2 Premium',
        'KEPUB Premium',
        'HTML',
        'TXT',
        'Markdown',
        'DOCX Premium',
      ])
    }
    await isClosed()
    await open(emails.free)
    await isClosed()
    await looked('converter-free')
  })

  test('C47, C48, C50, C106, C108, C117 to C123: one document, its options, and a book that EPUBCheck has nothing to say of', async () => {
    const { page } = at
    await open(emails.pro)
    await page.getByRole('tab', { name: 'Single File' }).waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Single File', 'Batch Conversion'])
    // nothing was converted yet, so nothing is listed
    expect(await panel('Recent Conversions').count()).toBe(0)
    expect(await input('Document').getAttribute('accept')).toBe(types.replaceAll(' ', ''))
    expect(await input('Document').getAttribute('multiple')).toBeNull()

    // C122: the defaults
    for (const name of ['Preserve formatting', 'Include metadata', 'Generate table of contents', 'Embed fonts'])
      expect(await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).isChecked()).toBe(true)
    const quality = page.getByRole('slider', { name: 'Image quality' })
    expect([await quality.getAttribute('min'), await quality.getAttribute('max'), await quality.inputValue()]).toEqual([
      '30',
      '100',
      '85',
    ])
    expect(await page.getByLabel('Chapter detection').inputValue()).toBe('auto')
    expect(
      await page
        .getByLabel('Output Format')
        .locator('option')
        .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value)),
    ).toEqual(['epub', 'epub2', 'kepub', 'html', 'txt', 'md', 'docx'])

    // C120, C123: what may not be sent is told, and the button waits
    expect(await button('Convert to EPUB').isDisabled()).toBe(true)
    await input('Document').setInputFiles(file('Plan.pdf', Buffer.from('%PDF')))
    await page.getByRole('alert').getByText(`File type must be one of ${types}`, { exact: true }).waitFor()
    await input('Document').setInputFiles(file('Nothing.txt', Buffer.alloc(0)))
    await page.getByText('File is smaller than 1 bytes', { exact: true }).waitFor()
    expect(await button('Convert to EPUB').isDisabled()).toBe(true)

    // C108: dragged over it is highlighted; dropped it is shown with its size
    const transfer = await page.evaluateHandle(
      ([name, content]) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(content)], name))
        return data
      },
      ['My Novel.docx', [...word]] as const,
    )
    const zone = page.getByTestId('manuscript-zone').first()
    await zone.dispatchEvent('dragenter', { dataTransfer: transfer })
    expect(await zone.getAttribute('data-dragging')).toBe('true')
    await zone.dispatchEvent('drop', { dataTransfer: transfer })
    await page.getByText('My Novel.docx', { exact: true }).waitFor()
    await page.getByText('0.01 MB', { exact: true }).waitFor()
    await button('Remove My Novel.docx').click()
    await zone.waitFor()
    await input('Document').setInputFiles(file('My Novel.docx'))
    await looked('converter-chosen')

    // C106, while it is running: held on its way to the service, so that it is seen on any machine
    let go = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    let form = ''
    await page.route('**/api/converter/convert', async (route) => {
      form = route.request().postDataBuffer()?.toString('latin1') ?? ''
      await held
      await route.continue()
    })
    await page.getByRole('checkbox', { name: /^Generate table of contents/ }).uncheck()
    await page.getByLabel('Chapter detection').selectOption('h1')
    await quality.fill('40')
    await button('Convert to EPUB').click()
    const running = button('Converting...')
    await running.waitFor()
    expect(await running.isDisabled()).toBe(true)
    await page.getByRole('progressbar', { name: 'Progress of My Novel.docx' }).waitFor()
    await looked('converter-running')
    const downloading = page.waitForEvent('download', { timeout: 120_000 })
    go()
    await notice('Conversion Successful').waitFor({ timeout: 120_000 })
    await page.getByText('File converted to EPUB', { exact: true }).first().waitFor()
    const book = await saved(await downloading)
    await page.unroute('**/api/converter/convert')
    expect(book).toMatch(/My Novel\.epub$/)
    expect(form).toMatch(/name="outputFormat"\r\n\r\nepub\r\n/)
    expect(JSON.parse(/name="options"\r\n\r\n(.*?)\r\n/.exec(form)![1]!)).toEqual({
      preserveFormatting: true,
      includeMetadata: true,
      generateTOC: false,
      chapterDetection: 'h1',
      imageQuality: 40,
      embedFonts: true,
    })
    expect(await complaints(book)).toEqual([])
    if (judge) await page.getByText(/Valid\. EPUBCheck .* finds no error and no warning in it\./).waitFor()

    // C52, C106: the list is fresh
    const recent = panel('Recent Conversions')
    await recent.getByText('My Novel.docx').waitFor({ timeout: 30_000 })
    await expect.poll(() => recent.getByRole('listitem').textContent()).toMatch(/My Novel\.docx\s*Converted · /)

    // C154: the server's own sentence
    await button('Remove My Novel.docx').click()
    await input('Document').setInputFiles(file('Broken.docx', word.subarray(1)))
    await page.getByLabel('Output Format').selectOption('md')
    await button('Convert to MD').click()
    await notice('Conversion Failed').waitFor({ timeout: 120_000 })
    await page.getByText(conversionFailures['not-a-zip']).first().waitFor()
    await recent.getByText('Broken.docx').waitFor({ timeout: 30_000 })
    await expect.poll(() => recent.getByRole('listitem').first().textContent()).toContain('Failed')
    await looked('converter-recent')

    // deleted now
    await recent.getByRole('button', { name: 'Delete My Novel.docx now' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete now' }).click()
    await notice('Conversion deleted').waitFor()
    await recent.getByText('My Novel.docx').waitFor({ state: 'detached', timeout: 30_000 })
  })

  test('C155: more than the plan allows is refused by the service, which leads to the prices 2 s later', async () => {
    const { page } = at
    await open(emails.pro)
    await page.getByRole('tab', { name: 'Batch Conversion' }).click()
    await input('Documents').setInputFiles([file('One.txt'), file('Two.txt')])
    await button('Convert All to EPUB').click()
    await notice('Batch Conversion Failed').waitFor()
    await page
      .getByText('The Pro subscription converts one file at a time. Publisher converts up to 20 at once.')
      .first()
      .waitFor()
    await page.waitForURL('**/pricing')
  })

  test('C49, C107, C156: a batch keeps going when a file fails, says which and why, and comes as one archive; the keyboard does it all', async () => {
    const { page } = at
    await open(emails.publisher)
    await page.getByRole('tab', { name: 'Single File' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('Up to 20 files at once', { exact: true }).waitFor()
    expect(await button('Convert All to EPUB').isDisabled()).toBe(true)
    const chooser = page.waitForEvent('filechooser')
    await button('Choose Files').focus()
    await page.keyboard.press('Enter')
    expect((await chooser).isMultiple()).toBe(true)

    await input('Documents').setInputFiles(Array.from({ length: 21 }, (_, index) => file(`Volume ${index}.txt`)))
    await page.getByRole('alert').getByText('Too many files', { exact: true }).waitFor()
    await input('Documents').setInputFiles([file('A.docx'), file('Plan.pdf', Buffer.from('%PDF'))])
    await page.getByText(`Plan.pdf: File type must be one of ${types}`).waitFor()
    await page.getByText('1 file selected', { exact: true }).waitFor()
    await button('Clear All').click()
    expect(await button('Convert All to EPUB').isDisabled()).toBe(true)

    const names = ['A.docx', 'B.txt', 'Broken.docx', 'D.html', 'E.docx']
    await input('Documents').setInputFiles(names.map((name) => file(name, name === 'Broken.docx' ? word.subarray(1) : undefined)))
    await page.getByText('5 files selected', { exact: true }).waitFor()
    for (const name of names) await page.getByText(name, { exact: true }).waitFor()
    await looked('converter-batch-chosen')

    const asked: number[] = []
    page.on('request', (request) => request.url().endsWith('/status') && asked.push(Date.now()))
    const downloading = page.waitForEvent('download', { timeout: 180_000 })
    await button('Convert All to EPUB').focus()
    await page.keyboard.press('Enter')
    await notice('Batch Conversion Started').waitFor({ timeout: 60_000 })
    await notice('Batch Conversion Complete').waitFor({ timeout: 180_000 })
    await page.getByText('Successfully converted 4 files', { exact: true }).first().waitFor()
    const zip = await JSZip.loadAsync(readFileSync(await saved(await downloading)))
    expect(Object.keys(zip.files).sort()).toEqual(['A.epub', 'B.epub', 'D.epub', 'E.epub', 'summary.csv', 'summary.html'])
    expect(await zip.file('summary.csv')!.async('string')).toContain(conversionFailures['not-a-zip'])
    const run = panel('5 files to EPUB')
    await run.getByText('4 of 5 converted, 1 failed').waitFor()
    expect(await run.getByRole('listitem').filter({ hasText: 'Broken.docx' }).textContent()).toContain(
      conversionFailures['not-a-zip'],
    )
    expect(await inspectScreen(page, 'converter-batch-done')).toEqual([])
    expect(asked.length).toBeGreaterThan(0)

    // each file by itself, and what EPUBCheck says of it
    const single = page.waitForEvent('download')
    await button('Download what became of B.txt').first().click()
    expect(await complaints(await saved(await single))).toEqual([])
    // C52, C165: the five latest
    await expect.poll(() => panel('Recent Conversions').getByRole('listitem').count(), { timeout: 30_000 }).toBe(5)

    await button('Convert more files').click()
    await input('Documents').setInputFiles([file('Broken.docx', word.subarray(1)), file('Torn.docx', word.subarray(2))])
    await button('Convert All to EPUB').click()
    await notice('Batch Conversion Failed').waitFor({ timeout: 180_000 })
    await page.getByText('2 files failed to convert', { exact: true }).first().waitFor()
    expect(await button('Download all').count()).toBe(0)
  })

  test('a batch is there again after a reload, and can be cancelled', async () => {
    const { page } = at
    await open(emails.publisher)
    await page.getByRole('tab', { name: 'Batch Conversion' }).click()
    const long = Buffer.from(`CHAPTER ONE\n\n${`${textManuscript}\n\n`.repeat(400)}`)
    await input('Documents').setInputFiles(Array.from({ length: 12 }, (_, index) => file(`Long ${index}.txt`, long)))
    await button('Convert All to EPUB').click()
    await notice('Batch Conversion Started').waitFor({ timeout: 60_000 })
    await panel('12 files to EPUB').waitFor()
    await page.reload()
    const run = panel('12 files to EPUB')
    await run.waitFor({ timeout: 30_000 })
    await run.getByRole('button', { name: 'Cancel' }).click()
    await notice('Conversion Cancelled').waitFor({ timeout: 60_000 })
    await run.getByText('Cancelled', { exact: true }).first().waitFor()
  })
})
