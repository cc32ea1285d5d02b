import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import type { HouseOptions } from '../../temporal-dev/house.ts'
import { startedHouse } from '../started-house.ts'
import { findChromium, launchChromium } from './browser.ts'
import type { VisitedHouse } from './shared-house.ts'

/** How long a busy machine may take to show what is waited for, in ms. */
const patience = 100_000

type OwnHouse = Awaited<ReturnType<typeof startedHouse>>

export interface Screens<Visited extends VisitedHouse> {
  house: Visited
  browser: Browser
  /** Of the test that runs: nobody is signed in. */
  context: BrowserContext
  /** The first tab of that context. */
  page: Page
  /** What the pages said that no page should say; a test that leaves any fails. */
  complaints: string[]
}

/** Keeps what a tab complains of: errors of its scripts, breaches of the policy, React's warnings. */
export function heard(tab: Page, complaints: string[]) {
  tab.setDefaultTimeout(patience)
  tab.on('pageerror', ({ message }) => complaints.push(message))
  tab.on('console', (message) => {
    if (/Content Security Policy|Warning:|Uncaught|React/.test(message.text()) && message.type() === 'error')
      complaints.push(message.text())
  })
  return tab
}

/**
 * For tests that look at screens: a browser for the file, a fresh context and tab for each test, and the house that all files
 * share; or, with options, one of their own. To be called in a `describe` that runs only where there is a Chromium.
 */
export function screens(): Screens<VisitedHouse>
export function screens(own: Omit<HouseOptions, 'anyPorts'>): Screens<OwnHouse>
export function screens(own?: Omit<HouseOptions, 'anyPorts'>) {
  const at = { complaints: [] as string[] } as Screens<VisitedHouse | OwnHouse>
  let stop: (() => Promise<void>) | undefined

  beforeAll(async () => {
    if (own) {
      const house = await startedHouse({ say: () => {}, ...own })
      at.house = house
      stop = house.stop
    } else at.house = inject('sharedHouse')!
    at.browser = await launchChromium(findChromium()!)
  })
  afterAll(async () => {
    await at.browser?.close()
    await stop?.()
  })
  beforeEach(async () => {
    at.complaints = []
    at.context = await at.browser.newContext({
      viewport: { width: 1280, height: 900 },
      acceptDownloads: true,
      locale: 'en-US',
    })
    at.page = heard(await at.context.newPage(), at.complaints)
  })
  afterEach(async () => {
    await at.context.close()
    expect(at.complaints).toEqual([])
  })
  return at
}

/**
 * Stops the clock of a tab, so that a machine however slow cannot miss what lasts some seconds: only `tick` moves it, in steps
 * so small that what follows from a timer comes in time for the next.
 */
export async function stopClock(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  const step = 50

  const tick = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += step) await page.clock.runFor(Math.min(step, ms - passed))
  }
  return {
    tick,
    /** Lets time pass until it is so, and says how much passed, in ms; answers and paints take no time of this clock. */
    async until(isSo: () => Promise<boolean>, atMost = 60_000) {
      let passed = 0
      for (; !(await isSo()); passed += step) {
        if (passed > atMost) throw new Error(`${atMost} ms of the page's time were not enough`)
        await page.clock.runFor(step)
      }
      return passed
    },
    go: () => page.clock.resume(),
  }
}
