import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { HistoryItem } from '../contract/calls/user.ts'
import { createJudge } from '../epub/node/judge.ts'
import { checkFile } from '../epub/node/tasks.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { findChromium, launchChromium, signInAs } from './support/browser.ts'

const corpus = join(import.meta.dirname, '..', '..', 'shared', 'corpus', 'damage')
const damaged = ['cal-nl--x_nbsp--0', 'cal-zh--n_ncx_uid--0', 'cal-zh--o_manifest_missing_items--0']
if (!existsSync(corpus)) console.warn('The corpus is not beside the checkout: only a book of the project’s own goes this way.')

const chromium = findChromium()
const folder = mkdtempSync(join(tmpdir(), 'bookmender-journey-'))

describe.runIf(chromium)('real books, from the drop zone to the checker', () => {
  const house = inject('sharedHouse')!
  let browser: Browser
  let page: Page
  const judge = createJudge()

  beforeAll(async () => {
    browser = await launchChromium(chromium!)
    page = await browser.newPage({ acceptDownloads: true })
    await signInAs(page, house.url, 'pro@example.test')
  })
  afterAll(async () => {
    await browser?.close()
    await judge?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function repaired(name: string, bytes: Uint8Array) {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: `${name}.epub`, mimeType: 'application/epub+zip', buffer: Buffer.from(bytes) })
    await page.getByRole('button', { name: 'Start Guaranteed Repair' }).click()
    await page.getByRole('button', { name: 'Upload Another' }).waitFor({ timeout: 180_000 })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Fixed EPUB' }).click()
    const file = join(folder, `${name}.epub`)
    await (await downloading).saveAs(file)
    await page.getByRole('button', { name: 'Upload Another' }).click()
    return (await checkFile(file, { judge: judge?.check })).verdict
  }

  const books = existsSync(corpus) ? damaged : []
  test.each(books)('%s', async (name) => {
    const verdict = await repaired(name, readFileSync(join(corpus, `${name}.epub`)))
    expect(verdict.messages.filter(({ severity }) => severity === 'ERROR' || severity === 'FATAL')).toEqual([])
  })

  test('the Temporal UI shows the workflow with what operators search by', async () => {
    const verdict = await repaired('Operated', await bytesOf(book({ 'META-INF/container.xml': undefined })))
    expect(verdict.valid).toBe(true)
    const [item] = (await (await page.request.get(`${house.url}/api/user/history`)).json()) as HistoryItem[]
    const workflow = `repair-${item!.id}`

    const temporal = await browser.newPage()
    await temporal.goto(
      `${house.temporalUi}/namespaces/${house.temporalNamespace}/workflows?query=${encodeURIComponent(`JobId="${item!.id}"`)}`,
    )
    await temporal.getByText(workflow).first().waitFor()
    await temporal.goto(`${house.temporalUi}/namespaces/${house.temporalNamespace}/workflows/${workflow}`)
    await temporal.getByText('Search Attributes').first().click()
    const shown = () => temporal.locator('body').textContent()
    await expect.poll(shown, { timeout: 20_000 }).toContain(`"JobId": "${item!.id}"`)
    expect(await shown()).toMatch(
      /"Engine": "primary"[\s\S]*"Mode": "deep-analysis"[\s\S]*"Plan": "pro"[\s\S]*"Verdict": "valid"/,
    )
    await temporal.close()
  })
})
