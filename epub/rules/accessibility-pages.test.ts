import { expect, test } from 'vitest'
import { book } from '../testing/book.ts'
import { inMetadata, swap } from '../testing/changes.ts'
import { applyRule } from '../testing/test-rule.ts'
import { accessibilityPages } from './accessibility-pages.ts'

const pages = {
  'nav.xhtml': swap('</nav>', '</nav><nav epub:type="page-list"><ol><li><a href="chapter.xhtml">1</a></li></ol></nav>'),
}

test('printed pages without their edition are told and left', async () => {
  const { findings, result } = await applyRule(accessibilityPages, book(pages))
  expect(findings).toHaveLength(1)
  expect(result.resources.size).toBe(book(pages).resources.size)
  expect(
    (await applyRule(accessibilityPages, book({ ...pages, ...inMetadata('<dc:source>urn:isbn:9780000000002</dc:source>') })))
      .findings,
  ).toEqual([])
  expect((await applyRule(accessibilityPages, book())).findings).toEqual([])
})
