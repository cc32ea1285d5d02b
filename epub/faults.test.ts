import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPublication } from './check/check.ts'
import type { Message } from './check/message.ts'
import { nodeCodec } from './node/codec.ts'
import { schemas } from './node/schemas.ts'
import { isWorse } from './node/tasks.ts'
import { openPublication } from './ocf/open.ts'
import { repair } from './repair.ts'
import { fromBytes, toBytes } from './source.ts'
import { bytesOf } from './testing/book.ts'
import { breakBook, breakFiles } from './testing/breaker.ts'
import { numberedWords } from './testing/numbered-words.ts'
import { publicationOfRandom, randomBook } from './testing/random-book.ts'

const full = Boolean(process.env.BOOKMENDER_FULL)
/** Always the same books and faults, so that a failure can be looked at; the full run takes others too. */
const seed = 20261121

const codec = nodeCodec
const mended = async (bytes: Uint8Array) => {
  const { report, parts, changed } = await repair(fromBytes(bytes), { schemas, codec })
  return { report, changed, bytes: await toBytes(parts) }
}

const placed = ({ id, path, line, column }: Message) => `${id} ${path} ${line}:${column}`

describe('random faults in random books', () => {
  test(
    'no word is lost, nothing is worse, nothing breaks, and a second repair changes nothing',
    { timeout: full ? 1_200_000 : 120_000 },
    () =>
      fc.assert(
        fc.asyncProperty(randomBook, fc.integer({ min: 0, max: 1_000_000 }), async (made, fault) => {
          const { broken, faults } = breakFiles(publicationOfRandom(made), fault)
          const bytes = await bytesOf(broken)
          const result = await mended(bytes)
          const said = `${faults.join('; ')}`
          expect(
            result.report.failures.filter(({ reason }) => reason.startsWith('threw')),
            said,
          ).toEqual([])
          expect(isWorse(result.report), said).toBe(false)

          const after = await openPublication(fromBytes(result.bytes), { codec })
          const fresh = await checkPublication(after, { schemas })
          expect(result.report.after.messages.map(placed), `what was kept of earlier checks, after ${said}`).toEqual(
            fresh.map(placed),
          )
          const kept = numberedWords(after)
          const lost = numberedWords(broken).difference(kept)
          expect([...lost], said).toEqual([])

          const again = await mended(result.bytes)
          expect(Buffer.compare(again.bytes, result.bytes), `a second repair after ${said}`).toBe(0)
        }),
        { numRuns: full ? 1500 : 60, seed },
      ),
  )
})

const inputs = full ? 10_000 : 300
const perTest = 100
/** What one small mangled book may take on a busy machine. */
const bounds = { seconds: 10, megabytes: 900 }

describe('mangled archives', () => {
  const sources = fc.sample(randomBook, { numRuns: 40, seed }).map(publicationOfRandom)
  const runs = Array.from({ length: inputs / perTest }, (_, at) => at * perTest)

  test.each(runs)('from %i on: a result or a refusal, in time', { timeout: 300_000 }, async (from) => {
    for (let at = from; at < from + perTest; at++) {
      const { broken, faults } = await breakBook(sources[at % sources.length]!, at)
      const said = `${at}: ${faults.join('; ')}`
      const started = performance.now()
      try {
        const { report } = await mended(broken)
        expect(
          report.failures.filter(({ reason }) => reason.startsWith('threw')),
          said,
        ).toEqual([])
      } catch (error) {
        expect(error, said).toHaveProperty('name', 'BookRefused')
        expect((error as Error).message, said).toMatch(/^[A-Z].*\.$/s)
      }
      expect((performance.now() - started) / 1000, said).toBeLessThan(bounds.seconds)
    }
    expect(process.memoryUsage().rss / 1_048_576).toBeLessThan(bounds.megabytes)
  })
})
