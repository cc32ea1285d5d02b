import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createAppRouter } from '../../web/src/routes/router.tsx'
import { accessibilityFaults } from './browser.ts'

export const roles = ['visitor', 'free', 'pro', 'publisher'] as const
export type Role = (typeof roles)[number]

export const emails: Record<Exclude<Role, 'visitor'>, string> = {
  free: 'routes@example.test',
  pro: 'pro+routes@example.test',
  publisher: 'publisher+routes@example.test',
}

const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 360, height: 780 } } as const
const schemes = ['light', 'dark'] as const

export interface Stop {
  readonly path: string
  readonly role: Role
  readonly width: keyof typeof widths
  readonly scheme: (typeof schemes)[number]
}

const articles = readdirSync(join(import.meta.dirname, '..', '..', 'web', 'src', 'content', 'blog')).map((name) =>
  name.replace(/\.md$/, ''),
)

/** Values for the parts of a path that vary; a part that is not named here gets an id that belongs to nobody. */
const parts: Readonly<Record<string, readonly string[]>> = { slug: articles }
const nobodys = '00000000-0000-4000-8000-000000000000'

function filled(path: string): string[] {
  const found = /\$(\w*)/.exec(path)
  if (!found) return [path]
  return (parts[found[1]!] ?? [nobodys]).flatMap((value) => filled(path.replace(found[0], value)))
}

/** Every route that stands, from the router itself, and one that nobody wrote. */
export const routes: readonly string[] = [
  ...Object.keys(createAppRouter().routesByPath)
    .flatMap(filled)
    .map((path) => path.replace(/(?<=.)\/$/, '')),
  '/nowhere',
]

/** Each route in each role, width and scheme. */
export const everyStop: readonly Stop[] = roles.flatMap((role) =>
  (Object.keys(widths) as (keyof typeof widths)[]).flatMap((width) =>
    schemes.flatMap((scheme) => routes.map((path): Stop => ({ path, role, width, scheme }))),
  ),
)

/** Each route once; role, width and scheme take turns, so that every one of them is met often. */
export const fewStops: readonly Stop[] = routes.map((path, index) => ({
  path,
  role: roles[index % 4]!,
  width: Math.floor(index / 2) % 2 ? 'phone' : 'desktop',
  scheme: Math.floor(index / 3) % 2 ? 'dark' : 'light',
}))

export const nameOf = ({ path, role, width, scheme }: Stop) =>
  `${path === '/' ? 'home' : path.slice(1).replaceAll('/', '_').replace(nobodys, 'nobody')}-${role}-${width}-${scheme}`

/** Complaints of the browser that are answers and no faults: nobody is signed in, or a page is not there. */
const answers = /status of (401|403|404)/

/** Looks at one stop: what the browser complains of, what axe finds, what sticks out, and where its links lead. */
export async function visit(page: Page, url: string, stop: Stop, picture?: string) {
  const faults: string[] = []
  const onConsole = (message: { type(): string; text(): string }) => {
    if (message.type() === 'error' && !answers.test(message.text())) faults.push(message.text())
  }
  const onError = (error: Error) => faults.push(error.message)
  page.on('console', onConsole)
  page.on('pageerror', onError)
  await page.setViewportSize(widths[stop.width])
  await page.emulateMedia({ colorScheme: stop.scheme, reducedMotion: 'reduce' })
  const response = await page.goto(url + stop.path)
  await page.locator('main h1, main h2').first().waitFor()
  // drawn at the build or not, the script has to take the page over
  await page.waitForFunction(() => Object.keys(document.getElementById('app') ?? {}).some((key) => key.startsWith('__react')))
  // Hydration, the first answers and colours that fade over
  await page.waitForLoadState('networkidle')
  const { excess, headings, links, lost, said } = await page.evaluate(() => ({
    excess: document.documentElement.scrollWidth - window.innerWidth,
    headings: document.querySelectorAll('h1').length,
    // biome-ignore lint/performance/useDomNodeTextContent: what is seen, not what is hidden
    said: document.body.innerText,
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
    lost: [...document.querySelectorAll('a[href^="#"]')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !document.getElementById(href.slice(1))),
  }))
  if (excess > 0) faults.push(`${excess} pixels too wide`)
  if (headings !== 1) faults.push(`${headings} headings of the first level`)
  if (lost.length > 0) faults.push(`nothing is called ${lost.join(', ')}`)
  if (picture) await page.screenshot({ path: picture, fullPage: true })
  faults.push(...(await accessibilityFaults(page)))
  page.off('console', onConsole)
  page.off('pageerror', onError)
  const here = page.url().replace(/#.*/, '')
  const own = links.filter((href) => href.startsWith(url) && !href.startsWith(`${here}#`))
  return {
    status: response?.status() ?? 0,
    said,
    faults: faults.map((fault) => `${nameOf(stop)}: ${fault}`),
    links: own.map((href) => href.slice(url.length) || '/'),
  }
}
