import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createJudge } from '../epub/node/judge.ts'
import { checkFile } from '../epub/node/tasks.ts'
import { findChromium, inspectScreen, signInAs } from './support/browser.ts'
import { screens } from './support/screens.ts'

const chromium = findChromium()
if (!chromium) console.warn('No Chromium on this machine (CHROMIUM_PATH): the demo is not looked at.')

/** Samples as core.md, section 3, Demo sample, announces them. */
const announced = [
  ['Broken structure', '47 issues', '2.3 MB', 'Critical'],
  ['Encoding issues', '156 issues', '1.8 MB', 'Major'],
  ['Calibre export', '89 issues', '3.1 MB', 'Major'],
] as const

describe.runIf(chromium)('the demo on the real house', () => {
  const at = screens()

  /** The samples are made while the house starts; a visitor who is faster is told so. */
  const made = () =>
    expect.poll(async () => (await fetch(`${at.house.url}/api/demo/samples`)).status, { timeout: 60_000 }).toBe(200)

  const demo = () => at.page.locator('#demo')
  const open = async () => {
    await made()
    await at.page.goto(`${at.house.url}/#demo`)
    await demo().getByRole('radio').first().waitFor()
  }

  test('K53, K127: a visitor sees three samples as they were measured, and starts none before one is picked', async () => {
    await open()
    await demo().getByRole('heading', { name: 'Try Before You Buy' }).waitFor()
    const cards = demo()
      .locator('label')
      .filter({ has: at.page.getByRole('radio') })
    expect(await cards.count()).toBe(announced.length)
    for (const [index, facts] of announced.entries())
      for (const fact of facts) expect(await cards.nth(index).textContent()).toContain(fact)
    expect(await demo().getByRole('button', { name: 'Start the repair' }).isDisabled()).toBe(true)
    for (const [name, target] of [
      ['Make an e-book from a manuscript', '/converter'],
      ['Read how a repair works', '/blog/epub-repair-guide'],
      ['AI tools', '#ai-tools'],
      ['Light or dark', '#theme'],
    ] as const) {
      const link = demo().getByRole('link', { name })
      expect(await link.getAttribute('href')).toBe(target)
      if (target.startsWith('#')) expect(await at.page.locator(target).count()).toBe(1)
    }
    expect(await inspectScreen(at.page, 'demo-samples')).toEqual([])
  })

  test('K53, K127, K198, K224: by keyboard alone: pick, watch four stages, compare, download a book that EPUBCheck accepts, try another', async () => {
    await open()
    await demo().getByRole('radio').first().focus()
    await at.page.keyboard.press('Space')
    await at.page.keyboard.press('Tab')
    const begun = Date.now()
    await at.page.keyboard.press('Enter')

    await demo().getByRole('progressbar').waitFor()
    for (const stage of ['Extraction', 'Validation', 'Repair', 'Quality'])
      expect(await demo().getByRole('progressbar').locator('..').textContent()).toContain(stage)
    // nothing can be picked or started while one is at work
    expect(await demo().getByRole('radio').first().isDisabled()).toBe(true)
    expect(await demo().getByRole('button', { name: 'Start the repair' }).isDisabled()).toBe(true)
    const timer = demo().getByRole('timer')
    const first = await timer.textContent()
    await expect.poll(() => timer.textContent().catch(() => 'gone')).not.toBe(first)

    await at.page.getByText('Repair Complete!', { exact: true }).waitFor({ timeout: 60_000 })
    expect(Date.now() - begun).toBeGreaterThanOrEqual(5000)
    await at.page.getByText('Your demo EPUB has been successfully repaired.', { exact: true }).waitFor()
    await demo().getByRole('heading', { name: '47 of 47 issues fixed' }).waitFor()
    await demo().getByRole('heading', { name: 'Quality score' }).waitFor()
    for (const platform of ['Kindle', 'Apple Books', 'Kobo', 'Google Play', 'Adobe', 'Calibre'])
      expect(await demo().textContent()).toContain(platform)

    const viewer = at.page.locator('section', { has: at.page.locator('#demo-viewer') }).last()
    const rows = viewer.locator('ol > li')
    expect(await rows.count()).toBe(8)
    const ampersand = rows.filter({ hasText: 'chapter-01.xhtml' }).first()
    expect(await rows.filter({ hasText: 'Before' }).filter({ hasText: 'After' }).count()).toBeGreaterThan(0)
    await viewer.getByRole('radio', { name: 'Side by side' }).focus()
    await at.page.keyboard.press('ArrowRight')
    await viewer.getByRole('radio', { name: 'Before', exact: true }).waitFor()
    expect(await viewer.getByRole('radio', { name: 'After', exact: true }).isChecked()).toBe(true)
    await viewer.getByRole('button', { name: /^Show \d+ more$/ }).focus()
    await at.page.keyboard.press('Enter')
    expect(await rows.count()).toBe(40)
    await ampersand.first().waitFor()
    expect(await inspectScreen(at.page, 'demo-result')).toEqual([])

    // a new window that only receives a file closes itself unseen, so the address is what can be looked at
    await at.page.evaluate(() => {
      window.open = (url) => {
        document.body.dataset.opened = String(url)
        return null
      }
    })
    await demo().getByRole('button', { name: 'Download the repaired sample' }).focus()
    await at.page.keyboard.press('Enter')
    const opened = await at.page.evaluate(() => document.body.dataset.opened ?? '')
    expect(opened).toMatch(/^\/api\/demo\/download\/[\da-f-]{36}$/)
    const visitor = await at.browser.newContext()
    const answer = await visitor.request.get(`${at.house.url}${opened}`)
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/epub+zip',
      'content-disposition': expect.stringContaining('demo-fixed.epub'),
    })
    const file = join(tmpdir(), `bookmender-demo-${process.pid}.epub`)
    writeFileSync(file, await answer.body())
    await visitor.close()
    const judge = createJudge()
    const { verdict } = await checkFile(file, { judge: judge && ((book) => judge.check(book)) })
    await judge?.close()
    rmSync(file)
    expect(verdict.messages).toEqual([])

    expect(await demo().getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/pricing')
    await demo().getByRole('button', { name: 'Try Another Sample' }).focus()
    await at.page.keyboard.press('Enter')
    await demo().getByRole('radio').first().waitFor()
    expect(await demo().getByRole('button', { name: 'Start the repair' }).isDisabled()).toBe(true)
  })

  test('K197: what the service refuses is said, and the choice stays open', async () => {
    await open()
    const sentence = 'The demo books are still being made. Please try again in a moment.'
    let answer = JSON.stringify({ error: sentence })
    await at.page.route('**/api/demo/start', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: answer }),
    )
    for (const [body, said] of [
      [answer, sentence],
      ['', 'Failed to start demo'],
    ] as const) {
      answer = body
      await demo().getByRole('radio').nth(1).check()
      await demo().getByRole('button', { name: 'Start the repair' }).click()
      await at.page.getByText('Demo Error', { exact: true }).waitFor()
      await at.page.getByText(said, { exact: true }).waitFor()
      expect(await demo().getByRole('button', { name: 'Start the repair' }).isEnabled()).toBe(true)
    }
  })

  test('the repair centre has it behind its second tab', async () => {
    await signInAs(at.page, at.house.url, 'free+demo@example.test')
    await at.page.getByRole('tab', { name: 'Try Demo' }).click()
    await demo().getByRole('radio').nth(1).check()
    await demo().getByRole('button', { name: 'Start the repair' }).click()
    await at.page.getByRole('heading', { name: '156 of 156 issues fixed' }).waitFor({ timeout: 60_000 })
    expect(await inspectScreen(at.page, 'demo-signed-in')).toEqual([])
    // a demo is nobody's: it is not in the history, and costs no scan
    expect((await at.page.request.get(`${at.house.url}/api/user/history`)).status()).toBe(200)
    expect(await (await at.page.request.get(`${at.house.url}/api/user/history`)).json()).toMatchObject([])
  })
})
