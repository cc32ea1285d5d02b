import { expect, test } from 'vitest'
import { checkPublication } from '../check/check.ts'
import { schemas } from '../node/schemas.ts'
import { readingOrder } from '../package/package.ts'
import { book, filesOf, withItems } from '../testing/book.ts'
import { all, inChapter, put, simple, swap } from '../testing/changes.ts'
import { applyRule } from '../testing/test-rule.ts'
import { wordsOf } from '../text.ts'
import { largestPage, pageSplit } from './page-split.ts'

const parts = (count: number) =>
  Array.from(
    { length: count },
    (_, i) =>
      `<h2 id="part-${i}">Part ${i}</h2>\n<p>${'A long day. '.repeat(400)}<a href="#part-${(i + 50) % count}">On</a></p>\n`,
  ).join('')
const large = book({
  ...inChapter(parts(120)),
  'two.xhtml': simple('<a href="chapter.xhtml#part-99">Near the end</a> <a href="chapter.xhtml">start</a>'),
  'nav.xhtml': put('      </ol>', '        <li><a href="chapter.xhtml#part-60">Sixty</a></li>\n'),
  'package.opf': all(withItems({ id: 'two', href: 'two.xhtml', type: 'application/xhtml+xml' })),
})

test('a page too large becomes several, cut at headings, and every link finds its place', async () => {
  const { result } = await applyRule(pageSplit, large)
  const order = readingOrder(result)
  const own = order.filter((path) => path !== 'EPUB/two.xhtml')
  expect(order.at(-1)).toBe('EPUB/two.xhtml')
  expect(own.length).toBeGreaterThan(2)
  for (const path of own) expect(result.resources.get(path)!.size).toBeLessThan(largestPage)
  const files = filesOf(result)
  for (const path of own.slice(1)) expect(files[path]).toMatch(/<body>\s*<h2 id="part-\d+"/)
  const words = (paths: readonly string[], publication = result) =>
    paths.flatMap((path) => wordsOf(publication.resources.get(path)!))
  expect(words(order)).toEqual(words(['EPUB/chapter.xhtml', 'EPUB/two.xhtml'], large))
  expect(await checkPublication(result, { schemas })).toEqual([])
  expect((await applyRule(pageSplit, result)).result).toBe(result)
})

test('a page that is small, scripted, read aloud or one block is left alone', async () => {
  for (const whole of [
    book(),
    book(inChapter(`${parts(120)}<script>a()</script>`)),
    book({ ...inChapter(parts(120)), 'package.opf': swap('id="chapter"', 'id="chapter" media-overlay="smil"') }),
    book({ 'chapter.xhtml': swap('It was', 'It was '.repeat(60_000)) }),
  ]) {
    expect((await applyRule(pageSplit, whole)).result).toBe(whole)
  }
})
