import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { manifestRemote } from './manifest-remote.ts'

testRule(manifestRemote, {
  cases: {
    'a sound on the web': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('</h1>', '</h1><audio src="https://example.org/a.mp3"></audio>') }),
      repaired: book({
        'chapter.xhtml': (text) => text.replace('</h1>', '</h1><audio src="https://example.org/a.mp3"></audio>'),
        'package.opf': (text) =>
          text.replace(
            '  </manifest>',
            '    <item id="a.mp3" href="https://example.org/a.mp3" media-type="audio/mpeg"/>\n  </manifest>',
          ),
      }),
    },
  },
})
