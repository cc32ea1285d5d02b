import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { containerMissing } from './container-missing.ts'

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
`

testRule(containerMissing, {
  cases: {
    'a lost signpost is written anew': {
      broken: book({ 'META-INF/container.xml': undefined }),
      repaired: book(),
    },
    'one in the wrong case gets its name': {
      broken: book({ 'META-INF/container.xml': undefined, '/meta-inf/Container.xml': container }),
      repaired: book(),
    },
  },
})
