import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packageDoctype } from './package-doctype.ts'

testRule(packageDoctype, {
  sound: [book(), book({ 'package.opf': (text) => text.replace('<package', '<!DOCTYPE package>\n<package') })],
  cases: {
    'a DTD of the year 2000': {
      broken: book({
        'package.opf': (text) =>
          text.replace(
            '<package',
            '<!DOCTYPE package PUBLIC "+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" "http://openebook.org/dtds/oeb-1.2/oebpkg12.dtd">\n<package',
          ),
      }),
      repaired: book(),
    },
  },
})
