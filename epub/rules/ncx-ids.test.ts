import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { ncxIds } from './ncx-ids.ts'

const point = (id: string) =>
  `<navPoint id="${id}"><navLabel><text>Zero</text></navLabel><content src="chapter.xhtml"/></navPoint>`

testRule(ncxIds, {
  cases: {
    'no id and two equal ones': {
      broken: book({ 'toc.ncx': (text) => text.replace('<navPoint', `${point('point-1')}<navPoint`) }),
      repaired: book({
        'toc.ncx': (text) =>
          text
            .replace('<navPoint', `${point('point-1')}<navPoint`)
            .replace(/id="point-1" playOrder="1"/, 'id="point-1-2" playOrder="1"'),
      }),
    },
  },
})
