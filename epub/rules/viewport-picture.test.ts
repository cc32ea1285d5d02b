import { expect, test } from 'vitest'
import { book } from '../testing/book.ts'
import { all, inHead, inMetadata } from '../testing/changes.ts'
import { applyRule } from '../testing/test-rule.ts'
import { viewportPicture } from './viewport-picture.ts'

test('what only the maker of a fixed layout can decide is told and left', async () => {
  const layout = (more = '') => inMetadata(`<meta property="rendition:layout">pre-paginated</meta>${more}`)['package.opf']
  const size = inHead('<meta name="viewport" content="width=600, height=800"/>')
  const both = book({ 'package.opf': all(layout('<meta property="rendition:spread">both</meta>')), ...size })
  const { findings, result } = await applyRule(viewportPicture, both)
  expect(findings).toMatchObject([{ before: 'both' }])
  expect(result).toBe(both)

  const tiny = book({ 'package.opf': all(layout()), ...inHead('<meta name="viewport" content="width=0.4, height=0.4"/>') })
  expect((await applyRule(viewportPicture, tiny)).findings).toMatchObject([{ note: expect.stringContaining('1 × 1 pixels') }])
  expect((await applyRule(viewportPicture, book({ 'package.opf': all(layout()), ...size }))).findings).toEqual([])
})
