import JSZip from 'jszip'
import { escapeXml } from '../../xml.ts'
import type { Part, Plan, PlannedList, PlannedNote, Run } from './plan.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The equation that every planned one is: a fraction under a root, with its own word. */
const equation = (text: string) =>
  `<m:oMath><m:f><m:num><m:r><m:t>${text}</m:t></m:r></m:num><m:den><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:e></m:rad></m:den></m:f></m:oMath>`

/** A plan as Word saves it: styles, numbering, footnotes, tracked changes, and the clutter of identifiers it leaves on everything. */
export async function wordOf(plan: Plan): Promise<Uint8Array> {
  const relations: string[] = []
  const relate = (type: string, target: string, more = '') => {
    relations.push(
      `<Relationship Id="rId${relations.length + 1}" Type="${office}/${type}" Target="${escapeXml(target)}"${more}/>`,
    )
    return `rId${relations.length}`
  }
  relate('styles', 'styles.xml')
  relate('numbering', 'numbering.xml')
  relate('footnotes', 'footnotes.xml')
  relate('endnotes', 'endnotes.xml')
  relate('comments', 'comments.xml')
  const pictures = new Map([...plan.pictures.keys()].map((name) => [name, relate('image', `media/${name}`)]))
  const notes: Record<PlannedNote['kind'], string[]> = { footnote: [], endnote: [] }
  const comments: string[] = []
  const lists: boolean[][] = []
  let ids = 100

  const text = (value: string, tag = 't') => `<w:${tag} xml:space="preserve">${escapeXml(value)}</w:${tag}>`
  const plainRun = (inner: string, properties = '') =>
    `<w:r w:rsidR="00A77B3E" w:rsidRPr="00C01234">${properties ? `<w:rPr>${properties}</w:rPr>` : ''}${inner}</w:r>`
  const mark = (kind: PlannedNote['kind']) => (kind === 'footnote' ? 'Footnote' : 'Endnote')

  function run(one: Run): string {
    if (one.equation) return equation(one.text)
    const properties = [
      one.bold ? '<w:b/><w:bCs/>' : '',
      one.italic ? '<w:i/><w:iCs/>' : '',
      one.rtl ? '<w:rtl/>' : '',
      one.lang ? `<w:lang w:${one.rtl ? 'bidi' : 'val'}="${one.lang}"/>` : '',
    ].join('')
    if (one.change === 'deleted')
      return `<w:del w:id="${++ids}" w:author="Ed" w:date="2024-01-01T00:00:00Z">${plainRun(text(one.text, 'delText'))}</w:del>`
    if (one.change === 'inserted')
      return `<w:ins w:id="${++ids}" w:author="Ed" w:date="2024-01-01T00:00:00Z">${plainRun(text(one.text), properties)}</w:ins>`
    let made = plainRun(text(one.text), properties)
    if (one.href) {
      const place = one.href.startsWith('#')
        ? `w:anchor="${one.href.slice(1)}"`
        : `r:id="${relate('hyperlink', one.href, ' TargetMode="External"')}"`
      made = `<w:hyperlink ${place} w:history="1">${plainRun(text(one.text), '<w:rStyle w:val="Hyperlink"/>')}</w:hyperlink>`
    }
    if (one.comment) {
      const id = comments.length
      comments.push(`<w:comment w:id="${id}" w:author="Ed"><w:p>${plainRun(text(one.comment))}</w:p></w:comment>`)
      made = `<w:commentRangeStart w:id="${id}"/>${made}<w:commentRangeEnd w:id="${id}"/>${plainRun(`<w:commentReference w:id="${id}"/>`)}`
    }
    if (one.note) {
      const { kind } = one.note
      const id = notes[kind].length + 1
      const style = `<w:rStyle w:val="${mark(kind)}Reference"/>`
      notes[kind].push(
        `<w:${kind} w:id="${id}"><w:p><w:pPr><w:pStyle w:val="${mark(kind)}Text"/></w:pPr>${plainRun(`<w:${kind}Ref/>`, style)}${plainRun(text(` ${one.note.text}`))}</w:p></w:${kind}>`,
      )
      made += plainRun(`<w:${kind}Reference w:id="${id}"/>`, style)
    }
    return made
  }

  const paragraph = (inner: string, properties = '') =>
    `<w:p w:rsidR="00A77B3E" w:rsidRDefault="00A77B3E">${properties ? `<w:pPr>${properties}</w:pPr>` : ''}${inner}</w:p>`

  /** A list with those inside it is one of Word's lists, with a kind for each level. */
  function list(one: PlannedList, level: number, kinds: boolean[] = []): string {
    if (level === 0) lists.push(kinds)
    kinds[level] = one.ordered
    const id = lists.indexOf(kinds) + 1
    return one.items
      .map(
        ({ text: own, list: inner }) =>
          paragraph(
            plainRun(text(own)),
            `<w:pStyle w:val="ListParagraph"/><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`,
          ) + (inner ? list(inner, level + 1, kinds) : ''),
      )
      .join('')
  }

  function table({ rows, caption }: Extract<Part, { kind: 'table' }>): string {
    const below = new Map<number, { left: number; span: number }>()
    const lines = rows.map((cells) => {
      let column = 0
      let out = ''
      const held = () => {
        for (let one = below.get(column); one && one.left > 0; one = below.get(column)) {
          below.set(column, { ...one, left: one.left - 1 })
          out += `<w:tc><w:tcPr>${one.span > 1 ? `<w:gridSpan w:val="${one.span}"/>` : ''}<w:vMerge/></w:tcPr><w:p/></w:tc>`
          column += one.span
        }
      }
      for (const { text: own, colspan, rowspan } of cells) {
        held()
        out += `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/>${colspan > 1 ? `<w:gridSpan w:val="${colspan}"/>` : ''}${rowspan > 1 ? '<w:vMerge w:val="restart"/>' : ''}</w:tcPr>${paragraph(plainRun(text(own)))}</w:tc>`
        if (rowspan > 1) below.set(column, { left: rowspan - 1, span: colspan })
        column += colspan
      }
      held()
      return `<w:tr>${cells.every(({ header }) => header) ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${out}</w:tr>`
    })
    return `${paragraph(plainRun(text(caption)), '<w:pStyle w:val="Caption"/><w:keepNext/>')}<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblLook w:val="04A0" w:firstRow="1"/></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>${lines.join('')}</w:tbl>`
  }

  function written(part: Part): string {
    switch (part.kind) {
      case 'heading':
        return paragraph(
          `<w:bookmarkStart w:id="${++ids}" w:name="${part.id}"/>${plainRun(text(part.text))}<w:bookmarkEnd w:id="${ids}"/>`,
          `<w:pStyle w:val="Heading${part.level}"/>`,
        )
      case 'paragraph': {
        if (!part.dropCap) return paragraph(`${part.runs.map(run).join('')}<w:proofErr w:type="spellEnd"/>`)
        const [first] = part.runs
        return `${paragraph(plainRun(text(first!.text[0]!)), '<w:keepNext/><w:framePr w:dropCap="drop" w:lines="3" w:wrap="around" w:vAnchor="text" w:hAnchor="text"/>')}${paragraph(plainRun(text(first!.text.slice(1))))}`
      }
      case 'list':
        return list(part, 0)
      case 'table':
        return table(part)
      case 'image': {
        const [cx, cy] = [part.width * 9525, part.height * 9525]
        return paragraph(
          plainRun(
            `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${++ids}" name="Picture ${ids}" descr="${part.alt}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${ids}" name="${part.name}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${pictures.get(part.name)}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`,
          ),
        )
      }
      case 'quote':
        return paragraph(plainRun(text(part.text)), '<w:pStyle w:val="Quote"/>')
      case 'code':
        return part.lines.map((line) => paragraph(plainRun(text(line)), '<w:pStyle w:val="HTMLPreformatted"/>')).join('')
      case 'scene':
        return paragraph(plainRun(text('* * *')), '<w:jc w:val="center"/>')
    }
  }

  const field = (type: string) => plainRun(`<w:fldChar w:fldCharType="${type}"/>`)
  const chapters = plan.parts.filter((part) => part.kind === 'heading').filter(({ level }) => level === 1)
  const contents = chapters
    .map(({ text: own, id }, i) =>
      paragraph(
        `${i === 0 ? `${field('begin')}${plainRun('<w:instrText xml:space="preserve"> TOC \\o "1-3" \\h \\z \\u </w:instrText>')}${field('separate')}` : ''}<w:hyperlink w:anchor="${id}" w:history="1">${plainRun(text(own), '<w:rStyle w:val="Hyperlink"/>')}${plainRun('<w:tab/>')}${field('begin')}${plainRun(`<w:instrText xml:space="preserve"> PAGEREF ${id} \\h </w:instrText>`)}${field('separate')}${plainRun(text(String(i * 7 + 3)))}${field('end')}</w:hyperlink>`,
        '<w:pStyle w:val="TOC1"/>',
      ),
    )
    .join('')
  const body = `${paragraph(plainRun(text(plan.title)), '<w:pStyle w:val="Title"/>')}<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${contents}${paragraph(field('end'))}</w:sdtContent></w:sdt>${plan.parts.map(written).join('')}<w:sectPr/>`

  const style = (id: string, name: string, more = '', type = 'paragraph') =>
    `<w:style w:type="${type}" w:styleId="${id}"${id === 'Normal' ? ' w:default="1"' : ''}><w:name w:val="${name}"/>${id === 'Normal' || type !== 'paragraph' ? '' : '<w:basedOn w:val="Normal"/>'}${more}</w:style>`
  const styles = [
    style('Normal', 'Normal', '<w:rPr><w:sz w:val="24"/></w:rPr>'),
    ...[1, 2, 3].map((level) =>
      style(
        `Heading${level}`,
        `heading ${level}`,
        `<w:pPr><w:keepNext/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:color w:val="2F5496"/><w:sz w:val="32"/></w:rPr>`,
      ),
    ),
    style('Title', 'Title', '<w:rPr><w:sz w:val="56"/></w:rPr>'),
    style('TOC1', 'toc 1'),
    style('ListParagraph', 'List Paragraph', '<w:pPr><w:ind w:left="720"/></w:pPr>'),
    style('Quote', 'Quote', '<w:pPr><w:ind w:left="864" w:right="864"/></w:pPr><w:rPr><w:i/></w:rPr>'),
    style('HTMLPreformatted', 'HTML Preformatted', '<w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/></w:rPr>'),
    style('Caption', 'caption', '<w:rPr><w:i/></w:rPr>'),
    style('FootnoteText', 'footnote text', '<w:rPr><w:sz w:val="20"/></w:rPr>'),
    style('EndnoteText', 'endnote text', '<w:rPr><w:sz w:val="20"/></w:rPr>'),
    style('FootnoteReference', 'footnote reference', '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>', 'character'),
    style('EndnoteReference', 'endnote reference', '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>', 'character'),
    style('Hyperlink', 'Hyperlink', '<w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr>', 'character'),
  ]
  const levels = (kinds: readonly boolean[]) =>
    Array.from(
      { length: 9 },
      (_, level) =>
        `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${kinds[level] ? 'decimal' : 'bullet'}"/><w:lvlText w:val="${kinds[level] ? `%${level + 1}.` : '\uf0b7'}"/><w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>`,
    ).join('')
  const separators = (kind: string) =>
    `<w:${kind} w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:${kind}><w:${kind} w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:${kind}>`
  const relationships = (inner: string) =>
    `${declaration}<Relationships xmlns="${packages}/relationships">${inner}</Relationships>`
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/><Override PartName="/word/document.xml" ContentType="${types}.document.main+xml"/>${['styles', 'numbering', 'footnotes', 'endnotes', 'comments'].map((name) => `<Override PartName="/word/${name}.xml" ContentType="${types}.${name}+xml"/>`).join('')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    '_rels/.rels': relationships(
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${packages}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
    ),
    'docProps/core.xml': `${declaration}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${plan.title}</dc:title><dc:creator>${plan.author}</dc:creator><dc:language>${plan.language}</dc:language><dcterms:modified xsi:type="dcterms:W3CDTF">2024-01-02T03:04:05Z</dcterms:modified></cp:coreProperties>`,
    'word/document.xml': `${declaration}<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(relations.join('')),
    'word/styles.xml': `${declaration}<w:styles ${namespaces}><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/><w:lang w:val="${plan.language}"/></w:rPr></w:rPrDefault></w:docDefaults>${styles.join('')}</w:styles>`,
    'word/numbering.xml': `${declaration}<w:numbering ${namespaces}>${lists.map((kinds, i) => `<w:abstractNum w:abstractNumId="${i + 1}">${levels(kinds)}</w:abstractNum>`).join('')}${lists.map((_, i) => `<w:num w:numId="${i + 1}"><w:abstractNumId w:val="${i + 1}"/></w:num>`).join('')}</w:numbering>`,
    'word/comments.xml': `${declaration}<w:comments ${namespaces}>${comments.join('')}</w:comments>`,
  }
  for (const kind of ['footnote', 'endnote'] as const)
    files[`word/${kind}s.xml`] = `${declaration}<w:${kind}s ${namespaces}>${separators(kind)}${notes[kind].join('')}</w:${kind}s>`
  for (const [name, bytes] of plan.pictures) files[`word/media/${name}`] = bytes
  const zip = new JSZip()
  const date = new Date(Date.UTC(2024, 0, 2))
  for (const [path, content] of Object.entries(files)) zip.file(path, content, { date, createFolders: false })
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}
