import { createServer } from 'node:net'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Marks = Record<(typeof categories)[number], number>

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Of the machines for which Lighthouse's fourfold slowing makes a middling phone (its `docs/throttling.md`). */
const usualIndex = 1500

/**
 * Lighthouse on a page as a phone on a slow network sees it: the median of several runs, and what cost marks. A machine that is
 * slow, or busy with other things, is slowed down less, by what a first run measured of it.
 */
export async function marksOf(executablePath: string, url: string, runs = 3) {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath,
    args: [`--remote-debugging-port=${port}`, '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    const look = async (cpuSlowdownMultiplier: number) => {
      const throttling = { rttMs: 150, throughputKbps: 1638.4, cpuSlowdownMultiplier }
      const result = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'error', throttling })
      if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
      return result.lhr
    }
    const seen: Marks[] = []
    const costs = new Set<string>()
    let slowing = Math.max(1, 4 * Math.min(1, (await look(4)).environment.benchmarkIndex / usualIndex))
    for (let run = 0; run < runs; run += 1) {
      const lhr = await look(slowing)
      slowing = Math.max(1, 4 * Math.min(1, lhr.environment.benchmarkIndex / usualIndex))
      seen.push(
        Object.fromEntries(categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)])) as Marks,
      )
      for (const name of categories)
        for (const { id, weight } of lhr.categories[name]?.auditRefs ?? []) {
          const audit = lhr.audits[id]
          if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
            costs.add(`${name}: ${id} ${audit.score} ${audit.displayValue ?? ''}`)
        }
    }
    const marks = Object.fromEntries(categories.map((name) => [name, median(seen.map((run) => run[name]))])) as Marks
    return { marks, costs: [...costs] }
  } finally {
    await browser.close()
  }
}
