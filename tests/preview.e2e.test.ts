import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Content } from '../contract/calls/preview.ts'
import { book, bytesOf, withItems } from '../epub/testing/book.ts'
import { findChromium, inspectScreen, signInAs } from './support/browser.ts'
import { screens } from './support/screens.ts'
import { createVisitor, type Visitor } from './visitor.ts'

/* Names of tests name the line of the specification (core.md, K) that they hold the screen to. */

const chromium = findChromium()
if (!chromium) console.warn('No Chromium on this machine (CHROMIUM_PATH): the preview is not looked at.')

const font = readFileSync(
  join(import.meta.dirname, '..', 'node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2'),
)
const email = 'pro+preview@example.test'

const page = (title: string, body: string, head = '') => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en" lang="en">
<head><title>${title}</title>${head}</head><body>${body}</body></html>`
const styled = '<link rel="stylesheet" type="text/css" href="style.css"/>'
const chapters = (...names: string[]) =>
  withItems(...names.map((name) => ({ id: name, href: `${name}.xhtml`, type: 'application/xhtml+xml' })))
const listing =
  (...names: string[]) =>
  (text: string) =>
    text.replace('</ol>', `${names.map((name) => `<li><a href="${name}.xhtml">${name}</a></li>`).join('')}</ol>`)

/** Three chapters, a font, a link inside and one outside; two places that are repaired. */
const rich = book({
  'package.opf': (text) =>
    chapters(
      'two',
      'three',
    )(text).replace('</manifest>', '<item id="font" href="mono.woff2" media-type="font/woff2"/></manifest>'),
  'nav.xhtml': listing('two', 'three'),
  'toc.ncx': (text) => text.replace(/urn:uuid:[\w-]+/, 'calibre:42'),
  'style.css': '@font-face{font-family:Kept;src:url(mono.woff2)}h1{color:rgb(12, 34, 56);font-family:Kept}',
  'mono.woff2': new Uint8Array(font),
  'chapter.xhtml': (text) =>
    text.replace(
      '<p>It',
      '<p><a href="two.xhtml#there">inside</a> <a href="https://example.org/a?b=c">outside</a></p><p align="center">It',
    ),
  'two.xhtml': page(
    'two',
    `<h1>two</h1><p id="there">The second chapter, by &amp; by.</p>${'<p>Line after line.</p>'.repeat(60)}`,
    styled,
  ),
  'three.xhtml': page('three', '<h1>three</h1><p>The end of the colour.</p>', styled),
})
const rightToLeft = book({
  'package.opf': (text) => chapters('two')(text).replace('<spine', '<spine page-progression-direction="rtl"'),
  'nav.xhtml': listing('two'),
  'two.xhtml': page('two', '<p>縦に読む。</p>', '<style>html{-epub-writing-mode:vertical-rl}</style>'),
})
const fixed = book({
  'package.opf': (text) => text.replace('</metadata>', '<meta property="rendition:layout">pre-paginated</meta></metadata>'),
  'chapter.xhtml': page(
    'One',
    '<p style="position:absolute;left:590px;top:790px">x</p>',
    '<meta name="viewport" content="width=600, height=800"/>',
  ),
})

const fixedPage = (title: string) => page(title, `<p>${title}</p>`, '<meta name="viewport" content="width=600, height=800"/>')
/** A cover by itself, then two pages side by side. */
const spread = book({
  'package.opf': (text) =>
    chapters('two', 'three')(text).replace('</metadata>', '<meta property="rendition:layout">pre-paginated</meta></metadata>'),
  'nav.xhtml': listing('two', 'three'),
  'chapter.xhtml': fixedPage('One'),
  'two.xhtml': fixedPage('two'),
  'three.xhtml': fixedPage('three'),
})

describe.runIf(chromium)('the preview on the real house', () => {
  const at = screens()
  let visitor: Visitor
  let signedIn: Parameters<typeof at.context.addCookies>[0]
  const ids: Record<string, string> = {}

  const send = async (name: string, bytes: Uint8Array<ArrayBuffer>, fileName = `${name}.epub`) => {
    const jobId = randomUUID()
    ids[name] = jobId
    // on a busy machine the call answers before the end, and attaches when it is made again
    for (;;) {
      const { status } = await visitor.upload({ bytes, name: fileName, jobId })
      if (status !== 202) return status
    }
  }
  const packed = async (publication: Parameters<typeof bytesOf>[0]) => new Uint8Array(await bytesOf(publication))
  const open = async (name: string) => {
    await at.page.goto(`${at.house.url}/preview/${ids[name]}`)
    await at.page.locator('iframe').waitFor()
    await inFrame('body').waitFor({ state: 'attached' })
  }
  const inFrame = (selector: string) => at.page.frameLocator('iframe').locator(selector)
  /** Pages that are still being made are asked for again. */
  const answerOf = async (path: string) => {
    for (;;) {
      const answer = await visitor.request(`/api/epub/${path}`)
      if (answer.status !== 202) return answer
    }
  }

  beforeAll(async () => {
    const context = await at.browser.newContext()
    await signInAs(await context.newPage(), at.house.url, email)
    signedIn = await context.cookies()
    await context.close()
    visitor = createVisitor(at.house.url)
    await visitor.signIn(email)
    await Promise.all([
      send('rich', await packed(rich)),
      send('rtl', await packed(rightToLeft)),
      send('fixed', await packed(fixed)),
      send('spread', await packed(spread)),
    ])
  })
  beforeEach(() => at.context.addCookies(signedIn))

  test('K56, K131: no job, no preview; nobody signed in, the landing page', async () => {
    for (const path of ['/preview', '/preview/', '/PREVIEW/00000000-0000-4000-8000-000000000000']) {
      expect((await at.page.goto(at.house.url + path))?.status()).toBe(200)
      await at.page.getByRole('heading', { name: 'Invalid Preview Link' }).waitFor()
      expect(await at.page.getByRole('link', { name: 'Return Home' }).getAttribute('href')).toBe('/')
    }
    const stranger = await at.browser.newPage()
    await stranger.goto(`${at.house.url}/preview/${ids.rich}`)
    await stranger.waitForURL(`${at.house.url}/`)
    await stranger.close()
    const other = createVisitor(at.house.url)
    await other.signIn('other+preview@example.test')
    for (const call of ['content', 'preview']) {
      expect((await other.request(`/api/epub/${ids.rich}/${call}`)).status).toBe(404)
      expect((await answerOf(`${ids.rich}/${call}?version=third`)).status).toBe(400)
    }
  })

  test('K100: content of both versions, made harmless; signed addresses with exactly these headers', async () => {
    const read = async (version: string) => Content.parse(await (await answerOf(`${ids.rich}/content?version=${version}`)).json())
    const [processed, original] = [await read('processed'), await read('original')]
    expect(processed.chapters.map(({ title }) => title)).toEqual(['One', 'two', 'three'])
    expect(original.chapters[0]!.content).toContain('align="center"')
    expect(processed.chapters[0]!.content).not.toContain('align="center"')
    expect(processed.chapters[0]!.content).toContain('href="two.xhtml#there"')
    expect(processed.chapters[0]!.content).toContain('leave?to=https%3A%2F%2Fexample.org%2Fa%3Fb%3Dc')
    expect(Date.parse(processed.expiresAt) - Date.now()).toBeLessThanOrEqual(600_000)

    const { address } = processed.chapters[0]!
    const answer = await fetch(at.house.url + address)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries([...answer.headers].filter(([name]) => wanted.has(name)))).toEqual(Object.fromEntries(wanted))
    expect(answer.headers.get('x-frame-options')).toBeNull()
    const picture = await fetch(new URL('picture.png', at.house.url + address))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const itself = await visitor.request(`/api/epub/${ids.rich}`)
    for (const [name, value] of wanted) if (name !== 'x-content-type-options') expect(itself.headers.get(name)).not.toBe(value)
    for (const wrong of [
      address.replace(/\.(\w)/, (_, letter) => (letter === 'x' ? '.y' : '.x')),
      address.replace('/light-16/', '/light-99/'),
      address.replace('chapter', '../../META-INF/container'),
      address.replace('chapter.xhtml', 'package.opf'),
    ])
      expect((await fetch(at.house.url + wrong)).status, wrong).toBe(404)
  })
  const wanted = new Map([
    ['access-control-allow-origin', '*'],
    [
      'content-security-policy',
      "sandbox; default-src 'none'; img-src 'self' data:; font-src 'self'; style-src 'self' 'unsafe-inline'; media-src 'self'",
    ],
    ['cross-origin-resource-policy', 'cross-origin'],
    ['referrer-policy', 'no-referrer'],
    ['x-content-type-options', 'nosniff'],
  ])

  test('K57, K58, K119, K133, K229, K231: by keyboard alone, with the pictures, styles and fonts of the book', async () => {
    await at.page.goto(at.house.url)
    await at.page.getByRole('link', { name: 'Preview rich.epub' }).press('Enter')
    await inFrame('h1').waitFor()
    await at.page.getByRole('heading', { name: 'A Small Book', level: 1 }).waitFor()
    await expect.poll(() => inFrame('h1').evaluate((h1) => getComputedStyle(h1).color)).toBe('rgb(12, 34, 56)')
    await expect.poll(() => inFrame('img').evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(1)
    await expect.poll(() => inFrame('body').evaluate(() => [...document.fonts].map(({ status }) => status))).toEqual(['loaded'])

    const shows = (title: string) => inFrame('h1').filter({ hasText: title }).waitFor()
    await at.page.keyboard.press('ArrowRight')
    await shows('two')
    await at.page.getByText('2 of 3').waitFor()
    await at.page.keyboard.press('ArrowRight')
    await at.page.keyboard.press('ArrowRight')
    await shows('three')
    expect(await at.page.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
    await at.page.getByRole('button', { name: 'Previous' }).press('Enter')
    await shows('two')
    await at.page.getByRole('navigation', { name: 'Table of Contents' }).getByRole('button', { name: /^One/ }).press('Enter')
    await shows('One')
    expect(await at.page.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true')
    expect(
      await at.page
        .getByRole('navigation', { name: 'Table of Contents' })
        .getByRole('button', { name: /^One/ })
        .getAttribute('aria-current'),
    ).toBe('page')

    const device = at.page.locator('[data-device]')
    const box = async () => {
      const { width, height } = (await device.boundingBox())!
      return [Math.round(width) - 2, Math.round(height) - 2]
    }
    await at.page.getByRole('radio', { name: 'Desktop' }).focus()
    await at.page.keyboard.press('ArrowRight')
    await expect.poll(box).toEqual([768, 1024])
    await at.page.keyboard.press('ArrowRight')
    await expect.poll(box).toEqual([375, 667])
    const zoom = (name: string) => at.page.getByRole('button', { name })
    expect(await zoom('Zoom 100 %').textContent()).toBe('100%')
    for (let step = 0; step < 8; step += 1) await zoom('Zoom out').press('Enter')
    expect(await at.page.getByRole('button', { name: /^Zoom \d/ }).textContent()).toBe('25%')
    expect(await zoom('Zoom out').isDisabled()).toBe(true)
    for (let step = 0; step < 18; step += 1) await zoom('Zoom in').press('Enter')
    expect(await at.page.getByRole('button', { name: /^Zoom \d/ }).textContent()).toBe('200%')
    await expect.poll(box).toEqual([750, 1334])
    await at.page.getByRole('button', { name: /^Zoom \d/ }).press('Enter')
    await expect.poll(box).toEqual([375, 667])

    await at.page.getByRole('radio', { name: 'Fixed' }).focus()
    await at.page.keyboard.press('ArrowRight')
    await at.page.getByLabel('Mark what differs').press('Space')
    await expect.poll(() => inFrame('[data-bookmender-changed]').count(), { timeout: 20_000 }).toBe(1)
    expect(await inFrame('[data-bookmender-changed]').textContent()).toContain('It was a bright cold day')
    await at.page.getByText('1 place differs on this page.').waitFor()

    const tab = (name: string) => at.page.getByRole('tab', { name })
    await tab('Info').focus()
    await at.page.keyboard.press('ArrowRight')
    await expect.poll(() => tab('Issues').getAttribute('aria-selected')).toBe('true')
    await shows('One')
    await at.page.keyboard.press('ArrowRight')
    await expect.poll(() => at.page.getByRole('tabpanel').textContent()).toContain('Words')
    await at.page.getByRole('heading', { name: 'AI Recommendations' }).waitFor()

    await at.page.getByRole('button', { name: 'Settings and search' }).press('Enter')
    await at.page.getByRole('region', { name: 'Settings' }).getByRole('radio', { name: 'Light' }).focus()
    await at.page.keyboard.press('ArrowRight')
    await expect.poll(() => inFrame('html').evaluate((html) => getComputedStyle(html).backgroundColor)).toBe('rgb(16, 22, 26)')
    await at.page.keyboard.press('ArrowRight')
    await expect.poll(() => inFrame('html').evaluate((html) => getComputedStyle(html).backgroundColor)).toBe('rgb(246, 236, 217)')
    const size = () => inFrame('html').evaluate((html) => getComputedStyle(html).fontSize)
    for (let step = 0; step < 4; step += 1) await at.page.getByRole('button', { name: 'larger letters' }).press('Enter')
    await expect.poll(size).toBe('24px')
    expect(await at.page.getByRole('button', { name: 'larger letters' }).isDisabled()).toBe(true)
    for (let step = 0; step < 6; step += 1) await at.page.getByRole('button', { name: 'smaller letters' }).press('Enter')
    await expect.poll(size).toBe('12px')
    expect(await at.page.getByRole('button', { name: 'smaller letters' }).isDisabled()).toBe(true)

    await at.page.getByRole('button', { name: 'Fullscreen' }).press('Enter')
    await at.page.getByRole('button', { name: 'Leave fullscreen' }).press('Enter')
    await at.page.getByRole('button', { name: 'Fullscreen', exact: true }).waitFor()
    const downloading = at.page.waitForEvent('download')
    await at.page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
    expect((await downloading).suggestedFilename()).toBe('rich-fixed.epub')
  })

  test('links: inside the book the screen follows, outside a page asks first; a click leaves the keys to the pager', async () => {
    await open('rich')
    await inFrame('a').first().click()
    await inFrame('h1').filter({ hasText: 'two' }).waitFor()
    await at.page.getByText('2 of 3').waitFor()
    // the click took the focus into the frame, and the pager took it back
    await expect.poll(() => at.page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME')
    await at.page.keyboard.press('ArrowRight')
    await inFrame('h1').filter({ hasText: 'three' }).waitFor()
    // by Tab it stays
    await at.page.getByRole('region', { name: 'Page of the book' }).focus()
    await at.page.keyboard.press('Tab')
    await at.page.waitForTimeout(300)
    expect(await at.page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')

    await at.page.getByRole('navigation', { name: 'Table of Contents' }).getByRole('button', { name: /^One/ }).click()
    await inFrame('a').nth(1).click()
    await inFrame('h1').filter({ hasText: 'This link leaves the book' }).waitFor()
    expect(await inFrame('code').textContent()).toBe('https://example.org/a?b=c')
    expect(at.page.url()).toBe(`${at.house.url}/preview/${ids.rich}`)
    await at.page.getByRole('button', { name: 'Next' }).click()
    await inFrame('h1').filter({ hasText: 'two' }).waitFor()
  })

  test('from the right, upright, and with a fixed layout', async () => {
    await open('rtl')
    await at.page.keyboard.press('ArrowLeft')
    await at.page.getByText('2 of 2').waitFor()
    await expect.poll(() => inFrame('html').evaluate((html) => getComputedStyle(html).writingMode)).toBe('vertical-rl')
    const [next, previous] = await Promise.all(
      ['Next', 'Previous'].map(async (name) => (await at.page.getByRole('button', { name }).boundingBox())!.x),
    )
    expect(next).toBeLessThan(previous!)
    await at.page.keyboard.press('ArrowRight')
    await at.page.getByText('1 of 2').waitFor()

    await open('fixed')
    const frame = (await at.page.locator('iframe').boundingBox())!
    expect(frame.width / frame.height).toBeCloseTo(600 / 800, 2)
    expect(await at.page.locator('iframe').evaluate((one) => (one as HTMLIFrameElement).style.width)).toBe('600px')
  })

  test('pages of a fixed layout lie side by side as in print, and one by one in the hand', async () => {
    await open('spread')
    await at.page.getByText('1 of 3').waitFor()
    await at.page.keyboard.press('ArrowRight')
    await at.page.getByText('2 and 3 of 3').waitFor()
    const frames = at.page.locator('iframe')
    expect(await frames.count()).toBe(2)
    const text = (index: number) => at.page.frameLocator('iframe').nth(index).locator('p').textContent()
    expect([await text(0), await text(1)]).toEqual(['two', 'three'])
    const [left, right] = [(await frames.nth(0).boundingBox())!, (await frames.nth(1).boundingBox())!]
    expect(Math.abs(left.y - right.y)).toBeLessThan(1)
    expect(Math.abs(left.x + left.width - right.x)).toBeLessThan(2)
    expect(left.width / left.height).toBeCloseTo(600 / 800, 2)
    expect(await at.page.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
    expect(await inspectScreen(at.page, 'preview-spread')).toEqual([])
    await at.page.getByRole('radio', { name: 'Tablet' }).check()
    await at.page.getByText('2 of 3').waitFor()
    expect(await frames.count()).toBe(1)
    await at.page.getByRole('button', { name: 'Next' }).click()
    await at.page.getByText('3 of 3', { exact: true }).waitFor()
  })

  test('K59, K229: the first 10 issues and how many more, 3 recommendations', async () => {
    await at.page.route(`**/api/epub/${ids.rich}`, async (route) => {
      const record = await (await route.fetch()).json()
      const issues = Array.from({ length: 1234 }, (_, index) => ({
        severity: ['error', 'warning', 'info'][index % 3],
        code: 'RSC-005',
        message: `Remark ${index + 1}.`,
      }))
      const recommendations = [1, 2, 3, 4, 5].map((number) => `Advice ${number}.`)
      await route.fulfill({ json: { ...record, issues, aiAnalysis: { contentQuality: 0.9, recommendations } } })
    })
    await open('rich')
    await at.page.getByRole('tab', { name: 'Issues' }).click()
    const panel = at.page.getByRole('tabpanel')
    await panel.getByText('+1,224 more', { exact: true }).waitFor()
    expect(await panel.getByRole('listitem').count()).toBe(10)
    expect(await panel.innerText()).toMatch(/Remark 1\.[\s\S]*Remark 10\./)
    expect(await panel.innerText()).not.toContain('Remark 11.')
    const advice = at.page.getByRole('region', { name: 'AI Recommendations' }).getByRole('listitem')
    expect(await advice.allTextContents()).toEqual(['Advice 1.', 'Advice 2.', 'Advice 3.'])
  })

  test('K134: expressions, any case, 50 characters on each side; what is no expression is taken as it is written', async () => {
    await open('rich')
    await at.page.getByRole('button', { name: 'Settings and search' }).click()
    const results = at.page.getByRole('list', { name: 'Search results' })
    const search = async (pattern: string, said: string | RegExp) => {
      await at.page.getByLabel('Search in the book').fill(pattern)
      await at.page.keyboard.press('Enter')
      await at.page.getByRole('search').locator('..').getByText(said).waitFor()
    }
    await search('COLOU?R', '1 place found.')
    expect(await results.textContent()).toContain('The end of the colour.')
    await search('by & by', '1 place found.')
    await results.getByRole('button').press('Enter')
    await inFrame('mark').waitFor()
    expect(await inFrame('mark').textContent()).toBe('by & by')
    await search('(by', /no valid expression.*Nothing was found/)
    await search('Line after', '60 places found.')
    const [, , context] = await results.getByRole('button').nth(30).locator('bdi').allTextContents()
    expect(context ?? '').toBe('')
    const shown = (await results.getByRole('button').nth(30).locator('bdi').last().textContent())!
    expect(shown.length).toBe(50 + 'Line after'.length + 50)
  })

  test('the screen is fit to be shown', async () => {
    await open('rich')
    await at.page.getByRole('button', { name: 'Settings and search' }).click()
    expect(await inspectScreen(at.page, 'preview')).toEqual([])
  }, 120_000)
})
