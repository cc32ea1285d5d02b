import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Verdict } from '../epub/browser.ts'
import { checkPublication } from '../epub/check/check.ts'
import { nodeCodec } from '../epub/node/codec.ts'
import { schemaTables } from '../epub/node/schema-tables.ts'
import { schemas } from '../epub/node/schemas.ts'
import { openPublication } from '../epub/ocf/open.ts'
import { fromBytes } from '../epub/source.ts'
import { book, bytesOf, png, withItems } from '../epub/testing/book.ts'
import { all, swap } from '../epub/testing/changes.ts'
import { findChromium, launchChromium } from './support/browser.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

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
      configFile: false,
      logLevel: 'warn',
      worker: { format: 'es' },
      build: { outDir: join(folder, 'site'), emptyOutDir: true, target: 'es2024' },
    })
    writeFileSync(join(folder, 'site', 'schema-tables.json'), JSON.stringify(await schemaTables()))
    server = createServer(({ url = '/' }, response) => {
      const path = normalize(new URL(url, 'http://localhost').pathname)
      try {
        const content = readFileSync(join(folder, 'site', path === '/' ? 'index.html' : path))
        response.setHeader('Content-Type', types[extname(path === '/' ? '.html' : path)] ?? 'text/html')
        response.end(content)
      } catch {
        response.statusCode = 404
        response.end()
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
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
    return JSON.parse((await page.locator('#result').textContent()) ?? '') as {
      verdict?: Verdict
      refused?: string
      milliseconds: number
    }
  }

  test('a book of 3 MB takes less than 2 seconds, and nobody is asked for anything', async () => {
    const bytes = await largeBook('<p align="left"><a href="gone.xhtml">a</a></p>')
    expect(bytes.length / 1e6).toBeGreaterThan(3)
    const before = requests.length
    const { verdict, milliseconds } = await drop(bytes, 'large.epub')
    console.log(`${(bytes.length / 1e6).toFixed(1)} MB in ${milliseconds.toFixed(0)} ms in Chromium`)
    expect(verdict?.messages.map(({ id, path, line }) => `${id} ${path}:${line}`)).toEqual([
      'RSC-005 EPUB/chapter.xhtml:12',
      'RSC-007 EPUB/chapter.xhtml:12',
    ])
    expect(requests.slice(before)).toEqual([])
    const publication = await openPublication(fromBytes(bytes), { fileName: 'large.epub', codec: nodeCodec })
    expect(verdict?.messages).toEqual(await checkPublication(publication, { schemas }))
  })

  test('what is no book is refused in words', async () => {
    const { refused } = await drop(new TextEncoder().encode('no archive'), 'none.epub')
    expect(refused).toContain('not a readable EPUB')
  })
})
