import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packageNamespace } from './package-namespace.ts'

testRule(packageNamespace, {
  cases: {
    'Dublin Core was never declared': {
      broken: book({ 'package.opf': (text) => text.replace(' xmlns:dc="http://purl.org/dc/elements/1.1/"', '') }),
      repaired: book(),
    },
    'the namespace of another century': {
      broken: book({
        'package.opf': (text) => text.replace('http://www.idpf.org/2007/opf', 'http://openebook.org/namespaces/oeb-package/1.0/'),
      }),
      repaired: book(),
    },
  },
})
