import { expect, test } from 'vitest'
import { book } from '../testing/book.ts'
import { swap } from '../testing/changes.ts'
import { applyRule } from '../testing/test-rule.ts'
import { kindleLanguage } from './kindle-language.ts'

test('a language that the store does not sell in is told and left', async () => {
  const spoken = book({ 'package.opf': swap('<dc:language>en<', '<dc:language>ru-RU<') })
  const { findings, result } = await applyRule(kindleLanguage, spoken)
  expect(findings).toMatchObject([{ before: 'ru-RU' }])
  expect(result).toBe(spoken)
  expect((await applyRule(kindleLanguage, book())).findings).toEqual([])
})
