import { expect, test } from 'vitest'
import { checkPublication } from '../check/check.ts'
import { schemas } from '../node/schemas.ts'
import { book, filesOf } from '../testing/book.ts'
import { inChapter } from '../testing/changes.ts'
import { applyRule } from '../testing/test-rule.ts'
import { residualSearch } from './residual-search.ts'

const context = { schemas, lastResort: true }

test.each([
  ['an element that nobody knows', '<p>a <blink>b</blink></p>', '<p>a b</p>'],
  ['an attribute that nobody knows', '<p colour="red">a</p>', '<p>a</p>'],
  ['an element without what it must hold', '<ruby></ruby><p>a</p>', '<p>a</p>'],
])('%s: the edit that removes the message is kept', async (_, before, after) => {
  const broken = book(inChapter(before))
  const { result } = await applyRule(residualSearch, broken, context)
  expect(filesOf(result)['EPUB/chapter.xhtml']).toBe(filesOf(book(inChapter(after)))['EPUB/chapter.xhtml'])
  expect(await checkPublication(result, { schemas })).toEqual([])
})

test('what no edit answers is left, and nothing is tried before the others had their turn', async () => {
  const gone = book(inChapter('<p><img src="gone.png" alt=""/></p>'))
  expect((await applyRule(residualSearch, gone, context)).result).toBe(gone)
  const broken = book(inChapter('<p>a <blink>b</blink></p>'))
  expect((await applyRule(residualSearch, broken, { schemas })).findings).toEqual([])
})
