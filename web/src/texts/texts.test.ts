import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('areas are taken as `texts.area`: taken apart as an object, every page would carry every text', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const whole = files.filter((name) => /[=(,]\s*texts\s*[;,)\n[]/.test(readFileSync(join(root, name), 'utf8')))
  expect(files.length).toBeGreaterThan(80)
  // drawn when the pages are built, not in a browser
  expect(whole.filter((name) => name !== 'texts/texts.test.ts')).toEqual([])
})
