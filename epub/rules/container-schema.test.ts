import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { containerSchema } from './container-schema.ts'

testRule(containerSchema, {
  cases: {
    'words and elements that say nothing': {
      broken: book({
        'META-INF/container.xml': (text) =>
          text.replace('<rootfiles>', 'a<p>b</p><rootfiles>').replace('<rootfile ', '<em/><rootfile '),
      }),
      repaired: book(),
    },
    'a signpost inside another element': {
      broken: book({
        'META-INF/container.xml': (text) => text.replace('<rootfile ', '<div><rootfile ').replace('/>', '/></div>'),
      }),
      repaired: book(),
    },
    'no version and a stray attribute': {
      broken: book({ 'META-INF/container.xml': (text) => text.replace('version="1.0" xmlns=', 'class="x" xmlns=') }),
      repaired: book({
        'META-INF/container.xml': (text) =>
          text.replace(
            'version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"',
            'xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"',
          ),
      }),
    },
  },
})
