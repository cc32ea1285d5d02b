import { encodeUtf8 } from '../content/encoding.ts'
import { extensionOf } from '../href.ts'
import { escapeXml } from '../xml.ts'
import type { ConversionOptions } from './formats.ts'
import { asId, baseCss, blockMarkup, createStyles, type Dialect, titleOf } from './markup.ts'
import { allBlocks, type Block } from './model.ts'
import type { Book } from './prepare.ts'

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return btoa(text)
}

/** One HTML file that needs no other: pictures and fonts are inside. */
export async function writeHtml(book: Book, options: ConversionOptions): Promise<Uint8Array> {
  const styles = createStyles()
  const numbers = new Map([...book.notes.keys()].map((id, i) => [id, i + 1]))
  const mentions = new Map<string, string>()
  const headingIds = new Map<Block, string>()
  const blocks = book.chapters.flatMap((chapter) => chapter.blocks)
  let headings = 0
  for (const block of allBlocks(blocks)) if (block.kind === 'heading') headingIds.set(block, `heading-${++headings}`)
  let references = 0
  const dialect: Dialect = {
    version: 3,
    linkTo: (id) => `#${asId(id)}`,
    noteLink(id) {
      const reference = `ref-${++references}`
      if (!mentions.has(id)) mentions.set(id, reference)
      const n = numbers.get(id)
      return `<a class="noteref" id="${reference}" href="#note-${n}" role="doc-noteref">${n}</a>`
    },
    picture(path) {
      const picture = book.pictures.get(path)
      return picture && `data:${picture.mediaType};base64,${base64(picture.bytes)}`
    },
    classOf: styles.classOf,
    headingId: (block) => headingIds.get(block),
  }
  const body = blockMarkup(blocks, dialect)
  const notes = [...book.notes].map(([id, { blocks: own }]) => {
    const inner = blockMarkup(own, dialect) || '<p></p>'
    const back = `<a href="#${mentions.get(id)}" role="doc-backlink">${numbers.get(id)}.</a> `
    const text = /^<p[^>]*>/.test(inner) ? inner.replace(/^<p[^>]*>/, (open) => open + back) : `<p>${back}</p>${inner}`
    return `<div class="note" id="note-${numbers.get(id)}">${text}</div>`
  })
  const contents = [...headingIds].flatMap(([block, id]) =>
    block.kind === 'heading' && block.level <= 3
      ? [`<li class="level-${block.level}"><a href="#${id}">${escapeXml(titleOf(block))}</a></li>`]
      : [],
  )
  const fonts = book.fonts.map(
    ({ family, path, bold, italic, bytes }) =>
      `@font-face { font-family: "${family.replace(/["\\\n<>]/g, '')}"; src: url("data:font/${extensionOf(path)};base64,${base64(bytes)}"); font-weight: ${bold ? 'bold' : 'normal'}; font-style: ${italic ? 'italic' : 'normal'}; }`,
  )
  const meta = (name: string, content: string | undefined) =>
    content ? `<meta name="${name}" content="${escapeXml(content)}">\n` : ''
  const page = `<!DOCTYPE html>
<html lang="${escapeXml(book.language)}"${book.isRightToLeft ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(book.title)}</title>
${book.creators.map((creator) => meta('author', creator)).join('')}${meta('description', book.description)}${meta('date', book.date)}${meta('keywords', book.subjects.join(', '))}<style>
${baseCss}body { max-width: 42em; margin: 0 auto; padding: 1em; }
nav li { list-style: none; } nav .level-2 { padding-inline-start: 1.5em; } nav .level-3 { padding-inline-start: 3em; }
${fonts.join('\n')}
${styles.css()}
</style>
</head>
<body>
${options.generateTOC && contents.length > 1 ? `<nav aria-label="Contents">\n<ul>\n${contents.join('\n')}\n</ul>\n</nav>\n` : ''}<main>
${body}
${notes.length > 0 ? `<section class="notes" role="doc-endnotes" aria-label="Notes">\n${notes.join('\n')}\n</section>\n` : ''}</main>
</body>
</html>
`
  // HTML knows no self-closing tags outside MathML.
  return encodeUtf8(page.replace(/<(br|hr|img)((?:\s[^<>]*?)?)\s*\/>/g, '<$1$2>'))
}
