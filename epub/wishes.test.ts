import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nodeCodec } from './node/codec.ts'
import { pictures } from './node/pictures.ts'
import { schemas } from './node/schemas.ts'
import { isWorse } from './node/tasks.ts'
import { openPublication } from './ocf/open.ts'
import { applyPatches } from './patch.ts'
import { platforms } from './platforms/platform.ts'
import { type Publication, textOf } from './publication.ts'
import { type RepairOptions, repair } from './repair.ts'
import { fromBytes, toBytes } from './source.ts'
import { bytesOf } from './testing/book.ts'
import { breakFiles } from './testing/breaker.ts'
import { numberedWords } from './testing/numbered-words.ts'
import { publicationOfRandom, randomBook } from './testing/random-book.ts'

const full = Boolean(process.env.BOOKMENDER_FULL)
const seed = 20261121
const codec = nodeCodec

const wishes = fc.record({
  ask: fc.uniqueArray(fc.constantFrom(19, 20, 22, 23, 24, 25, 26, 28, 30), { maxLength: 9 }),
  targets: fc.uniqueArray(fc.constantFrom(...platforms), { maxLength: 3 }),
  upgrade: fc.boolean(),
})
type Wishes = Pick<RepairOptions, 'ask' | 'targets' | 'upgrade'>

/** What somebody may wish something about, put into a page or a style sheet that is sound otherwise. */
const spices: Readonly<Record<'page' | 'style' | 'metadata', readonly string[]>> = {
  page: [
    '<p class="calibre2">s1</p><p class="calibre3" data-AmznRemoved="mobi7">s2</p>',
    '<table><tr><th>s3</th><th>s4</th></tr><tr><th>s5</th><td>s6</td></tr></table>',
    '<p style="display: flex; margin: -1em; font-family: Garamond">s7</p>',
    '<div style="position: absolute">s8\u00ads9</div>',
  ],
  style: [
    '.calibre2 { margin: 0 }\n.calibre3 { margin: 0 }\n',
    ':root { --a: 2em }\np { margin: var(--a); padding: min(1em, 20px) }\n',
    '@supports (display: grid) { p { display: grid } }\ndiv { display: inline-flex; gap: 1em }\n',
    'p { font-family: Courier New; margin-left: -2em; position: fixed }\n',
    '.nobody { color: red }\n',
  ],
  metadata: ['<meta name="calibre:timestamp" content="2020"/>', '<meta name="calibre:series" content="S"/>'],
}

const spiced = fc.record({
  page: fc.subarray([...spices.page]),
  style: fc.subarray([...spices.style]),
  metadata: fc.subarray([...spices.metadata]),
})

function seasoned(publication: Publication, { page, style, metadata }: { page: string[]; style: string[]; metadata: string[] }) {
  const insert = (path: string, before: string, text: string) => {
    const resource = publication.resources.get(path)!
    const at = before ? textOf(resource).indexOf(before) : 0
    return { kind: 'text' as const, path, span: [at, at] as const, after: text }
  }
  return applyPatches(publication, [
    insert('EPUB/chapter.xhtml', '</body>', page.join('')),
    insert('EPUB/style.css', '', style.join('')),
    insert('EPUB/package.opf', '</metadata>', metadata.join('')),
  ])
}

const mended = async (bytes: Uint8Array, options: Wishes) => {
  const { report, parts } = await repair(fromBytes(bytes), { ...options, schemas, codec, pictures })
  return { report, bytes: await toBytes(parts) }
}

async function holds(publication: Publication, options: Wishes, said: string) {
  const bytes = await bytesOf(publication)
  const result = await mended(bytes, options)
  expect(
    result.report.failures.filter(({ reason }) => reason.startsWith('threw')),
    said,
  ).toEqual([])
  expect(isWorse(result.report), said).toBe(false)
  if (result.report.before.valid) expect(result.report.after.valid, said).toBe(true)
  const kept = numberedWords(await openPublication(fromBytes(result.bytes), { codec }))
  expect([...numberedWords(publication).difference(kept)], said).toEqual([])
  const again = await mended(result.bytes, options)
  expect(Buffer.compare(again.bytes, result.bytes), `a second time: ${said}`).toBe(0)
  return result
}

test(
  'whatever is wished of a book, sound or not: no word is lost, nothing is worse, and a second time nothing changes',
  { timeout: full ? 1_200_000 : 120_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        randomBook,
        spiced,
        wishes,
        fc.option(fc.integer({ min: 0, max: 1_000_000 })),
        async (made, spice, options, fault) => {
          const sound = seasoned(publicationOfRandom(made), spice)
          const { broken, faults } = fault === null ? { broken: sound, faults: [] } : breakFiles(sound, fault)
          await holds(broken, options, `${JSON.stringify(options)} ${faults.join('; ')}`)
        },
      ),
      { numRuns: full ? 1000 : 50, seed },
    ),
)
