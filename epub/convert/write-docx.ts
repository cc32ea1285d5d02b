import { portable } from '../ocf/codec.ts'
import { writeFiles } from '../ocf/write.ts'
import { type Resource, written } from '../publication.ts'
import { toBytes } from '../source.ts'
import { escapeXml } from '../xml.ts'
import type { ConversionOptions } from './formats.ts'
import { asId, titleOf } from './markup.ts'
import { omml } from './mathml-to-omml.ts'
import type { Block, Cell, Inline, Style } from './model.ts'
import type { Book } from './prepare.ts'
import type { WriteTools } from './write.ts'

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const marks: Readonly<Record<string, string>> = {
  strong: '<w:b/>',
  em: '<w:i/>',
  u: '<w:u w:val="single"/>',
  s: '<w:strike/>',
  sub: '<w:vertAlign w:val="subscript"/>',
  sup: '<w:vertAlign w:val="superscript"/>',
  'small-caps': '<w:smallCaps/>',
  code: '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>',
}

/** Order that the schema asks of the properties of a run. */
const order = [
  'w:rStyle',
  'w:rFonts',
  'w:b',
  'w:i',
  'w:smallCaps',
  'w:strike',
  'w:color',
  'w:sz',
  'w:u',
  'w:shd',
  'w:vertAlign',
  'w:rtl',
  'w:lang',
]
const sorted = (properties: readonly string[]) => {
  const byName = new Map(properties.map((one) => [/^<([\w:]+)/.exec(one)![1]!, one]))
  return [...byName].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)).map(([, one]) => one)
}

const hex = (value: string | undefined) => {
  const [, long, short] = /^#(?:([0-9a-f]{6})|([0-9a-f]{3}))$/i.exec(value ?? '') ?? []
  return long ?? (short && [...short].map((digit) => digit + digit).join(''))
}

function styleProperties(style: Style | undefined): string[] {
  const out: string[] = []
  const [colour, background] = [hex(style?.color), hex(style?.['background-color'])]
  if (colour) out.push(`<w:color w:val="${colour.toUpperCase()}"/>`)
  if (background) out.push(`<w:shd w:val="clear" w:color="auto" w:fill="${background.toUpperCase()}"/>`)
  const size = /^([\d.]+)em$/.exec(style?.['font-size'] ?? '')?.[1]
  if (size) out.push(`<w:sz w:val="${Math.round(Number(size) * 22)}"/>`)
  const font = style?.['font-family']?.split(',')[0]?.replace(/['"]/g, '').trim()
  if (font) out.push(`<w:rFonts w:ascii="${escapeXml(font)}" w:hAnsi="${escapeXml(font)}"/>`)
  return out
}

/** A Word document from a book: real headings, lists, tables, footnotes, pictures and links, for an editor to go on with. */
export async function writeDocx(
  book: Book,
  options: ConversionOptions,
  { codec = portable, pace }: WriteTools,
): Promise<Uint8Array> {
  const relations: string[] = []
  const relate = (type: string, target: string, external = false) => {
    const id = `rId${relations.length + 1}`
    relations.push(
      `<Relationship Id="${id}" Type="${office}/${type}" Target="${escapeXml(target)}"${external ? ' TargetMode="External"' : ''}/>`,
    )
    return id
  }
  relate('styles', 'styles.xml')
  relate('numbering', 'numbering.xml')
  relate('footnotes', 'footnotes.xml')
  relate('endnotes', 'endnotes.xml')
  const pictureIds = new Map([...book.pictures].map(([path, { name }]) => [path, relate('image', `media/${name}`)]))
  const noteRelations: string[] = []
  const noteNumbers = new Map([...book.notes.keys()].map((id, i) => [id, i + 1]))
  const bookmarks = new Map<string, string>()
  // Word knows names of 40 characters at most.
  const bookmark = (id: string) => {
    let name = bookmarks.get(id)
    if (!name) bookmarks.set(id, (name = `a${bookmarks.size + 1}_${asId(id)}`.slice(0, 40)))
    return name
  }
  let ids = 0
  const lists: { ordered: boolean; start: number; format: string }[] = []
  let inNotes = false

  const run = (properties: readonly string[], inner: string) =>
    `<w:r>${properties.length > 0 ? `<w:rPr>${sorted(properties).join('')}</w:rPr>` : ''}${inner}</w:r>`
  const text = (value: string) =>
    value
      .split(/(\t|\n)/)
      .map((part) =>
        part === '\t' ? '<w:tab/>' : part === '\n' ? '<w:br/>' : part ? `<w:t xml:space="preserve">${escapeXml(part)}</w:t>` : '',
      )
      .join('')

  function inlines(list: readonly Inline[], properties: readonly string[]): string {
    const written = (one: Inline): string => {
      switch (one.kind) {
        case 'text':
          return run(properties, text(one.text))
        case 'break':
          return run(properties, '<w:br/>')
        case 'mark':
          return inlines(one.children, [...properties, marks[one.mark]!])
        case 'span':
          return inlines(one.children, [
            ...properties,
            ...styleProperties(one.style),
            ...(one.dir === 'rtl' ? ['<w:rtl/>'] : []),
            ...(one.lang ? [`<w:lang ${one.dir === 'rtl' ? 'w:bidi' : 'w:val'}="${escapeXml(one.lang)}"/>`] : []),
          ])
        case 'link': {
          const inner = inlines(one.children, ['<w:rStyle w:val="Hyperlink"/>', ...properties])
          if (one.href.startsWith('#'))
            return `<w:hyperlink w:anchor="${escapeXml(bookmark(one.href.slice(1)))}">${inner}</w:hyperlink>`
          const external = `<Relationship Id="" Type="${office}/hyperlink" Target="${escapeXml(one.href)}" TargetMode="External"/>`
          if (!inNotes) return `<w:hyperlink r:id="${relate('hyperlink', one.href, true)}">${inner}</w:hyperlink>`
          noteRelations.push(external.replace('Id=""', `Id="rId${noteRelations.length + 1}"`))
          return `<w:hyperlink r:id="rId${noteRelations.length}">${inner}</w:hyperlink>`
        }
        case 'anchor': {
          const id = ++ids
          return `<w:bookmarkStart w:id="${id}" w:name="${escapeXml(bookmark(one.id))}"/><w:bookmarkEnd w:id="${id}"/>`
        }
        case 'note': {
          const kind = book.notes.get(one.id)!.kind
          if (inNotes) return run(properties, text(`[${noteNumbers.get(one.id)}]`))
          return run(['<w:vertAlign w:val="superscript"/>'], `<w:${kind}Reference w:id="${noteNumbers.get(one.id)}"/>`)
        }
        case 'math':
          return omml(one.mathml, one.display) ?? run(properties, text(one.text))
        case 'image':
          return inNotes ? run(properties, text(one.alt ? `[${one.alt}]` : '')) : picture(one)
      }
    }
    return list.map(written).join('')
  }

  function picture({ path, alt, width = 400, height }: Extract<Inline, { kind: 'image' }>): string {
    const id = pictureIds.get(path)
    if (!id) return ''
    const scale = Math.min(1, 600 / width)
    const [cx, cy] = [width * scale * 9525, (height ?? width * 0.75) * scale * 9525].map(Math.round)
    const n = ++ids
    return `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${n}" name="Picture ${n}" descr="${escapeXml(alt)}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${n}" name="Picture ${n}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
  }

  interface Place {
    readonly quote?: boolean
    readonly list?: { readonly id: number; readonly level: number }
    readonly continued?: number
  }

  function paragraph(block: Extract<Block, { kind: 'paragraph' | 'heading' }>, place: Place, before = ''): string {
    const align = block.style?.['text-align']
    const name =
      block.kind === 'heading'
        ? `Heading${block.level}`
        : place.quote
          ? 'Quote'
          : place.list || place.continued !== undefined
            ? 'ListParagraph'
            : undefined
    const properties = [
      name ? `<w:pStyle w:val="${name}"/>` : '',
      place.list ? `<w:numPr><w:ilvl w:val="${place.list.level}"/><w:numId w:val="${place.list.id}"/></w:numPr>` : '',
      block.dir === 'rtl' ? '<w:bidi/>' : '',
      place.continued !== undefined ? `<w:ind w:left="${720 * (place.continued + 1)}"/>` : '',
      align ? `<w:jc w:val="${align === 'justify' ? 'both' : align}"/>` : '',
    ].join('')
    const style = block.kind === 'paragraph' ? styleProperties(block.style) : []
    return `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ''}${before}${inlines(block.children, style)}</w:p>`
  }

  function blocks(list: readonly Block[], place: Place = {}, before = ''): string {
    return list.map((block, i) => oneBlock(block, place, i === 0 ? before : '')).join('')
  }

  function oneBlock(block: Block, place: Place, before: string): string {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return paragraph(block, place, before)
      case 'list': {
        lists.push({ ordered: block.ordered, start: block.start, format: block.format })
        const list = { id: lists.length, level: Math.min(8, place.list ? place.list.level + 1 : 0) }
        return block.items
          .map(([first, ...rest]) => {
            const isText = first?.kind === 'paragraph'
            const head = isText
              ? paragraph(first, { ...place, list })
              : paragraph({ kind: 'paragraph', children: [] }, { ...place, list })
            const others = isText ? rest : first ? [first, ...rest] : []
            return (
              head +
              others
                .map((one) =>
                  one.kind === 'list' ? oneBlock(one, { ...place, list }, '') : oneBlock(one, { continued: list.level }, ''),
                )
                .join('')
            )
          })
          .join('')
      }
      case 'table':
        return table(block)
      case 'quote':
        return blocks(block.blocks, { ...place, quote: true }, before)
      case 'code':
        return block.text
          .split('\n')
          .map((line) => `<w:p><w:pPr><w:pStyle w:val="SourceCode"/></w:pPr>${run([], text(line))}</w:p>`)
          .join('')
      case 'rule':
        return `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${run([], text('* * *'))}</w:p>`
      case 'page-break':
        return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
      case 'contents':
        return blocks(block.blocks, place, before)
    }
  }

  function table({ rows, caption }: Extract<Block, { kind: 'table' }>): string {
    // Word writes every place of a merged cell.
    const below = new Map<number, { left: number; span: number }>()
    let width = 0
    const lines = rows.map((cells) => {
      let column = 0
      let out = ''
      const merged = () => {
        for (let held = below.get(column); held && held.left > 0; held = below.get(column)) {
          below.set(column, { ...held, left: held.left - 1 })
          out += `<w:tc><w:tcPr>${held.span > 1 ? `<w:gridSpan w:val="${held.span}"/>` : ''}<w:vMerge/></w:tcPr><w:p/></w:tc>`
          column += held.span
        }
      }
      for (const cell of cells) {
        merged()
        out += tableCell(cell)
        if (cell.rowspan > 1) below.set(column, { left: cell.rowspan - 1, span: cell.colspan })
        column += cell.colspan
      }
      merged()
      width = Math.max(width, column)
      const isHead = cells.length > 0 && cells.every((cell) => cell.header)
      return `<w:tr>${isHead ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${out}</w:tr>`
    })
    const title =
      caption && caption.length > 0 ? `<w:p><w:pPr><w:pStyle w:val="Caption"/></w:pPr>${inlines(caption, [])}</w:p>` : ''
    return `${title}<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${'<w:gridCol/>'.repeat(width)}</w:tblGrid>${lines.join('')}</w:tbl><w:p/>`
  }

  const tableCell = ({ colspan, rowspan, blocks: inner }: Cell) => {
    const made = blocks(inner)
    const isClosed = made.endsWith('</w:p>') || made.endsWith('<w:p/>')
    return `<w:tc><w:tcPr>${colspan > 1 ? `<w:gridSpan w:val="${colspan}"/>` : ''}${rowspan > 1 ? '<w:vMerge w:val="restart"/>' : ''}</w:tcPr>${made}${isClosed ? '' : '<w:p/>'}</w:tc>`
  }

  const content = book.chapters.flatMap((chapter) => chapter.blocks)
  const headings = content.filter((block) => block.kind === 'heading').filter(({ level }) => level <= 3)
  const contents =
    options.generateTOC && headings.length > 1
      ? `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" \\h \\z \\u </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r></w:p>${headings.map((heading) => `<w:p><w:pPr><w:pStyle w:val="TOC${heading.level}"/></w:pPr>${run([], text(titleOf(heading)))}</w:p>`).join('')}<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
      : ''
  let body = ''
  for (const [i, block] of content.entries()) {
    await pace?.(0.8 + (0.2 * i) / content.length)
    body += oneBlock(block, {}, '')
  }
  inNotes = true
  const notesOf = (kind: 'footnote' | 'endnote') => {
    const made = [...book.notes]
      .filter(([, note]) => note.kind === kind)
      .map(([id, note]) => {
        const sign = run(['<w:vertAlign w:val="superscript"/>'], `<w:${kind}Ref/>`) + run([], text(' '))
        return `<w:${kind} w:id="${noteNumbers.get(id)}">${blocks(note.blocks, {}, sign) || `<w:p>${sign}</w:p>`}</w:${kind}>`
      })
    const separators = [-1, 0].map(
      (id) =>
        `<w:${kind} w:type="${id < 0 ? 'separator' : 'continuationSeparator'}" w:id="${id}"><w:p><w:r><w:${id < 0 ? 'separator' : 'continuationSeparator'}/></w:r></w:p></w:${kind}>`,
    )
    return `${declaration}<w:${kind}s ${namespaces}>${separators.join('')}${made.join('')}</w:${kind}s>`
  }
  const [footnotes, endnotes] = [notesOf('footnote'), notesOf('endnote')]

  const files: Resource[] = []
  const put = (path: string, data: string | Uint8Array) => files.push(written(path, data))
  const types = [
    ...new Map([...book.pictures.values()].map(({ name, mediaType }) => [name.slice(name.lastIndexOf('.') + 1), mediaType])),
  ]
  const part = (name: string, type: string) =>
    `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-${type}+xml"/>`
  put(
    '[Content_Types].xml',
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types.map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`).join('')}${part('word/document.xml', 'officedocument.wordprocessingml.document.main')}${part('word/styles.xml', 'officedocument.wordprocessingml.styles')}${part('word/numbering.xml', 'officedocument.wordprocessingml.numbering')}${part('word/footnotes.xml', 'officedocument.wordprocessingml.footnotes')}${part('word/endnotes.xml', 'officedocument.wordprocessingml.endnotes')}${part('docProps/core.xml', 'package.core-properties')}</Types>`,
  )
  const relationships = (list: readonly string[]) =>
    `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
  put(
    '_rels/.rels',
    relationships([
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/>`,
      '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>',
    ]),
  )
  put('docProps/core.xml', core(book))
  put('word/document.xml', `${declaration}<w:document ${namespaces}><w:body>${contents}${body}<w:sectPr/></w:body></w:document>`)
  put('word/_rels/document.xml.rels', relationships(relations))
  put('word/styles.xml', stylesXml(book.language))
  put('word/numbering.xml', numberingXml(lists))
  put('word/footnotes.xml', footnotes)
  put('word/endnotes.xml', endnotes)
  if (noteRelations.length > 0)
    for (const kind of ['footnotes', 'endnotes']) put(`word/_rels/${kind}.xml.rels`, relationships(noteRelations))
  for (const { name, bytes } of book.pictures.values()) put(`word/media/${name}`, bytes)
  return toBytes(writeFiles(files, { codec, isBook: false }))
}

const core = (book: Book) =>
  `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(book.title)}</dc:title>${book.creators.length > 0 ? `<dc:creator>${escapeXml(book.creators.join('; '))}</dc:creator>` : ''}${book.description ? `<dc:description>${escapeXml(book.description)}</dc:description>` : ''}${book.subjects.length > 0 ? `<cp:keywords>${escapeXml(book.subjects.join(', '))}</cp:keywords>` : ''}<dc:language>${escapeXml(book.language)}</dc:language><dcterms:created xsi:type="dcterms:W3CDTF">${book.modified}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${book.modified}</dcterms:modified></cp:coreProperties>`

function stylesXml(language: string): string {
  const sizes = [36, 30, 26, 24, 22, 22]
  const heading = (size: number, i: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${i + 1}"><w:name w:val="heading ${i + 1}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="360" w:after="120"/><w:outlineLvl w:val="${i}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr></w:style>`
  const plain = (id: string, name: string, properties = '', looks = '') =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${properties ? `<w:pPr>${properties}</w:pPr>` : ''}${looks ? `<w:rPr>${looks}</w:rPr>` : ''}</w:style>`
  return `${declaration}<w:styles ${namespaces}><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/><w:lang w:val="${escapeXml(language)}"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="120"/></w:pPr></w:style>${sizes.map(heading).join('')}${plain('Quote', 'Quote', '<w:ind w:left="720" w:right="720"/>')}${plain('ListParagraph', 'List Paragraph')}${plain('Caption', 'caption', '', '<w:i/>')}${plain('SourceCode', 'Source Code', '<w:spacing w:after="0"/>', '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>')}${[1, 2, 3].map((level) => plain(`TOC${level}`, `toc ${level}`, `<w:ind w:left="${(level - 1) * 240}"/>`)).join('')}<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style><w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`).join('')}</w:tblBorders></w:tblPr></w:style></w:styles>`
}

const numberFormats: Readonly<Record<string, string>> = {
  'lower-alpha': 'lowerLetter',
  'upper-alpha': 'upperLetter',
  'lower-roman': 'lowerRoman',
  'upper-roman': 'upperRoman',
}

function numberingXml(lists: readonly { ordered: boolean; start: number; format: string }[]): string {
  const abstract = lists.map(({ ordered, start, format }, i) => {
    const levels = Array.from(
      { length: 9 },
      (_, level) =>
        `<w:lvl w:ilvl="${level}"><w:start w:val="${start}"/><w:numFmt w:val="${ordered ? (numberFormats[format] ?? 'decimal') : format === 'none' ? 'none' : 'bullet'}"/><w:lvlText w:val="${ordered ? `%${level + 1}.` : '•'}"/><w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>`,
    )
    return `<w:abstractNum w:abstractNumId="${i + 1}">${levels.join('')}</w:abstractNum>`
  })
  return `${declaration}<w:numbering ${namespaces}>${abstract.join('')}${lists.map((_, i) => `<w:num w:numId="${i + 1}"><w:abstractNumId w:val="${i + 1}"/></w:num>`).join('')}</w:numbering>`
}
