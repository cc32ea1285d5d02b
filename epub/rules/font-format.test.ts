import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { fontFacts } from '../content/font.ts'
import { fonts } from '../node/fonts.ts'
import { applyPatches } from '../patch.ts'
import { book, filesOf, withItems } from '../testing/book.ts'
import { applyRule } from '../testing/test-rule.ts'
import { fontFormat } from './font-format.ts'

const woff2 = Uint8Array.from(
  readFileSync(createRequire(import.meta.url).resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2')),
)
const broken = book({
  'fonts/plex.woff2': woff2,
  'style.css': '@font-face { font-family: Plex; src: url("fonts/plex.woff2") format("woff2") }\n',
  'package.opf': withItems({ id: 'plex', href: 'fonts/plex.woff2', type: 'font/woff2' }),
})

test('the font inside a WOFF2 takes its place, and style and package follow', async () => {
  const { findings, result } = await applyRule(fontFormat, broken, { fonts })
  expect(findings).toMatchObject([{ before: 'plex.woff2', after: 'plex.ttf' }])
  const files = filesOf(result)
  expect(files['EPUB/style.css']).toContain('url("fonts/plex.ttf") format("truetype")')
  expect(files['EPUB/package.opf']).toContain('href="fonts/plex.ttf" media-type="font/ttf"')
  expect(fontFacts(result.resources.get('EPUB/fonts/plex.ttf')!.bytes!)?.families).toContain('IBM Plex Mono')
  expect((await applyRule(fontFormat, result, { fonts })).findings).toEqual([])
})

test('a font that cannot be unpacked, and a machine without the library, change nothing', async () => {
  const cut = applyPatches(broken, [{ kind: 'write', path: 'EPUB/fonts/plex.woff2', content: woff2.slice(0, 600) }])
  expect((await applyRule(fontFormat, cut, { fonts })).result).toBe(cut)
  expect((await applyRule(fontFormat, broken)).result).toBe(broken)
  expect((await applyRule(fontFormat, book(), { fonts })).findings).toEqual([])
})
