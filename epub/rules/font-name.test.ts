import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { fonts } from '../node/fonts.ts'
import { book, withItems } from '../testing/book.ts'
import { applyRule } from '../testing/test-rule.ts'
import { fontName } from './font-name.ts'

const plex = createRequire(import.meta.url).resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2')

test('a font that style calls by another name is told and left', async () => {
  const font = (await fonts.fromWoff2(readFileSync(plex)))!
  const called = (name: string) =>
    book({
      'a.ttf': font,
      'style.css': `@font-face { font-family: "${name}"; src: url(a.ttf) }\n`,
      'package.opf': withItems({ id: 'font', href: 'a.ttf', type: 'font/ttf' }),
    })
  const other = called('Body Text')
  const { findings, result } = await applyRule(fontName, other)
  expect(findings).toMatchObject([{ before: 'Body Text', after: 'IBM Plex Mono' }])
  expect(result).toBe(other)
  expect((await applyRule(fontName, called('IBM Plex Mono'))).findings).toEqual([])
})
