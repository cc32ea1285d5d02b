import { expect, test } from 'vitest'
import { textOf } from '../publication.ts'
import { book } from '../testing/book.ts'
import { applyRule, testRule } from '../testing/test-rule.ts'
import { idUnique } from './id-unique.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(idUnique, {
  cases: {
    'the first keeps it': {
      broken: swapped('<p>It', '<p id="one">x</p><p id="one-2">y</p><p>It'),
      repaired: swapped('<p>It', '<p id="one-3">x</p><p id="one-2">y</p><p>It'),
    },
  },
})

test('an id that stands everywhere is numbered a thousand times, then it goes', async () => {
  const { result } = await applyRule(idUnique, swapped('<p>It', `${'<p id="one">x</p>'.repeat(3000)}<p>It`))
  const ids = textOf(result.resources.get('EPUB/chapter.xhtml')!).match(/ id="[^"]*"/g)!
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeLessThan(1100)
})
