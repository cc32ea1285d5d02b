import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('areas are taken as `texts.area`: taken apart as an object, every page would carry every text', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const sources = files.map((name) => ({ name, source: readFileSync(join(root, name), 'utf8') }))
  const whole = sources
    .filter(({ source }) => source.includes('texts/texts.ts') && /[=(,]\s*texts\s*[;,)\n[]/.test(source))
    .map(({ name }) => name)
  expect(files.length).toBeGreaterThan(80)
  // drawn when the pages are built, not in a browser
  expect(whole.filter((name) => name !== 'texts/texts.test.ts')).toEqual([])
})
