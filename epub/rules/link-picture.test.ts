import { expect, test } from 'vitest'
import { placeholderSvg } from '../package/placeholder.ts'
import { book } from '../testing/book.ts'
import { applyRule, testRule } from '../testing/test-rule.ts'
import { linkPicture } from './link-picture.ts'

testRule(linkPicture, {
  cases: {
    'a lost picture keeps its place': {
      broken: book({ 'picture.png': undefined }),
      repaired: book({
        'picture.png': undefined,
        'picture-missing.svg': placeholderSvg('A grey dot'),
        'chapter.xhtml': (text) => text.replace('picture.png', 'picture-missing.svg'),
        'package.opf': (text) =>
          text.replace('picture.png" media-type="image/png"', 'picture-missing.svg" media-type="image/svg+xml"'),
      }),
    },
    'a picture on the web that is in the book': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('src="picture.png"', 'src="https://example.org/img/picture.png"') }),
      repaired: book(),
    },
    'no address at all, but words': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('src="picture.png"', 'src=" "') }),
      repaired: book({
        'picture0-missing.svg': placeholderSvg('A grey dot'),
        'chapter.xhtml': (text) => text.replace('src="picture.png"', 'src="picture0-missing.svg"'),
        'package.opf': (text) =>
          text.replace(
            '  </manifest>',
            '    <item id="picture0-missing.svg" href="picture0-missing.svg" media-type="image/svg+xml"/>\n  </manifest>',
          ),
      }),
    },
  },
})

test('a book full of lost pictures does not become a book of frames', async () => {
  const lost = (count: number) =>
    book({
      'chapter.xhtml': (text) =>
        text.replace(
          '</body>',
          `${Array.from({ length: count }, (_, i) => `<p><img src="lost${i}.png" alt=""/></p>`).join('')}</body>`,
        ),
    })
  const { result, findings } = await applyRule(linkPicture, lost(3000))
  expect(findings).toHaveLength(3000)
  expect(result.resources.size).toBeLessThan(300)
  expect((await applyRule(linkPicture, result)).findings).toEqual([])
})
