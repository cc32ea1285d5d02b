import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { containerSchema } from './container-schema.ts'

testRule(containerSchema, {
  cases: {
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
