import { drawn, type Scene } from './picture.ts'
import type { Text } from './texts/chapter.ts'

/** Text files as lines, the rest as bytes, by container path, in the order of the archive. */
export type Files = Map<string, string[] | Uint8Array>

export interface Design {
  readonly text: Text
  /** UUID of the publication. */
  readonly id: string
  /** The first is the cover, the others stand at the heads of the chapters. */
  readonly scenes: readonly Scene[]
  /** Declarations of the style sheet, a line each. */
  readonly styles: readonly string[]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const number = (index: number) => String(index + 1).padStart(2, '0')

/** The book as it was before anything went wrong: EPUB 3 without one message of EPUBCheck. */
export function soundBook(design: Design): Files {
  const names = pictureNames(design)
  return new Map<string, string[] | Uint8Array>([
    ...soundText(design),
    ...design.scenes.map((scene, index) => [`EPUB/images/${names[index]}`, drawn(scene)] as const),
  ])
}

const pictureNames = ({ scenes }: Design) =>
  scenes.map((_, index) => (index === 0 ? 'cover.png' : `plate-${number(index - 1)}.png`))

/** The same without its pictures, which take long to draw. */
export function soundText(design: Design): Map<string, string[]> {
  const { text, id, styles } = design
  const { title, author, language, source, chapters } = text
  const names = chapters.map((_, index) => `chapter-${number(index)}.xhtml`)
  const pictures = pictureNames(design)
  const page = (heading: string, body: readonly string[], more = '') => [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE html>',
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}" lang="${language}">`,
    '<head>',
    `<title>${escaped(heading)}</title>`,
    '<link rel="stylesheet" type="text/css" href="../styles/book.css"/>',
    ...(more ? [more] : []),
    '</head>',
    '<body>',
    ...body,
    '</body>',
    '</html>',
    '',
  ]
  const files = new Map<string, string[]>()
  files.set('mimetype', ['application/epub+zip'])
  files.set('META-INF/container.xml', [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">',
    '<rootfiles>',
    '<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>',
    '</rootfiles>',
    '</container>',
    '',
  ])
  files.set('EPUB/package.opf', [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid" xml:lang="${language}">`,
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<dc:identifier id="uid">urn:uuid:${id}</dc:identifier>`,
    `<dc:title id="title">${escaped(title)}</dc:title>`,
    `<dc:creator id="author">${escaped(author)}</dc:creator>`,
    `<dc:language>${language}</dc:language>`,
    `<dc:source>${escaped(source)}</dc:source>`,
    '<dc:publisher>Bookmender demo shelf</dc:publisher>',
    '<dc:date>2025-01-01</dc:date>',
    '<meta property="dcterms:modified">2025-01-01T00:00:00Z</meta>',
    '<meta name="cover" content="cover-image"/>',
    '</metadata>',
    '<manifest>',
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    '<item id="style" href="styles/book.css" media-type="text/css"/>',
    '<item id="cover-page" href="text/cover.xhtml" media-type="application/xhtml+xml"/>',
    ...names.map((name, index) => `<item id="c${number(index)}" href="text/${name}" media-type="application/xhtml+xml"/>`),
    '<item id="cover-image" href="images/cover.png" media-type="image/png" properties="cover-image"/>',
    ...pictures.slice(1).map((name, index) => `<item id="p${number(index)}" href="images/${name}" media-type="image/png"/>`),
    '</manifest>',
    '<spine toc="ncx">',
    '<itemref idref="cover-page"/>',
    ...names.map((_, index) => `<itemref idref="c${number(index)}"/>`),
    '</spine>',
    '<guide>',
    '<reference type="cover" title="Cover" href="text/cover.xhtml"/>',
    '</guide>',
    '</package>',
    '',
  ])
  files.set('EPUB/nav.xhtml', [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE html>',
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}" lang="${language}">`,
    '<head>',
    `<title>${escaped(title)}</title>`,
    '</head>',
    '<body>',
    '<nav epub:type="toc" id="toc">',
    '<ol>',
    ...chapters.map(({ heading }, index) => `<li><a href="text/${names[index]}">${escaped(heading)}</a></li>`),
    '</ol>',
    '</nav>',
    '</body>',
    '</html>',
    '',
  ])
  files.set('EPUB/toc.ncx', [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="${language}">`,
    '<head>',
    `<meta name="dtb:uid" content="urn:uuid:${id}"/>`,
    '</head>',
    `<docTitle><text>${escaped(title)}</text></docTitle>`,
    '<navMap>',
    ...chapters.map(
      ({ heading }, index) =>
        `<navPoint id="n${number(index)}" playOrder="${index + 1}"><navLabel><text>${escaped(heading)}</text></navLabel><content src="text/${names[index]}"/></navPoint>`,
    ),
    '</navMap>',
    '</ncx>',
    '',
  ])
  files.set('EPUB/styles/book.css', [...styles, ''])
  files.set(
    'EPUB/text/cover.xhtml',
    page(title, [`<div><img src="../images/cover.png" alt="${escaped(title)}, ${escaped(author)}"/></div>`]),
  )
  for (const [index, { heading, paragraphs }] of chapters.entries()) {
    const plate = pictures[index + 1]
    files.set(
      `EPUB/text/${names[index]}`,
      page(heading, [
        `<section id="s${number(index)}">`,
        `<h1 id="h${number(index)}">${escaped(heading)}</h1>`,
        ...(plate ? [`<div class="plate"><img src="../images/${plate}" alt="A landscape with hills"/></div>`] : []),
        ...paragraphs.map((paragraph, at) => `<p id="t${number(index)}-${number(at)}">${escaped(paragraph)}</p>`),
        '</section>',
      ]),
    )
  }
  return files
}
