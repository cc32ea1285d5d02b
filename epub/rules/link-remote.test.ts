import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { linkRemote } from './link-remote.ts'

const style = (css: string) => book({ 'style.css': css })

testRule(linkRemote, {
  sound: [book(), style('@font-face { font-family: A; src: url(https://example.org/a.woff) }')],
  cases: {
    'a picture that style takes from the web': {
      broken: style('p { background: url(http://example.org/x.png); margin: 0 }'),
      repaired: style('p { margin: 0 }'),
    },
    'a style sheet that style takes from the web, and one from a disk': {
      broken: style('@import url(http://example.org/x.css);p { margin: 0; background: url(file:///c:/x.png) }'),
      repaired: style('p { margin: 0; }'),
    },
    'a font on a disk: the one in the book stays': {
      broken: style('@font-face { font-family: A; src: url(file:///c:/a.ttf), url(a.ttf) }'),
      repaired: style('@font-face { font-family: A; src: url(a.ttf) }'),
    },
    'a script and a frame on the web': {
      broken: book({
        'chapter.xhtml': (text) =>
          text.replace(
            '</h1>',
            '</h1><script src="https://example.org/a.js"></script><iframe src="https://example.org/">Go there</iframe>',
          ),
      }),
      repaired: book({ 'chapter.xhtml': (text) => text.replace('</h1>', '</h1><a href="https://example.org/">Go there</a>') }),
    },
  },
})
