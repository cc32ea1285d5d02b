import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readContent } from '../../web/markdown.ts'
import { findChromium, launchChromium } from './browser.ts'

/**
 * Draws the icons and the cards for links in other places anew: `node tests/support/draw-pictures.ts`. They are committed,
 * so that a build needs no browser; run it when a title changes.
 */
const root = join(import.meta.dirname, '..', '..')
const open = join(root, 'web', 'public')
const articles = join(root, 'web', 'src', 'content', 'blog')
const font = (name: string) => pathToFileURL(createRequire(import.meta.url).resolve(name)).href
const faces = `
  @font-face { font-family: Literata; font-weight: 200 900; src: url("${font('@fontsource-variable/literata/files/literata-latin-wght-normal.woff2')}") }
  @font-face { font-family: Atkinson; src: url("${font('@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff2')}") }`
const mark = readFileSync(join(open, 'favicon.svg'), 'utf8').replaceAll(/@media[^{]*\{[\s\S]*?\}\s*\}/g, '')

const icon = (size: number, margin: number) => `<style>
  body { margin: 0; background: #fff; width: ${size}px; height: ${size}px; display: grid; place-items: center }
  svg { height: ${size - 2 * margin}px; width: auto; display: block }</style>${mark}`

const card = (title: string, line: string) => `<style>${faces}
  body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 64px 72px; background: #f3f6f8; font-family: Atkinson; color: #12181d }
  main { background: #fff; border: 2px solid #d9e1e7; border-radius: 10px; height: 498px; box-sizing: border-box; padding: 52px 60px; display: flex; flex-direction: column }
  h1 { font: 600 ${title.length > 44 ? 58 : 70}px/1.14 Literata; margin: 0; text-wrap: balance }
  .line { font-size: 28px; color: #4a5762; margin: 0 0 22px }
  .proof { margin: auto 0 0; font-size: 26px; display: flex; align-items: center; gap: 20px; border-top: 2px solid #d9e1e7; padding-top: 30px }
  .proof svg { height: 46px; width: auto }
  b { font: 600 32px Literata } del { color: #b3261e } ins { color: #1f6f43; text-underline-offset: 6px; text-decoration-thickness: 2px }
  span { margin-left: auto; color: #4a5762 }</style>
  <main><p class="line">${line}</p><h1>${title}</h1><p class="proof">${mark}<b>Bookmender</b><span><del>refused</del> <ins>accepted</ins></span></p></main>`

const chromium = findChromium()
if (!chromium) throw new Error('The pictures are drawn by Chromium, and there is none (CHROMIUM_PATH).')
const browser = await launchChromium(chromium)
const page = await browser.newPage()
await page.goto(pathToFileURL(join(root, 'package.json')).href)

async function draw(name: string, width: number, height: number, html: string) {
  await page.setViewportSize({ width, height })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(open, name) })
}

mkdirSync(join(open, 'cards'), { recursive: true })
await draw('apple-touch-icon.png', 180, 180, icon(180, 24))
await draw('icon-192.png', 192, 192, icon(192, 26))
await draw('icon-512.png', 512, 512, icon(512, 96))
await draw('cards/bookmender.png', 1200, 630, card('Your EPUB, corrected line by line.', 'EPUB repair, judged by EPUBCheck'))
for (const name of readdirSync(articles)) {
  const { fields } = readContent(join(articles, name))
  await draw(`cards/${name.replace(/\.md$/, '.png')}`, 1200, 630, card(fields.title ?? '', fields.category ?? ''))
}
await browser.close()
