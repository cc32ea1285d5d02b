import JSZip from 'jszip'

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
const p = (t: string, pr = '') =>
  `<w:p>${pr ? `<w:pPr>${pr}</w:pPr>` : ''}${t.startsWith('<') ? t : `<w:r><w:t xml:space="preserve">${t}</w:t></w:r>`}</w:p>`
const h = (n: number, t: string, id = '') =>
  p(`${id ? `<w:bookmarkStart w:id="9" w:name="${id}"/>` : ''}<w:r><w:t>${t}</w:t></w:r>`, `<w:pStyle w:val="Heading${n}"/>`)
const li = (l: number, n: number, t: string) => p(t, `<w:numPr><w:ilvl w:val="${l}"/><w:numId w:val="${n}"/></w:numPr>`)
const r = (t: string, pr: string) => `<w:r><w:rPr>${pr}</w:rPr><w:t xml:space="preserve">${t}</w:t></w:r>`
const fld = (x: string) => `<w:r><w:fldChar w:fldCharType="${x}"/></w:r>`
const toc =
  p(
    `${fld('begin')}<w:r><w:instrText> TOC \\o "1-3" \\h </w:instrText></w:r>${fld('separate')}<w:hyperlink w:anchor="_Toc1"><w:r><w:t>Chapter One</w:t></w:r><w:r><w:tab/></w:r>${fld('begin')}<w:r><w:instrText> PAGEREF _Toc1 \\h </w:instrText></w:r>${fld('separate')}<w:r><w:t>3</w:t></w:r>${fld('end')}</w:hyperlink>`,
  ) + p(fld('end'))
const tbl = `<w:tbl><w:tblPr><w:tblLook w:firstRow="1"/></w:tblPr><w:tblGrid/><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${p('Wide head')}</w:tc><w:tc>${p('H3')}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>${p('tall')}</w:tc><w:tc>${p('b')}</w:tc><w:tc>${p('c')}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc>${p('e')}</w:tc><w:tc>${p('f')}</w:tc></w:tr></w:tbl>`
const body =
  p('My Novel', '<w:pStyle w:val="Title"/>') +
  toc +
  h(1, 'Chapter One', '_Toc1') +
  p(r('O', ''), '<w:framePr w:dropCap="drop"/>') +
  p('nce upon a time there was a king.') +
  p(
    r('bold', '<w:b/>') +
      r(' italic', '<w:i/>') +
      r(' red', '<w:color w:val="FF0000"/>') +
      r(' bonjour', '<w:lang w:val="fr-FR"/>') +
      r(' שלום', '<w:rtl/><w:lang w:bidi="he-IL"/>') +
      '<w:r><w:footnoteReference w:id="2"/></w:r><w:ins w:id="1"><w:r><w:t> inserted</w:t></w:r></w:ins><w:del w:id="2"><w:r><w:delText> deleted</w:delText></w:r></w:del><w:commentRangeStart w:id="0"/><w:r><w:commentReference w:id="0"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r>',
  ) +
  li(0, 1, 'one') +
  li(1, 1, 'one a') +
  li(1, 1, 'one b') +
  li(0, 1, 'two') +
  li(0, 2, 'bullet') +
  li(0, 2, 'bullet two') +
  tbl +
  p(
    '<w:r><w:drawing><wp:inline><wp:extent cx="952500" cy="952500"/><wp:docPr id="1" name="P" descr="A dot"/><a:graphic><a:graphicData><a:blip r:embed="rId9"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>',
  ) +
  p(
    '<m:oMathPara><m:oMath><m:f><m:num><m:r><m:t>a+1</m:t></m:r></m:num><m:den><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e><m:r><m:t>b</m:t></m:r></m:e></m:rad></m:den></m:f><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub><m:r><m:t>i=1</m:t></m:r></m:sub><m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:r><m:t>i</m:t></m:r></m:e></m:nary></m:oMath></m:oMathPara>',
  ) +
  p('before<PB>after'.replace('before<PB>after', '<w:r><w:t>before</w:t><w:br w:type="page"/><w:t>after</w:t></w:r>')) +
  h(1, 'Chapter Two', 'two') +
  p(
    '<w:hyperlink r:id="rId8"><w:r><w:t>site</w:t></w:r></w:hyperlink><w:r><w:t xml:space="preserve"> and </w:t></w:r><w:hyperlink w:anchor="two"><w:r><w:t>here</w:t></w:r></w:hyperlink>',
  ) +
  h(2, 'Part A') +
  p('centred', '<w:jc w:val="center"/>') +
  p('quoted', '<w:pStyle w:val="Quote"/>') +
  '<w:sectPr/>'
const rels = (x: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${x}</Relationships>`
const O = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const rel = (id: string, t: string, x: string, ext = '') => `<Relationship Id="${id}" Type="${O}/${t}" Target="${x}"${ext}/>`
const lvl = (i: number, f: string) => `<w:lvl w:ilvl="${i}"><w:start w:val="1"/><w:numFmt w:val="${f}"/></w:lvl>`
/** A Word document with one of nearly everything; made here, so that what is in it is known. */
export async function wordManuscript(more: Readonly<Record<string, string>> = {}): Promise<Uint8Array> {
  const z = new JSZip()
  z.file(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  )
  z.file(
    '_rels/.rels',
    rels(
      rel('rId1', 'officeDocument', 'word/document.xml') +
        `<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
    ),
  )
  z.file(
    'docProps/core.xml',
    '<cp:coreProperties xmlns:cp="x" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>My Novel</dc:title><dc:creator>Ann Lee</dc:creator><dcterms:modified>2024-01-02T03:04:05Z</dcterms:modified></cp:coreProperties>',
  )
  z.file('word/document.xml', `<w:document ${W}><w:body>${body}</w:body></w:document>`)
  z.file(
    'word/_rels/document.xml.rels',
    rels(
      rel('rId1', 'styles', 'styles.xml') +
        rel('rId2', 'numbering', 'numbering.xml') +
        rel('rId3', 'footnotes', 'footnotes.xml') +
        rel('rId4', 'endnotes', 'endnotes.xml') +
        rel('rId8', 'hyperlink', 'https://example.com/a?b=1&amp;c=2', ' TargetMode="External"') +
        rel('rId9', 'image', 'media/dot.png'),
    ),
  )
  z.file(
    'word/styles.xml',
    `<w:styles ${W}>${[1, 2, 3].map((i) => `<w:style w:type="paragraph" w:styleId="Heading${i}"><w:name w:val="heading ${i}"/></w:style>`).join('')}<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/></w:style></w:styles>`,
  )
  z.file(
    'word/numbering.xml',
    `<w:numbering ${W}><w:abstractNum w:abstractNumId="1">${lvl(0, 'decimal')}${lvl(1, 'lowerLetter')}</w:abstractNum><w:abstractNum w:abstractNumId="2">${lvl(0, 'bullet')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num></w:numbering>`,
  )
  for (const k of ['footnote', 'endnote'])
    z.file(
      `word/${k}s.xml`,
      `<w:${k}s ${W}><w:${k} w:id="2">${p(`<w:r><w:${k}Ref/></w:r><w:r><w:t xml:space="preserve"> The ${k} text.</w:t></w:r>`)}</w:${k}></w:${k}s>`,
    )
  z.file(
    'word/media/dot.png',
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    { base64: true },
  )
  for (const [path, text] of Object.entries(more)) z.file(path, text)
  return z.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}

export const textManuscript = `Title: The Long Way
Author: Ann Lee

CHAPTER ONE

It was a *dark* night and the rain fell on the roofs of the town, as it
had done for seven days and as it would do for seven more, said the old
man who lived below the bridge.

"Come in," she said. He came in, and he sat down by the fire, and said
nothing at all until the clock struck nine and the dog awoke from sleep.

* * *

- one thing
- two things
  - nested

CHAPTER TWO

The next day the sun shone, and all of them went out into the fields to
see what was left of the wheat, which was not very much to look at all.
`

export const htmlManuscript = `<html lang=en><head><title>Test &amp; Tale</title><meta name=author content="Bo Day"><style>.c1{font-weight:700}.c2{color:#ff0000}</style></head>
<body><h1>One</h1><p>Hello <span class=c1>bold</span> <span class=c2>red</span><a href="#fn1" id="r1"><sup>1</sup></a> <a href="#two">see</a> <a href="javascript:alert(1)">bad</a></p>
<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><table><tr><th>A<th>B</tr><tr><td colspan=2>m</table><img src="http://far.test/a.png" alt="far">
<h1 id=two>Two</h1><h2>Part</h2><p style="text-align:center">Mid</p><div id=fn1><p>Note text <a href="#r1">back</a></p></div></body></html>`
