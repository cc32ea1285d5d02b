import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { renditionMapping } from './rendition-mapping.ts'

const mapping = (
  head: string,
  type: string,
) => `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
  <head>
    <meta charset="utf-8"/>${head}
  </head>
  <body>
    <nav${type}><ul><li><a href="EPUB/package.opf#epubcfi(/6/2)"></a></li><li><a href="OTHER/package.opf#epubcfi(/6/2)"></a></li></ul></nav>
  </body>
</html>
`
const stated = '\n    <meta name="epub.multiple.renditions.version" content="1.0"/>'
const map = ' epub:type="resource-map"'
const renditions = (type: string, head: string, kind: string) =>
  book({
    'META-INF/container.xml': (text) =>
      text.replace('</container>', `<links><link href="map.xhtml" rel="mapping" media-type="${type}"/></links></container>`),
    '/map.xhtml': mapping(head, kind),
  })

const metadata = (modified: string) =>
  book({
    'META-INF/metadata.xml': `<metadata xmlns="http://www.idpf.org/2013/metadata">${modified}</metadata>`,
  })

testRule(renditionMapping, {
  sound: [book(), renditions('application/xhtml+xml', stated, map)],
  cases: {
    'a map that is not called one': {
      broken: renditions('text/html', '', ' epub:type="toc"'),
      repaired: renditions('application/xhtml+xml', stated, ' epub:type="toc resource-map"'),
    },
    'metadata of the whole that do not say when': {
      broken: metadata(''),
      repaired: metadata('<meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>'),
    },
  },
})
