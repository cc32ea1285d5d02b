import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser } from 'playwright-core'

/** Most pictures on one sheet: more cannot be looked at. */
const most = 12

/** Puts the pictures of a folder on sheets of twelve, each with its name: `sheets/01.png` and so on. */
export async function contactSheets(browser: Browser, folder: string): Promise<number> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.png'))
    .sort()
  const sheets = join(folder, 'sheets')
  mkdirSync(sheets, { recursive: true })
  const page = await browser.newPage({ viewport: { width: 1600, height: 1200 } })
  for (let at = 0; at < names.length; at += most) {
    const cells = names.slice(at, at + most).map((name) => {
      const picture = readFileSync(join(folder, name)).toString('base64')
      return `<figure class="${/-phone-|-narrow-/.test(name) ? 'phone' : ''}"><div><img src="data:image/png;base64,${picture}"></div><figcaption>${basename(name, '.png')}</figcaption></figure>`
    })
    await page.setContent(`<style>body { margin: 12px; display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; font: 15px sans-serif }
      figure { margin: 0; border: 1px solid #888; background: #ccc } div { height: 420px; overflow: hidden }
      img { width: 100%; display: block } .phone img { width: 50%; margin: 0 auto }
      figcaption { padding: 4px 6px }</style>${cells.join('')}`)
    await page.screenshot({ path: join(sheets, `${String(at / most + 1).padStart(2, '0')}.png`), fullPage: true })
  }
  await page.close()
  return Math.ceil(names.length / most)
}
