import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Classes that name a side of the screen in place of the side where a line begins or ends. */
const sided =
  /(?<![\w-])(?:-?m[lr]-[\d[a]|p[lr]-[\d[]|(?:left|right)-[\d[a]|text-(?:left|right)(?![\w-])|border-l[-\s'"`]|border-r(?:-\d|[\s'"`]))/

test('no screen says left or right: languages that run the other way get the mirrored page', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  expect(files.length).toBeGreaterThan(60)
  const found = files.flatMap((name) =>
    readFileSync(join(root, name), 'utf8')
      .split('\n')
      // what is scaled from a corner stays in that corner
      .filter((line) => sided.test(line) && !line.includes('origin-top-left'))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
