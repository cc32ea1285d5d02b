import { escapeXml } from '../xml.ts'
import type { Block, Cell, Inline, Style } from './model.ts'
import { plainText } from './model.ts'

/** What differs between the documents that hold the markup. */
export interface Dialect {
  /** XHTML 1.1 knows less than HTML: no sections, no MathML, no start of a list. */
  readonly version: 2 | 3
  /** Where a link inside the manuscript leads from here; undefined where its target is not in the book. */
  readonly linkTo: (id: string) => string | undefined
  /** Reference to a note. */
  readonly noteLink: (id: string) => string
  readonly picture: (path: string) => string | undefined
  readonly classOf: (style: Style) => string
  /** Ids of headings, for the contents. */
  readonly headingId: (block: Block) => string | undefined
  /** Headings stand this much deeper than in the manuscript. */
  readonly shift?: number
}

/** Named once: an id as XML allows it. */
export function asId(name: string): string {
  const id = name.replace(/[^\p{L}\p{N}._-]/gu, (char) => `_${char.codePointAt(0)!.toString(16)}`)
  return /^[\p{L}_]/u.test(id) ? id : `a${id}`
}

const langAttributes = (lang: string | undefined, version: 2 | 3) =>
  lang ? (version === 3 ? ` xml:lang="${escapeXml(lang)}" lang="${escapeXml(lang)}"` : ` xml:lang="${escapeXml(lang)}"`) : ''

const dirAttribute = (dir: string | undefined) => (dir ? ` dir="${dir}"` : '')

function classAttribute(dialect: Dialect, style: Style | undefined, ...more: readonly (string | undefined | false)[]) {
  const classes = [...more, style && Object.keys(style).length > 0 && dialect.classOf(style)].filter(Boolean)
  return classes.length > 0 ? ` class="${classes.join(' ')}"` : ''
}

const marks: Readonly<Record<string, readonly [string, string]>> = {
  strong: ['<strong>', '</strong>'],
  em: ['<em>', '</em>'],
  sub: ['<sub>', '</sub>'],
  sup: ['<sup>', '</sup>'],
  code: ['<code>', '</code>'],
  u: ['<span class="underline">', '</span>'],
  s: ['<span class="struck">', '</span>'],
  'small-caps': ['<span class="small-caps">', '</span>'],
}

export function inlineMarkup(inlines: readonly Inline[], dialect: Dialect): string {
  let out = ''
  for (const one of inlines)
    switch (one.kind) {
      case 'text':
        out += escapeXml(one.text)
        break
      case 'mark': {
        const [open, close] = one.mark === 's' && dialect.version === 3 ? ['<s>', '</s>'] : marks[one.mark]!
        out += open + inlineMarkup(one.children, dialect) + close
        break
      }
      case 'span':
        out += `<span${classAttribute(dialect, one.style)}${langAttributes(one.lang, dialect.version)}${dirAttribute(one.dir)}>${inlineMarkup(one.children, dialect)}</span>`
        break
      case 'link': {
        const href = one.href.startsWith('#') ? dialect.linkTo(one.href.slice(1)) : one.href
        const inner = inlineMarkup(withoutLinks(one.children), dialect)
        out += href ? `<a href="${escapeXml(href)}">${inner}</a>` : inner
        break
      }
      case 'anchor':
        out += `<span id="${escapeXml(asId(one.id))}"></span>`
        break
      case 'image': {
        const source = dialect.picture(one.path)
        if (!source) break
        const size = `${one.width ? ` width="${Math.round(one.width)}"` : ''}${one.height ? ` height="${Math.round(one.height)}"` : ''}`
        out += `<img src="${escapeXml(source)}" alt="${escapeXml(one.alt)}"${size}/>`
        break
      }
      case 'note':
        out += dialect.noteLink(one.id)
        break
      case 'break':
        out += '<br/>'
        break
      case 'math':
        out += dialect.version === 3 ? one.mathml : `<span class="math">${escapeXml(one.text)}</span>`
        break
    }
  return out
}

/** No link stands in a link. */
const withoutLinks = (inlines: readonly Inline[]): readonly Inline[] =>
  inlines.some((one) => one.kind === 'link' || one.kind === 'note' || 'children' in one)
    ? inlines.flatMap((one): readonly Inline[] => {
        if (one.kind === 'link') return withoutLinks(one.children)
        if (one.kind === 'note') return []
        return 'children' in one ? [{ ...one, children: withoutLinks(one.children) }] : [one]
      })
    : inlines

const listTypes: Readonly<Record<string, string>> = {
  'lower-alpha': 'a',
  'upper-alpha': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
}

export function blockMarkup(blocks: readonly Block[], dialect: Dialect): string {
  return blocks.map((block) => oneBlock(block, dialect)).join('\n')
}

function oneBlock(block: Block, dialect: Dialect): string {
  const { version } = dialect
  switch (block.kind) {
    case 'heading': {
      const level = Math.max(1, Math.min(6, block.level + (dialect.shift ?? 0)))
      const id = dialect.headingId(block)
      return `<h${level}${id ? ` id="${id}"` : ''}${classAttribute(dialect, block.style)}${langAttributes(block.lang, version)}${dirAttribute(block.dir)}>${inlineMarkup(block.children, dialect)}</h${level}>`
    }
    case 'paragraph': {
      const only = block.children.filter((one) => one.kind !== 'text' || one.text.trim())
      const isPicture =
        only.length > 0 &&
        only.every(
          (one) =>
            one.kind === 'image' ||
            one.kind === 'anchor' ||
            (one.kind === 'link' && one.children.every((child) => child.kind === 'image')),
        )
      const isDisplay = only.length === 1 && only[0]!.kind === 'math' && only[0]!.display
      const attributes = `${classAttribute(dialect, block.style, isPicture && 'picture', isDisplay && 'equation', block.dropCap && 'drop-cap')}${langAttributes(block.lang, version)}${dirAttribute(block.dir)}`
      const inner = block.dropCap ? dropped(block.children, dialect) : inlineMarkup(block.children, dialect)
      return `<p${attributes}>${inner}</p>`
    }
    case 'list': {
      const name = block.ordered ? 'ol' : 'ul'
      const type = block.ordered ? listTypes[block.format] : undefined
      const numbered =
        version === 3
          ? `${type ? ` type="${type}"` : ''}${block.ordered && block.start !== 1 ? ` start="${block.start}"` : ''}`
          : ''
      const looks =
        !block.ordered && block.format === 'none' ? ' class="plain"' : version === 2 && type ? ` class="${block.format}"` : ''
      return `<${name}${numbered}${looks}>\n${block.items.map((item) => `<li>${itemMarkup(item, dialect)}</li>`).join('\n')}\n</${name}>`
    }
    case 'table':
      return tableMarkup(block, dialect)
    case 'quote':
      return `<blockquote>\n${blockMarkup(block.blocks, dialect)}\n</blockquote>`
    case 'code':
      return `<pre><code>${escapeXml(block.text)}</code></pre>`
    case 'rule':
      return '<hr class="scene"/>'
    case 'page-break':
      return '<div class="page-break"></div>'
    case 'contents':
      return blockMarkup(block.blocks, dialect)
  }
}

/** The only paragraph of an item, or the one before a list inside it, stands without its own tags. */
function itemMarkup(item: readonly Block[], dialect: Dialect): string {
  const [first, ...rest] = item
  if (first?.kind === 'paragraph' && !first.style && !first.dir && !first.lang && rest.every((block) => block.kind === 'list'))
    return inlineMarkup(first.children, dialect) + (rest.length > 0 ? `\n${blockMarkup(rest, dialect)}\n` : '')
  return `\n${blockMarkup(item, dialect)}\n`
}

function tableMarkup({ rows, caption }: Extract<Block, { kind: 'table' }>, dialect: Dialect): string {
  const cell = ({ header, colspan, rowspan, blocks }: Cell, inHead: boolean) => {
    const name = header || inHead ? 'th' : 'td'
    const scope = name === 'th' ? ` scope="${inHead ? 'col' : 'row'}"` : ''
    const [first] = blocks
    const inner =
      blocks.length === 1 && first?.kind === 'paragraph' && !first.style && !first.dir && !first.lang
        ? inlineMarkup(first.children, dialect)
        : blockMarkup(blocks, dialect)
    return `<${name}${scope}${colspan > 1 ? ` colspan="${colspan}"` : ''}${rowspan > 1 ? ` rowspan="${rowspan}"` : ''}>${inner}</${name}>`
  }
  const row = (cells: readonly Cell[], inHead: boolean) => `<tr>${cells.map((one) => cell(one, inHead)).join('')}</tr>`
  const heads = rows.findIndex((cells) => !cells.every((one) => one.header))
  const head = headRows(rows, Math.max(heads, 0))
  const parts = [
    caption && caption.length > 0 ? `<caption>${inlineMarkup(caption, dialect)}</caption>` : '',
    head > 0
      ? `<thead>${rows
          .slice(0, head)
          .map((cells) => row(cells, true))
          .join('\n')}</thead>`
      : '',
    `<tbody>${rows
      .slice(head)
      .map((cells) => row(cells, false))
      .join('\n')}</tbody>`,
  ]
  return `<table>\n${parts.filter(Boolean).join('\n')}\n</table>`
}

/** How many rows make the head: none of its cells may reach into the body. */
function headRows(rows: readonly (readonly Cell[])[], wanted: number): number {
  const fits = rows.slice(0, wanted).every((cells, i) => cells.every(({ rowspan }) => i + rowspan <= wanted))
  return fits ? wanted : 0
}

function dropped(inlines: readonly Inline[], dialect: Dialect): string {
  const [first, ...rest] = inlines
  const letter = first?.kind === 'text' ? /^["'“‘«„¿¡]*\p{L}\p{M}*/u.exec(first.text)?.[0] : undefined
  if (!letter || first?.kind !== 'text') return inlineMarkup(inlines, dialect)
  return `<span class="initial">${escapeXml(letter)}</span>${escapeXml(first.text.slice(letter.length))}${inlineMarkup(rest, dialect)}`
}

/** Classes of the looks that a manuscript has, numbered as they come. */
export function createStyles() {
  const names = new Map<string, string>()
  return {
    classOf(style: Style): string {
      const rule = Object.entries(style)
        .map(([name, value]) => `${name}: ${value}`)
        .sort()
        .join('; ')
      let name = names.get(rule)
      if (!name) names.set(rule, (name = `s${names.size + 1}`))
      return name
    },
    css: () => [...names].map(([rule, name]) => `.${name} { ${rule} }`).join('\n'),
  }
}

export const baseCss = `body { margin: 0 5%; line-height: 1.4; }
h1, h2, h3, h4, h5, h6 { line-height: 1.2; margin: 1.5em 0 0.75em; page-break-after: avoid; break-after: avoid; text-align: start; }
h1 { font-size: 1.6em; margin-top: 2.5em; }
h2 { font-size: 1.35em; }
h3 { font-size: 1.15em; }
h4, h5, h6 { font-size: 1em; }
p { margin: 0 0 0.6em; }
blockquote { margin: 1em 2em; }
pre { white-space: pre-wrap; font-size: 0.9em; }
img { max-width: 100%; height: auto; }
p.picture { text-align: center; margin: 1em 0; }
p.equation { text-align: center; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #888; padding: 0.25em 0.5em; vertical-align: top; }
caption { font-style: italic; margin-bottom: 0.4em; }
hr.scene { border: none; margin: 1.5em auto; text-align: center; height: 1em; }
hr.scene:before { content: "* * *"; }
.underline { text-decoration: underline; }
.struck { text-decoration: line-through; }
.small-caps { font-variant: small-caps; }
.page-break { page-break-after: always; break-after: page; }
.drop-cap .initial { float: left; font-size: 3em; line-height: 0.9; padding: 0.05em 0.08em 0 0; }
.noteref { font-size: 0.75em; vertical-align: super; line-height: 0; }
.notes { margin-top: 2em; border-top: 1px solid #888; padding-top: 0.8em; font-size: 0.9em; }
ul.plain { list-style: none; }
ol.lower-alpha { list-style-type: lower-alpha; }
ol.upper-alpha { list-style-type: upper-alpha; }
ol.lower-roman { list-style-type: lower-roman; }
ol.upper-roman { list-style-type: upper-roman; }
.cover { text-align: center; margin: 0; padding: 0; }
.cover img { height: 100%; max-width: 100%; }
nav ol { list-style: none; }
`

export const titleOf = (block: Extract<Block, { kind: 'heading' }>) => plainText(block.children).replace(/\s+/g, ' ').trim()
