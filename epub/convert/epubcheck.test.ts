import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { nodeCodec } from '../node/codec.ts'
import { createJudge } from '../node/judge.ts'
import { pictures } from '../node/pictures.ts'
import { fromBytes } from '../source.ts'
import { smallManuscripts } from '../testing/manuscripts/all.ts'
import { convert } from './convert.ts'
import { type ConversionOptions, chapterDetections, defaultOptions } from './formats.ts'

const manuscripts = await smallManuscripts()
const folder = mkdtempSync(join(tmpdir(), 'bookmender-epubcheck-'))
const judge = createJudge()
afterAll(async () => {
  await judge?.close()
  rmSync(folder, { recursive: true, force: true })
})

const yesNo = [true, false]
const allOptions: readonly ConversionOptions[] = chapterDetections.flatMap((chapterDetection) =>
  yesNo.flatMap((preserveFormatting) =>
    yesNo.flatMap((includeMetadata) =>
      yesNo.flatMap((generateTOC) =>
        yesNo.flatMap((embedFonts) =>
          [30, 100].map((imageQuality) => ({
            chapterDetection,
            preserveFormatting,
            includeMetadata,
            generateTOC,
            embedFonts,
            imageQuality,
          })),
        ),
      ),
    ),
  ),
)

/** Everything the other way round. */
const opposite: ConversionOptions = {
  preserveFormatting: false,
  includeMetadata: false,
  generateTOC: false,
  chapterDetection: 'none',
  embedFonts: false,
  imageQuality: 30,
}

/** Every combination only where there is time. */
const chosen = process.env.BOOKMENDER_FULL ? [defaultOptions, ...allOptions] : [defaultOptions, opposite]

describe.skipIf(!judge)('EPUBCheck says nothing at all, neither error nor warning', () => {
  test.each(Object.keys(manuscripts).flatMap((name) => (['epub', 'epub2', 'kepub'] as const).map((to) => [name, to] as const)))(
    '%s as %s',
    { timeout: 3_600_000 },
    async (name, to) => {
      const file = join(folder, `book-${to}.epub`)
      const said: string[] = []
      const seen = new Set<string>()
      for (const options of chosen) {
        const { bytes } = await convert(fromBytes(manuscripts[name]!), { to, name, options, codec: nodeCodec, pictures })
        const sum = Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
        // Options that change nothing in this manuscript give the same book, which is judged once.
        if (seen.has(sum)) continue
        seen.add(sum)
        writeFileSync(file, bytes)
        const { messages } = await judge!.check(file)
        said.push(...messages.map((message) => `${JSON.stringify(options)}: ${JSON.stringify(message)}`))
      }
      expect(said.slice(0, 5)).toEqual([])
      if (chosen.length > 1)
        console.log(`${name} as ${to}: ${chosen.length} sets of options, ${seen.size} books, ${said.length} messages`)
    },
  )
})
