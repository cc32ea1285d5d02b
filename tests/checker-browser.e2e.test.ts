import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Koa from 'koa'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPublication } from '../epub/check/check.ts'
import { nodeCodec } from '../epub/node/codec.ts'
import { schemas } from '../epub/node/schemas.ts'
import { openPublication } from '../epub/ocf/open.ts'
import { fromBytes } from '../epub/source.ts'
import { book, bytesOf, png, withItems } from '../epub/testing/book.ts'
import { all, swap } from '../epub/testing/changes.ts'
import { securityHeaders } from '../gateway/security-headers.ts'
import { openStaticFiles } from '../gateway/static-files.ts'
import { serveWeb } from '../gateway/web-pages.ts'
import type { Finding, InBrowser } from '../web/src/check/check-in-browser.ts'
import { findChromium, launchChromium } from './support/browser.ts'

/** Numbers that look random and are the same every time. */
function* noise(seed = 1): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state >>> 8
  }
}

const numbers = noise()
const pick = <T>(list: readonly T[]) => list[numbers.next().value % list.length]!
const syllables = 'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu'.split(' ')
const word = () => Array.from({ length: 1 + (numbers.next().value % 4) }, () => pick(syllables)).join('')
const words = (count: number) => Array.from({ length: count }, word).join(' ')
const paragraph = (i: number) =>
  `<p id="p${i}" class="text">${words(30)} <em>${words(4)}</em> ${words(20)} <a href="#p${Math.max(0, i - 1)}">${words(2)}</a>.</p>`

const chapter = (number: number) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${number}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body><h1>${number}</h1><p><img src="picture-${number}.png" alt=""/></p>
${Array.from({ length: 60 }, (_, i) => paragraph(i)).join('\n')}</body></html>`

function picture(size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  for (let i = 0; i < size; i++) bytes[i] = numbers.next().value
  bytes.set(png)
  return bytes
}

/** About 3 MB packed, as a novel with a picture at the head of each chapter is. */
function largeBook(fault: string) {
  const files: Record<string, string | Uint8Array> = {}
  const items: { id: string; href: string; type: string }[] = []
  for (let i = 1; i <= 60; i++) {
    files[`chapter-${i}.xhtml`] = chapter(i)
    files[`picture-${i}.png`] = picture(42_000)
    items.push({ id: `c${i}`, href: `chapter-${i}.xhtml`, type: 'application/xhtml+xml' })
    items.push({ id: `i${i}`, href: `picture-${i}.png`, type: 'image/png' })
  }
  return bytesOf(
    book({ ...files, 'package.opf': withItems(...items), 'chapter.xhtml': all(swap('  </body>', `${fault}\n  </body>`)) }),
  )
}

const chromium = findChromium()
if (!chromium) console.warn('There is no Chromium here: the checker is not tried in a browser.')

describe.runIf(chromium)('the checker in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bookmender-checker-page-'))
  const requests: string[] = []
  let server: Server
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    await build({
      root: join(import.meta.dirname, 'pages', 'checker'),
      configFile: join(import.meta.dirname, '..', 'web', 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: join(folder, 'site'), emptyOutDir: true },
    })
    // As the service serves its pages, with its Content-Security-Policy.
    const files = openStaticFiles(join(folder, 'site'))
    const app = new Koa().use(securityHeaders({ publicUrl: new URL('http://127.0.0.1') })).use((ctx) => serveWeb(ctx, files))
    await new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', resolve)))
    browser = await launchChromium(chromium!)
    const context = await browser.newContext()
    context.on('request', (request) => requests.push(request.url()))
    page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.getByText('Ready').waitFor()
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function drop(bytes: Uint8Array, name: string) {
    const file = join(folder, name)
    writeFileSync(file, bytes)
    // A real file on its way through a real drop: by an input first, which is how the driver hands files over.
    const input = await page.evaluateHandle(() => {
      const input = document.createElement('input')
      input.type = 'file'
      document.body.append(input)
      return input
    })
    await input.setInputFiles(file)
    await input.evaluate((input) => {
      document.querySelector('#state')!.textContent = 'Dropped'
      const transfer = new DataTransfer()
      transfer.items.add(input.files![0]!)
      input.remove()
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))
    })
    await page.getByText('Checked', { exact: true }).waitFor()
    return JSON.parse((await page.locator('#result').textContent()) ?? '') as { answer: InBrowser; milliseconds: number }
  }

  test('a book of 3 MB takes less than 2 seconds, and nobody is asked for anything', async () => {
    const bytes = await largeBook('<p align="left"><a href="gone.xhtml">a</a></p>')
    expect(bytes.length / 1e6).toBeGreaterThan(3)
    const before = requests.length
    const { answer, milliseconds } = await drop(bytes, 'large.epub')
    console.log(`${(bytes.length / 1e6).toFixed(1)} MB in ${milliseconds.toFixed(0)} ms in Chromium`)
    expect(requests.slice(before)).toEqual([])
    expect(answer).toMatchObject({
      verdict: 'faulty',
      unsaid: 0,
      findings: [
        { id: 'RSC-005', path: 'EPUB/chapter.xhtml', line: 12, help: expect.stringContaining('markup') },
        { id: 'RSC-007', path: 'EPUB/chapter.xhtml', line: 12, why: expect.stringContaining('leads nowhere') },
      ],
    })
    const publication = await openPublication(fromBytes(bytes), { fileName: 'large.epub', codec: nodeCodec })
    const told = (findings: readonly Pick<Finding, 'id' | 'path' | 'line' | 'column' | 'text'>[]) =>
      findings.map(({ id, path, line, column, text }) => ({ id, path, line, column, text }))
    const own = await checkPublication(publication, { schemas })
    expect(answer.verdict === 'faulty' && told(answer.findings)).toEqual(told(own))
  })

  test('a sound book is said to be sound', async () => {
    const { answer } = await drop(await bytesOf(book()), 'sound.epub')
    expect(answer).toMatchObject({ verdict: 'sound', findings: [] })
  })

  test('what is no book is refused in words', async () => {
    const { answer } = await drop(new TextEncoder().encode('no archive'), 'none.epub')
    expect(answer).toEqual({ verdict: 'refused', sentence: expect.stringContaining('not a readable EPUB') })
  })

  test('without a network for its rules the check says so, and works again with one', async () => {
    const context = page.context()
    await context.route('**/schema-tables-*.json', (route) => route.abort())
    await page.reload()
    await page.getByText('Ready').waitFor()
    const bytes = await bytesOf(book())
    expect((await drop(bytes, 'alone.epub')).answer).toEqual({
      failed: 'CheckFailed The rules of the check could not be loaded.',
    })
    await context.unroute('**/schema-tables-*.json')
    expect((await drop(bytes, 'again.epub')).answer).toMatchObject({ verdict: 'sound' })
  })
})
