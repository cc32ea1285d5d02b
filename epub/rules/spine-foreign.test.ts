import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { spineForeign } from './spine-foreign.ts'

const page = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml">
  <head>
    <title>picture.png</title>
  </head>
  <body>
    <p><img src="picture.png" alt="picture.png"/></p>
  </body>
</html>
`

testRule(spineForeign, {
  cases: {
    'a picture among the pages': {
      broken: book({
        'package.opf': (text) =>
          text.replace('    <itemref idref="chapter"/>\n', '    <itemref idref="chapter"/>\n    <itemref idref="picture"/>\n'),
      }),
      repaired: book({
        'picture-page.xhtml': page,
        'package.opf': (text) =>
          text
            .replace(
              'href="picture.png" media-type="image/png"/>',
              'href="picture.png" media-type="image/png" fallback="picture-page.xhtml"/>\n    <item id="picture-page.xhtml" href="picture-page.xhtml" media-type="application/xhtml+xml"/>',
            )
            .replace('    <itemref idref="chapter"/>\n', '    <itemref idref="chapter"/>\n    <itemref idref="picture"/>\n'),
      }),
    },
  },
})
