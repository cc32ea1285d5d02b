import { extensionOf } from '../href.ts'
import { portable } from '../ocf/codec.ts'
import { writeFiles } from '../ocf/write.ts'
import { containerXml } from '../package/locate.ts'
import { type Resource, written } from '../publication.ts'
import { toBytes } from '../source.ts'
import { escapeXml } from '../xml.ts'
import { coverSvg } from './cover.ts'
import type { ConversionOptions } from './formats.ts'
import { withKoboSpans } from './kobo.ts'
import { asId, baseCss, blockMarkup, createStyles, type Dialect, titleOf } from './markup.ts'
import { allBlocks, type Block, inlinesOf } from './model.ts'
import type { Book } from './prepare.ts'
import type { WriteTools } from './write.ts'

export type EpubKind = 'epub' | 'epub2' | 'kepub'

interface TocNode {
  readonly label: string
  readonly href: string
  readonly level: number
  readonly children: TocNode[]
}

interface Page {
  readonly file: string
  readonly title: string
  readonly body: string
  readonly properties: readonly string[]
  readonly type?: string
}

/** A book as EPUB: pages, navigation for both versions, cover, styles, package. Bytes depend on the book alone. */
export async function writeEpub(book: Book, options: ConversionOptions, tools: WriteTools, kind: EpubKind): Promise<Uint8Array> {
  const { codec = portable, pace } = tools
  const version = kind === 'epub2' ? 2 : 3
  const styles = createStyles()
  const width = Math.max(3, String(book.chapters.length).length)
  const fileOf = (i: number) => `chapter-${String(i + 1).padStart(width, '0')}.xhtml`
  const { places, headingIds } = placesOf(book, fileOf)
  const numbers = new Map([...book.notes.keys()].map((id, i) => [id, i + 1]))
  const endnotes = [...book.notes].filter(([, note]) => note.kind === 'endnote')
  const notesFile = 'notes.xhtml'

  const mentions = new Map<string, { file: string; id: string }>()
  const pending: Record<'footnote' | 'endnote', string[]> = { footnote: [], endnote: [] }
  let mentioned = 0
  const dialect = (file: string): Dialect => ({
    version,
    linkTo(id) {
      const place = places.get(id)
      return place === undefined ? undefined : `${place === file ? '' : place}#${asId(id)}`
    },
    noteLink(id) {
      const isEnd = book.notes.get(id)?.kind === 'endnote'
      const reference = `ref-${++mentioned}`
      if (!mentions.has(id)) {
        mentions.set(id, { file, id: reference })
        pending[isEnd ? 'endnote' : 'footnote'].push(id)
      }
      const target = isEnd ? (file === notesFile ? '' : notesFile) : mentions.get(id)!.file === file ? '' : mentions.get(id)!.file
      const semantics = version === 3 ? ' epub:type="noteref" role="doc-noteref"' : ''
      return `<a class="noteref" id="${reference}" href="${target}#note-${numbers.get(id)}"${semantics}>${numbers.get(id)}</a>`
    },
    picture: (path) => (book.pictures.has(path) ? `images/${book.pictures.get(path)!.name}` : undefined),
    classOf: styles.classOf,
    headingId: (block) => headingIds.get(block),
  })

  const noteBody = (id: string, file: string) => {
    const inner = blockMarkup(book.notes.get(id)!.blocks, dialect(file)) || '<p></p>'
    const back = mentions.get(id)!
    const link = `<a href="${back.file === file ? '' : back.file}#${back.id}"${version === 3 ? ' role="doc-backlink"' : ''}>${numbers.get(id)}.</a> `
    return /^<p[^>]*>/.test(inner) ? inner.replace(/^<p[^>]*>/, (open) => open + link) : `<p>${link}</p>\n${inner}`
  }

  /** Notes of one kind that were mentioned and are not written yet. Notes may mention notes: until there is no new one. */
  const notesOn = (file: string, wanted: 'footnote' | 'endnote') => {
    const written: string[] = []
    const waiting = pending[wanted]
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const inner = noteBody(id, file)
      written.push(
        version === 3 && wanted === 'footnote'
          ? `<aside id="note-${numbers.get(id)}" epub:type="footnote" role="doc-footnote">\n${inner}\n</aside>`
          : `<div class="note" id="note-${numbers.get(id)}">\n${inner}\n</div>`,
      )
    }
    return written
  }

  const pages: Page[] = []
  for (const [i, { title, blocks }] of book.chapters.entries()) {
    await pace?.(0.8 + (0.1 * i) / book.chapters.length)
    const file = fileOf(i)
    const text = blockMarkup(blocks, dialect(file))
    const notes = notesOn(file, 'footnote')
    const foot = notes.length > 0 ? `\n<div class="notes">\n${notes.join('\n')}\n</div>` : ''
    const isChapter = blocks.some((block) => block.kind === 'heading')
    const open =
      version === 3
        ? `<section${isChapter ? ' epub:type="chapter" role="doc-chapter"' : ''}${isChapter ? ` aria-label="${escapeXml(title)}"` : ''}>`
        : '<div class="chapter">'
    const body = `${open}\n${text}${foot}\n${version === 3 ? '</section>' : '</div>'}`
    pages.push({ file, title, body, properties: propertiesOf(blocks, book, version) })
  }
  if (endnotes.length > 0) {
    const texts = notesOn(notesFile, 'endnote')
    const own = notesOn(notesFile, 'footnote')
    const open =
      version === 3 ? '<section epub:type="endnotes" role="doc-endnotes" aria-label="Notes">' : '<div class="endnotes">'
    const body = `${open}\n<h1>Notes</h1>\n${[...texts, ...own].join('\n')}\n${version === 3 ? '</section>' : '</div>'}`
    const blocks = endnotes.flatMap(([, note]) => [...note.blocks])
    pages.push({ file: notesFile, title: 'Notes', body, properties: propertiesOf(blocks, book, version) })
  }

  const toc = tocOf(book, fileOf, headingIds)
  if (endnotes.length > 0) toc.push({ label: 'Notes', href: notesFile, level: 1, children: [] })
  const cover = book.cover ? book.pictures.get(book.cover)! : undefined
  const coverFile = cover ? `images/${cover.name}` : 'images/cover.svg'
  const coverPage: Page = {
    file: 'cover.xhtml',
    title: 'Cover',
    body:
      version === 3
        ? `<section class="cover" epub:type="cover" role="doc-cover" aria-label="Cover"><img src="${coverFile}" alt="${escapeXml(`Cover of ${book.title}`)}"/></section>`.replace(
            ' role="doc-cover"',
            '',
          )
        : `<div class="cover"><img src="${coverFile}" alt="${escapeXml(`Cover of ${book.title}`)}"/></div>`,
    properties: [],
  }

  const all = [coverPage, ...pages]
  const contents = contentsPage(toc, book, version, options.generateTOC)
  async function* files(): AsyncGenerator<Resource> {
    yield written('META-INF/container.xml', containerXml(['EPUB/package.opf']))
    yield written(
      'EPUB/package.opf',
      packageDocument({ book, pages: all, contents: contents.file, inSpine: options.generateTOC, version, coverFile }),
    )
    for (const [i, page] of all.entries()) {
      await pace?.(0.9 + (0.1 * i) / all.length)
      const text = document(page, book, version)
      yield written(`EPUB/${page.file}`, kind === 'kepub' ? withKoboSpans(text) : text)
    }
    yield written(`EPUB/${contents.file}`, contents.text)
    yield written('EPUB/toc.ncx', ncx(toc, book))
    yield written('EPUB/styles.css', `${baseCss}${fontFaces(book)}${styles.css()}\n`)
    if (!cover) yield written('EPUB/images/cover.svg', coverSvg(book))
    for (const { name, bytes } of book.pictures.values()) yield written(`EPUB/images/${name}`, bytes)
    for (const { path, bytes } of book.fonts) yield written(`EPUB/${path}`, bytes)
  }
  return toBytes(writeFiles(files(), { codec, isBook: true }))
}

/** In which file every anchor stands, and the ids of the headings that the contents name. */
function placesOf(book: Book, fileOf: (i: number) => string) {
  const places = new Map<string, string>()
  const headingIds = new Map<Block, string>()
  const noteFiles = new Map<string, string>()
  let headings = 0
  for (const [i, { blocks }] of book.chapters.entries()) {
    for (const block of allBlocks(blocks)) if (block.kind === 'heading') headingIds.set(block, `heading-${++headings}`)
    for (const one of inlinesOf(blocks))
      if (one.kind === 'anchor') places.set(one.id, fileOf(i))
      else if (one.kind === 'note' && !noteFiles.has(one.id)) noteFiles.set(one.id, fileOf(i))
  }
  for (const [id, note] of book.notes)
    for (const one of inlinesOf(note.blocks))
      if (one.kind === 'anchor')
        places.set(one.id, note.kind === 'endnote' ? 'notes.xhtml' : (noteFiles.get(id) ?? 'notes.xhtml'))
  return { places, headingIds }
}

function propertiesOf(blocks: readonly Block[], book: Book, version: 2 | 3): string[] {
  if (version === 2) return []
  const mentioned = [...inlinesOf(blocks)].flatMap((one) =>
    one.kind === 'note' ? [...(book.notes.get(one.id)?.blocks ?? [])] : [],
  )
  return [...inlinesOf([...blocks, ...mentioned])].some((one) => one.kind === 'math') ? ['mathml'] : []
}

function tocOf(book: Book, fileOf: (i: number) => string, ids: ReadonlyMap<Block, string>): TocNode[] {
  const roots: TocNode[] = []
  const open: TocNode[] = []
  const add = (node: TocNode) => {
    while (open.length > 0 && open.at(-1)!.level >= node.level) open.pop()
    ;(open.at(-1)?.children ?? roots).push(node)
    open.push(node)
  }
  for (const [i, { title, blocks }] of book.chapters.entries()) {
    const file = fileOf(i)
    const headings = blocks
      .filter((block) => block.kind === 'heading')
      .filter((block) => block.level <= 3 && titleOf(block) !== '')
    if (headings.length === 0 && (book.chapters.length === 1 || !blocks.some((block) => block.kind === 'heading'))) {
      const label = i === 0 && book.chapters.length > 1 ? book.title : title
      add({ label, href: file, level: 1, children: [] })
    }
    for (const heading of headings) {
      const isFirst = blocks.find((block) => block.kind !== 'page-break') === heading
      add({ label: titleOf(heading), href: isFirst ? file : `${file}#${ids.get(heading)}`, level: heading.level, children: [] })
    }
  }
  return roots
}

const doctype2 = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">'

function document({ title, body }: Pick<Page, 'title' | 'body'>, book: Book, version: 2 | 3, head = '') {
  const language = escapeXml(book.language)
  const lang = version === 3 ? ` lang="${language}"` : ''
  const ops = version === 3 ? ' xmlns:epub="http://www.idpf.org/2007/ops"' : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
${version === 3 ? '<!DOCTYPE html>' : doctype2}
<html xmlns="http://www.w3.org/1999/xhtml"${ops} xml:lang="${language}"${lang}${book.isRightToLeft ? ' dir="rtl"' : ''}>
<head>
<title>${escapeXml(title)}</title>
<link rel="stylesheet" type="text/css" href="styles.css"/>${head}
</head>
<body>
${body}
</body>
</html>
`
}

const navList = (nodes: readonly TocNode[]): string =>
  `<ol>\n${nodes
    .map(
      ({ label, href, children }) =>
        `<li><a href="${escapeXml(href)}">${escapeXml(label)}</a>${children.length > 0 ? `\n${navList(children)}\n` : ''}</li>`,
    )
    .join('\n')}\n</ol>`

function contentsPage(toc: readonly TocNode[], book: Book, version: 2 | 3, isRead: boolean) {
  if (version === 2) {
    const body = `<div class="contents">\n<h1>Contents</h1>\n${navList(toc)}\n</div>`
    return { file: 'contents.xhtml', text: document({ title: 'Contents', body }, book, 2) }
  }
  const first = toc[0]?.href ?? 'chapter-001.xhtml'
  const landmarks = [
    '<li><a epub:type="cover" href="cover.xhtml">Cover</a></li>',
    isRead ? '<li><a epub:type="toc" href="nav.xhtml">Contents</a></li>' : '',
    `<li><a epub:type="bodymatter" href="${escapeXml(first)}">Start</a></li>`,
  ]
  const body = `<nav epub:type="toc" role="doc-toc" id="toc" aria-label="Contents">
<h1>Contents</h1>
${navList(toc)}
</nav>
<nav epub:type="landmarks" id="landmarks" aria-label="Landmarks" hidden="hidden">
<h2>Landmarks</h2>
<ol>
${landmarks.filter(Boolean).join('\n')}
</ol>
</nav>`
  return { file: 'nav.xhtml', text: document({ title: 'Contents', body }, book, 3) }
}

function ncx(toc: readonly TocNode[], book: Book): string {
  let order = 0
  const orders = new Map<string, number>()
  const point = ({ label, href, children }: TocNode): string => {
    const place = orders.get(href) ?? ++order
    orders.set(href, place)
    const id = ++points
    return `<navPoint id="point-${id}" playOrder="${place}"><navLabel><text>${escapeXml(label)}</text></navLabel><content src="${escapeXml(href)}"/>${children.map(point).join('')}</navPoint>`
  }
  let points = 0
  const depth = (nodes: readonly TocNode[]): number =>
    nodes.reduce((most, { children }) => Math.max(most, 1 + depth(children)), 0)
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="${escapeXml(book.language)}">
<head>
<meta name="dtb:uid" content="${book.identifier}"/>
<meta name="dtb:depth" content="${Math.max(1, depth(toc))}"/>
<meta name="dtb:totalPageCount" content="0"/>
<meta name="dtb:maxPageNumber" content="0"/>
</head>
<docTitle><text>${escapeXml(book.title)}</text></docTitle>
<navMap>
${toc.map(point).join('\n')}
</navMap>
</ncx>
`
}

const fontTypes: Readonly<Record<string, string>> = {
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

const fontFaces = ({ fonts }: Book) =>
  fonts
    .map(
      ({ family, path, bold, italic }) =>
        `@font-face { font-family: "${family.replace(/["\\\n<>]/g, '')}"; src: url("${path}"); font-weight: ${bold ? 'bold' : 'normal'}; font-style: ${italic ? 'italic' : 'normal'}; }\n`,
    )
    .join('')

interface Packing {
  readonly book: Book
  readonly pages: readonly Page[]
  readonly contents: string
  readonly inSpine: boolean
  readonly version: 2 | 3
  readonly coverFile: string
}

function packageDocument({ book, pages, contents, inSpine, version, coverFile }: Packing): string {
  const is3 = version === 3
  const pictures = [...book.pictures.values()]
  const hasGenerated = coverFile === 'images/cover.svg'
  const item = (id: string, href: string, type: string, properties: readonly string[] = []) =>
    `<item id="${id}" href="${href}" media-type="${type}"${is3 && properties.length > 0 ? ` properties="${properties.join(' ')}"` : ''}/>`
  const fontType = (path: string) =>
    is3
      ? fontTypes[extensionOf(path)]!
      : extensionOf(path) === 'otf'
        ? 'application/vnd.ms-opentype'
        : 'application/x-font-truetype'
  const manifest = [
    item('ncx', 'toc.ncx', 'application/x-dtbncx+xml'),
    item('nav', contents, 'application/xhtml+xml', ['nav']),
    item('styles', 'styles.css', 'text/css'),
    ...pages.map(({ file, properties }) => item(pageId(file), file, 'application/xhtml+xml', properties)),
    ...(hasGenerated ? [item('cover-image', coverFile, 'image/svg+xml', ['cover-image'])] : []),
    ...pictures.map(({ name, mediaType }) =>
      coverFile === `images/${name}`
        ? item('cover-image', coverFile, mediaType, ['cover-image'])
        : item(pageId(name), `images/${name}`, mediaType),
    ),
    ...book.fonts.map(({ path }, i) => item(`font-${i + 1}`, path, fontType(path))),
  ]
  const order = [pages[0]!.file, ...(inSpine ? [contents] : []), ...pages.slice(1).map(({ file }) => file)]
  const spine = order.map((file) => `<itemref idref="${file === contents ? 'nav' : pageId(file)}"/>`)
  const guide = `<guide>
<reference type="cover" title="Cover" href="cover.xhtml"/>
${inSpine ? `<reference type="toc" title="Contents" href="${contents}"/>\n` : ''}<reference type="text" title="Start" href="${pages[1]?.file ?? 'cover.xhtml'}"/>
</guide>
`
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="${is3 ? '3.0' : '2.0'}" unique-identifier="id"${is3 ? ` xml:lang="${escapeXml(book.language)}"` : ''}>
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"${is3 ? '' : ' xmlns:opf="http://www.idpf.org/2007/opf"'}>
${metadataOf(book, version).join('\n')}
</metadata>
<manifest>
${manifest.join('\n')}
</manifest>
<spine toc="ncx"${is3 && book.isRightToLeft ? ' page-progression-direction="rtl"' : ''}>
${spine.join('\n')}
</spine>
${guide}</package>
`
}

const pageId = (file: string) => file.replace(/\.[a-z]+$/, '')

function metadataOf(book: Book, version: 2 | 3): string[] {
  const is3 = version === 3
  const dc = (name: string, text: string | undefined, attributes = '') =>
    text ? [`<dc:${name}${attributes}>${escapeXml(text)}</dc:${name}>`] : []
  const meta = (name: string, value: string) =>
    is3
      ? `<meta property="schema:${name}">${escapeXml(value)}</meta>`
      : `<meta name="schema:${name}" content="${escapeXml(value)}"/>`
  const images = book.chapters.flatMap(({ blocks }) => [...inlinesOf(blocks)].filter((one) => one.kind === 'image'))
  const noted = [...book.notes.values()].flatMap(({ blocks }) => [...inlinesOf(blocks)].filter((one) => one.kind === 'image'))
  const pictures = [...images, ...noted]
  const isDescribed = pictures.every((one) => one.kind !== 'image' || one.alt.trim() !== '')
  const features = [
    'tableOfContents',
    'readingOrder',
    'structuralNavigation',
    ...(isDescribed && pictures.length > 0 ? ['alternativeText'] : []),
    ...(book.equations > 0 && is3 ? ['MathML'] : []),
  ]
  const summary = isDescribed
    ? 'The text can be read aloud and enlarged, headings and contents lead through the book, and all pictures are described.'
    : 'The text can be read aloud and enlarged, and headings and contents lead through the book. Some pictures are not described.'
  return [
    ...dc('identifier', book.identifier, ' id="id"'),
    ...dc('title', book.title),
    ...dc('language', book.language),
    ...book.creators.flatMap((creator, i) =>
      is3
        ? [
            ...dc('creator', creator, ` id="creator-${i + 1}"`),
            `<meta refines="#creator-${i + 1}" property="role" scheme="marc:relators">aut</meta>`,
          ]
        : dc('creator', creator, ' opf:role="aut"'),
    ),
    ...dc('publisher', book.publisher),
    ...dc('date', book.date),
    ...dc('description', book.description),
    ...dc('rights', book.rights),
    ...book.subjects.flatMap((subject) => dc('subject', subject)),
    ...(is3 ? [`<meta property="dcterms:modified">${book.modified}</meta>`] : []),
    '<meta name="cover" content="cover-image"/>',
    meta('accessMode', 'textual'),
    meta('accessMode', 'visual'),
    meta('accessModeSufficient', isDescribed ? 'textual' : 'textual,visual'),
    ...features.map((feature) => meta('accessibilityFeature', feature)),
    meta('accessibilityHazard', 'none'),
    meta('accessibilitySummary', summary),
  ]
}
