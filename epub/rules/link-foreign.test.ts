import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { linkForeign } from './link-foreign.ts'

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

testRule(linkForeign, {
  cases: {
    'a link to a picture': {
      broken: book({ 'nav.xhtml': (text) => text.replace('<li><a', '<li><a href="picture.png">Dot</a></li>\n        <li><a') }),
      repaired: book({
        'nav.xhtml': (text) => text.replace('<li><a', '<li><a href="picture.png">Dot</a></li>\n        <li><a'),
        'picture-page.xhtml': page,
        'package.opf': (text) =>
          text.replace(
            'media-type="image/png"/>',
            'media-type="image/png" fallback="picture-page.xhtml"/>\n    <item id="picture-page.xhtml" href="picture-page.xhtml" media-type="application/xhtml+xml"/>',
          ),
      }),
    },
  },
})
