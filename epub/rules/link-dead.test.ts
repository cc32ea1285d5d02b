import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { linkDead } from './link-dead.ts'

testRule(linkDead, {
  cases: {
    'a link keeps its words': {
      broken: book({
        'chapter.xhtml': (text) => text.replace('</h1>', '</h1><p>See <a href="gone.xhtml" target="_blank">there</a>.</p>'),
      }),
      repaired: book({ 'chapter.xhtml': (text) => text.replace('</h1>', '</h1><p>See <a>there</a>.</p>') }),
    },
    'a style sheet and a font that are lost': {
      broken: book({
        'chapter.xhtml': (text) => text.replace('</title>', '</title><link rel="stylesheet" href="gone.css"/>'),
        'style.css':
          'body { margin: 1em; }\n@font-face { font-family: X; src: url(gone.ttf) }\np { background: url(gone.png); color: red }\n',
      }),
      repaired: book({
        'style.css': "body { margin: 1em; }\n@font-face { font-family: X; src: local('X') }\np { color: red }\n",
      }),
    },
    'an object keeps its place and its way out': {
      broken: book({
        'chapter.xhtml': (text) => text.replace('</h1>', '</h1><object id="film" data="gone.swf"><p>No film.</p></object>'),
      }),
      repaired: book({
        'chapter.xhtml': (text) =>
          text.replace('</h1>', '</h1><object id="film" type="application/octet-stream"><p>No film.</p></object>'),
      }),
    },
  },
})
