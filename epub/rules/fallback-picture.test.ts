import { book, withItems } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { fallbackPicture } from './fallback-picture.ts'

const strange = { 'a.xyz': 'x', 'package.opf': withItems({ id: 'a', href: 'a.xyz', type: 'image/vnd.xyz' }) }
const picture = (inside: string) => (text: string) => text.replace('</h1>', `</h1><p><picture>${inside}</picture></p>`)

testRule(fallbackPicture, {
  cases: {
    'two sizes of a strange kind': {
      broken: book({ ...strange, 'chapter.xhtml': picture('<img src="picture.png" srcset="a.xyz" alt="x"/>') }),
      repaired: book({
        ...strange,
        'chapter.xhtml': picture('<source srcset="a.xyz" type="image/vnd.xyz"/><img src="picture.png" alt="x"/>'),
      }),
    },
  },
})
