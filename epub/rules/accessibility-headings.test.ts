import { expect, test } from 'vitest'
import { book } from '../testing/book.ts'
import { inChapter } from '../testing/changes.ts'
import { applyRule } from '../testing/test-rule.ts'
import { accessibilityHeadings } from './accessibility-headings.ts'

test('a step that is missing is told and left', async () => {
  const stepped = book(inChapter('<h2>a</h2><h4>b</h4><h2>c</h2>'))
  const { findings, result } = await applyRule(accessibilityHeadings, stepped)
  expect(findings).toMatchObject([{ before: '<h4>', note: 'A heading of level 4 follows one of level 2.' }])
  expect(result).toBe(stepped)
  expect((await applyRule(accessibilityHeadings, book())).findings).toEqual([])
})
