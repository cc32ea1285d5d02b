import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** `CHROMIUM_PATH`, a Chromium on the path, or Playwright's own download; undefined where there is none. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .concat('/usr/bin')
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file))
  const own = chromium.executablePath()
  return onPath ?? (existsSync(own) ? own : undefined)
}

/** A real Chromium that talks to nobody but the pages it is sent to. */
export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // the sandbox needs a user of its own, which containers lack
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeViolation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** What axe finds against WCAG 2.2 A and AA, a line each; empty where all is well. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: unknown): Promise<{ violations: AxeViolation[] }> } }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    return (await axe.run({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })).violations
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}

const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 }, narrow: { width: 360, height: 740 } }
const schemes = ['light', 'dark'] as const

/** How far the page can be pushed sideways, in CSS pixels; 0 on a page that fits. */
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/**
 * Looks at the state that the page is in at desktop and phone width, in light and dark: what axe finds, and what sticks out.
 * With `BOOKMENDER_PICTURES=FOLDER` a picture of each is kept for people to look at.
 */
export async function inspectScreen(page: Page, name: string): Promise<string[]> {
  const folder = process.env.BOOKMENDER_PICTURES
  if (folder) mkdirSync(folder, { recursive: true })
  const faults: string[] = []
  for (const [width, viewport] of Object.entries(widths)) {
    await page.setViewportSize(viewport)
    const excess = await sideways(page)
    if (excess > 0) faults.push(`${name}, ${width}: ${excess} pixels too wide`)
    if (width === 'narrow') continue
    for (const colorScheme of schemes) {
      // Colours fade over; axe and the camera want them settled, on a busy machine too.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForTimeout(250)
      await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
      if (folder) await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
      for (const fault of await accessibilityFaults(page)) faults.push(`${name}, ${width}, ${colorScheme}: ${fault}`)
    }
  }
  await page.setViewportSize(widths.desktop)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
  return faults
}

/** Signs in as a person does: the landing page's button, the dialog, the local provider's page. */
export async function signInAs(page: Page, url: string, email: string) {
  await page.goto(url)
  await page.getByRole('button', { name: 'Get Started Free' }).first().click()
  await page.getByRole('link', { name: /^Sign in with / }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'EPUB Repair Center' }).waitFor()
}
