import { expect } from 'vitest'
import { book, filesOf, publicationFrom } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packagePages } from './package-pages.ts'

const empty = book({ 'chapter.xhtml': undefined, 'nav.xhtml': undefined, 'toc.ncx': undefined })
const page = `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml">
  <head>
    <title>picture</title>
  </head>
  <body>
    <p><img src="picture.png" alt="picture"/></p>
  </body>
</html>
`
const opf = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="pub-id">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    <dc:identifier id="pub-id">urn:uuid:12345678-1234-4234-8234-123456789abc</dc:identifier>
    <dc:title>A Small Book</dc:title>
    <dc:language>en</dc:language>
    <meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>
  </metadata>
  <manifest>
    <item id="style" href="style.css" media-type="text/css"/>
    <item id="picture" href="picture.png" media-type="image/png"/>
    <item id="picture.xhtml" href="picture.xhtml" media-type="application/xhtml+xml"/>
  </manifest>
  <spine>
    <itemref idref="picture.xhtml"/>
  </spine>
</package>
`

testRule(packagePages, {
  sound: [book(), book({ 'chapter.xhtml': undefined }), publicationFrom({ ...filesOf(empty), 'EPUB/picture.png': '' })],
  cases: {
    'nothing but a picture is left': {
      broken: empty,
      repaired: publicationFrom({
        'META-INF/container.xml': filesOf(empty)['META-INF/container.xml']!,
        'EPUB/package.opf': opf,
        'EPUB/style.css': filesOf(empty)['EPUB/style.css']!,
        'EPUB/picture.png': empty.resources.get('EPUB/picture.png')!.bytes!,
        'EPUB/picture.xhtml': page,
      }),
      also: ([finding]) => expect(finding?.path).toBe('EPUB/package.opf'),
    },
  },
})
