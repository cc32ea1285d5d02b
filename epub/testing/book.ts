import { nodeCodec } from '../node/codec.ts'
import { packedBytes } from '../ocf/write.ts'
import { type Publication, publicationOf, textOf, written } from '../publication.ts'
import { fromBytes } from '../source.ts'

/** Content by container path. */
export type Files = Readonly<Record<string, string | Uint8Array>>

/**
 * Changes to a book by path: another content, a function of the text that stands there, or undefined to leave the
 * file out. A path is taken inside the folder `EPUB` unless it begins with `META-INF/` or `EPUB/`; `/name` is the root.
 */
export type Overrides = Readonly<Record<string, string | Uint8Array | ((text: string) => string) | undefined>>

/** A publication of exactly these files, as if they had been read. */
export const publicationFrom = (files: Files, options: Partial<Pick<Publication, 'defects' | 'fileName'>> = {}): Publication =>
  publicationOf(
    Object.entries(files).map(([path, content]) => written(path, content)),
    options,
  )

/** As an archive, for what reads bytes. */
export const bytesOf = (publication: Publication): Promise<Uint8Array> =>
  packedBytes(publication, fromBytes(new Uint8Array()), { codec: nodeCodec })

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
`

const ncx = `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="en">
  <head>
    <meta name="dtb:uid" content="urn:uuid:12345678-1234-4234-8234-123456789abc"/>
  </head>
  <docTitle><text>A Small Book</text></docTitle>
  <navMap>
    <navPoint id="point-1" playOrder="1">
      <navLabel><text>One</text></navLabel>
      <content src="chapter.xhtml"/>
    </navPoint>
  </navMap>
</ncx>
`

const css = 'body { margin: 1em; }\n'

/** The smallest grey PNG: one pixel. */
export const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='),
  (char) => char.charCodeAt(0),
)

const epub3: Files = {
  'META-INF/container.xml': container,
  'EPUB/package.opf': `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid" xml:lang="en">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="uid">urn:uuid:12345678-1234-4234-8234-123456789abc</dc:identifier>
    <dc:title>A Small Book</dc:title>
    <dc:language>en</dc:language>
    <meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
    <item id="chapter" href="chapter.xhtml" media-type="application/xhtml+xml"/>
    <item id="style" href="style.css" media-type="text/css"/>
    <item id="picture" href="picture.png" media-type="image/png"/>
  </manifest>
  <spine toc="ncx">
    <itemref idref="chapter"/>
  </spine>
</package>
`,
  'EPUB/nav.xhtml': `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en" lang="en">
  <head>
    <title>Contents</title>
  </head>
  <body>
    <nav epub:type="toc">
      <ol>
        <li><a href="chapter.xhtml">One</a></li>
      </ol>
    </nav>
  </body>
</html>
`,
  'EPUB/toc.ncx': ncx,
  'EPUB/chapter.xhtml': `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en" lang="en">
  <head>
    <title>One</title>
    <link rel="stylesheet" type="text/css" href="style.css"/>
  </head>
  <body>
    <h1 id="one">One</h1>
    <p>It was a bright cold day in April.</p>
    <p><img src="picture.png" alt="A grey dot"/></p>
  </body>
</html>
`,
  'EPUB/style.css': css,
  'EPUB/picture.png': png,
}

const epub2: Files = {
  'META-INF/container.xml': container,
  'EPUB/package.opf': `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="uid">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    <dc:identifier id="uid" opf:scheme="UUID">urn:uuid:12345678-1234-4234-8234-123456789abc</dc:identifier>
    <dc:title>A Small Book</dc:title>
    <dc:language>en</dc:language>
  </metadata>
  <manifest>
    <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
    <item id="chapter" href="chapter.xhtml" media-type="application/xhtml+xml"/>
    <item id="style" href="style.css" media-type="text/css"/>
    <item id="picture" href="picture.png" media-type="image/png"/>
  </manifest>
  <spine toc="ncx">
    <itemref idref="chapter"/>
  </spine>
</package>
`,
  'EPUB/toc.ncx': ncx,
  'EPUB/chapter.xhtml': `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en">
  <head>
    <title>One</title>
    <link rel="stylesheet" type="text/css" href="style.css"/>
  </head>
  <body>
    <h1 id="one">One</h1>
    <p>It was a bright cold day in April.</p>
    <p><img src="picture.png" alt="A grey dot"/></p>
  </body>
</html>
`,
  'EPUB/style.css': css,
  'EPUB/picture.png': png,
}

/** The smallest sound EPUB 3 with all the usual parts: package, nav, NCX, a chapter, a style sheet, a picture. */
export const book = (overrides: Overrides = {}, options?: Parameters<typeof publicationFrom>[1]) =>
  publicationFrom(overridden(epub3, overrides), options)

/** The same as an EPUB 2. */
export const book2 = (overrides: Overrides = {}, options?: Parameters<typeof publicationFrom>[1]) =>
  publicationFrom(overridden(epub2, overrides), options)

function overridden(files: Files, overrides: Overrides): Files {
  const result: Record<string, string | Uint8Array> = { ...files }
  for (const [name, value] of Object.entries(overrides)) {
    const path = name.startsWith('/') ? name.slice(1) : /^(META-INF|EPUB)\//.test(name) ? name : `EPUB/${name}`
    if (value === undefined) delete result[path]
    else if (typeof value !== 'function') result[path] = value
    else {
      const before = result[path]
      if (typeof before !== 'string') throw new Error(`No text to change at ${path}`)
      result[path] = changed(before, value, path)
    }
  }
  return result
}

/** A replacement that finds nothing would make a test that cannot fail. */
function changed(before: string, change: (text: string) => string, path: string): string {
  const after = change(before)
  if (after === before) throw new Error(`The change of ${path} changes nothing`)
  return after
}

/** Adds manifest items (and itemrefs for XHTML unless `spine` is false) to a package document: for `book({ 'package.opf': withItems(...) })`. */
export const withItems =
  (...items: readonly { id: string; href: string; type: string; properties?: string; spine?: boolean }[]) =>
  (text: string) =>
    text
      .replace(
        '  </manifest>',
        `${items
          .map(
            ({ id, href, type, properties }) =>
              `    <item id="${id}" href="${href}" media-type="${type}"${properties ? ` properties="${properties}"` : ''}/>\n`,
          )
          .join('')}  </manifest>`,
      )
      .replace(
        '  </spine>',
        `${items
          .filter(({ type, spine }) => spine ?? type === 'application/xhtml+xml')
          .map(({ id }) => `    <itemref idref="${id}"/>\n`)
          .join('')}  </spine>`,
      )

/** Every file as text (binary ones as their size), for comparing publications. */
export const filesOf = (publication: Publication): Record<string, string> =>
  Object.fromEntries(
    [...publication.resources.values()].map((resource) => [
      resource.path,
      resource.bytes && !resource.bytes.includes(0) ? textOf(resource) : `${resource.size} bytes`,
    ]),
  )
