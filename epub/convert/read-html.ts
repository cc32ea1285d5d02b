import { DomHandler } from 'domhandler'
import { Parser } from 'htmlparser2'
import { isRemote, resolve } from '../href.ts'
import {
  type ChildNode,
  type Document,
  descendants,
  type Element,
  escapeXml,
  innerText,
  isTag,
  isText,
  parseMarkup,
} from '../xml.ts'
import { type FoundNotes, findNotes, type NotePage } from './html-notes.ts'
import { blockStyle, declaredOn, fontFacesIn, runStyle, type Sheet, sheetOf } from './html-styles.ts'
import { collapsed, merged } from './inlines.ts'
import { mathOf } from './math-text.ts'
import type { Block, Cell, Font, Inline, Manuscript, Mark, Note } from './model.ts'
import { plainText, textNode } from './model.ts'
import type { Pace } from './pace.ts'

export interface HtmlFiles {
  /** Path of the page among the files. */
  readonly path: string
  /** A file beside the page; undefined where there is none. */
  readonly load: (path: string) => Promise<Uint8Array | undefined>
  /** Name of an anchor of this page among all; as it is for a single page. */
  readonly idOf?: (id: string) => string
  /** Name of the anchor that a link to another page means; undefined where it is none of ours. */
  readonly anchorOf?: (href: string) => string | undefined
  readonly extraCss?: string
  readonly pace?: Pace | undefined
}

/** XHTML closes any element by itself, HTML only some. */
export async function parseHtml(
  text: string,
  { isXhtml = false, pace }: { isXhtml?: boolean; pace?: Pace | undefined } = {},
): Promise<Document> {
  const handler = new DomHandler()
  const parser = new Parser(handler, { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: isXhtml })
  for (let at = 0; at < text.length; at += piece) {
    parser.write(text.slice(at, at + piece))
    await pace?.()
  }
  parser.end()
  return handler.root
}

/** Characters that are parsed at once. */
const piece = 1 << 20

const silent = new Set(
  'script style head template noscript iframe object embed applet audio video canvas form input button select textarea title meta link map svg'.split(
    ' ',
  ),
)
const inlineNames = new Set(
  'a abbr acronym b bdi bdo big br cite code del dfn em font i img ins kbd label mark math q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const marks: Readonly<Record<string, Mark>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  u: 'u',
  ins: 'u',
  s: 's',
  strike: 's',
  del: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
}
/** Deeper markup is read as its text: no manuscript needs it, and nobody's stack holds it. */
const deepest = 120

/** A page of HTML: what browsers show of it, with the habits of Word and Google Docs understood. */
export async function readHtml(source: string, files: HtmlFiles): Promise<Manuscript> {
  const root = await parseHtml(source, { pace: files.pace })
  const own: NotePage = {
    root,
    nameOf: (id) => id,
    placeOf: (href) => (href.startsWith('#') && href.length > 1 ? decode(href.slice(1)) : undefined),
  }
  const found = findNotes([own])
  const { note, ...page } = await openPage(root, found, files)
  const notes = new Map(
    [...found.byName].map(([name, { element, kind }]): [string, Note] => [name, { kind, blocks: note(element) }]),
  )
  return { ...page, metadata: metadataIn(descendants(root)), notes }
}

/** What stands on a page, and how its notes are read. */
export async function openPage(root: Document, notes: FoundNotes, files: HtmlFiles) {
  const elements = descendants(root)
  const css = [files.extraCss ?? '', ...elements.filter(({ name }) => name === 'style').map((one) => innerText(one))].join('\n')
  const sheet = sheetOf(css)
  const pictures = new Map<string, Uint8Array>()
  const warnings: string[] = []
  const paths = await loadPictures(elements, files, pictures, warnings)
  const wanted = new Set(
    elements.flatMap(({ attribs }) => (attribs.href?.startsWith('#') ? [decode(attribs.href.slice(1))] : [])),
  )
  const reader = createReader({ sheet, notes, paths, files, wanted })
  const body = elements.find(({ name }) => name === 'body') ?? root
  return {
    blocks: await reader.allBlocks(body.children),
    note: reader.note,
    pictures,
    fonts: await fontsIn(css, files),
    warnings,
  }
}

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function loadPictures(
  elements: readonly Element[],
  files: HtmlFiles,
  pictures: Map<string, Uint8Array>,
  warnings: string[],
) {
  const paths = new Map<Element, string>()
  for (const element of elements) {
    if (element.name !== 'img' && element.name !== 'image') continue
    const src = element.attribs.src ?? element.attribs['xlink:href'] ?? element.attribs.href ?? ''
    const data = /^data:image\/[\w.+-]+;base64,([\s\S]*)$/i.exec(src)?.[1]
    if (data !== undefined) {
      const bytes = fromBase64(data)
      const path = `data-${files.path}-${pictures.size + 1}`
      if (bytes) pictures.set(path, bytes)
      paths.set(element, path)
    } else if (isRemote(src) && src.trim())
      warnings.push('A picture lies elsewhere (on the web or on a disk) and was not fetched.')
    else {
      const path = resolve(files.path, src)
      if (!path || !src) continue
      if (!pictures.has(path)) {
        const bytes = await files.load(path)
        if (bytes) pictures.set(path, bytes)
      }
      paths.set(element, path)
    }
  }
  return paths
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    const raw = atob(decode(text).replace(/\s+/g, ''))
    return Uint8Array.from(raw, (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

async function fontsIn(css: string, files: HtmlFiles): Promise<Font[]> {
  const fonts: Font[] = []
  for (const { family, source, bold, italic } of fontFacesIn(css)) {
    const data = /^data:[^,]*;base64,([\s\S]*)$/i.exec(source)?.[1]
    const path = data || isRemote(source) ? undefined : resolve(files.path, source)
    const bytes = data ? fromBase64(data) : path ? await files.load(path) : undefined
    const extension = bytes && fontExtension(bytes)
    if (bytes && extension) fonts.push({ path: `fonts/font-${fonts.length + 1}.${extension}`, family, bold, italic, bytes })
  }
  return fonts
}

export function fontExtension(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 4))
  return head === '\0\x01\0\0' || head === 'true'
    ? 'ttf'
    : head === 'OTTO'
      ? 'otf'
      : head === 'wOFF'
        ? 'woff'
        : head === 'wOF2'
          ? 'woff2'
          : undefined
}

function metadataIn(elements: readonly Element[]): Manuscript['metadata'] {
  const values = (...names: readonly string[]) =>
    elements
      .filter(({ name, attribs }) => name === 'meta' && names.includes((attribs.name ?? attribs.property ?? '').toLowerCase()))
      .map(({ attribs }) => attribs.content?.trim() ?? '')
      .filter(Boolean)
  const html = elements.find(({ name }) => name === 'html')
  const title = elements.find(({ name }) => name === 'title')
  const body = elements.find(({ name }) => name === 'body')
  const office = officeProperties(elements)
  return {
    title: (title && innerText(title).trim()) || values('dc.title', 'og:title')[0],
    creators: unique(values('author', 'dc.creator', 'dcterms.creator'), office('Author')),
    language:
      html?.attribs.lang || html?.attribs['xml:lang'] || values('dc.language', 'content-language')[0] || body?.attribs.lang,
    description: values('description', 'dc.description', 'og:description')[0] ?? office('Description')[0],
    publisher: values('dc.publisher', 'publisher')[0],
    date: values('date', 'dc.date', 'dcterms.date')[0],
    modified: values('dcterms.modified', 'last-modified')[0] ?? office('LastSaved')[0] ?? office('Created')[0],
    subjects: values('keywords', 'dc.subject')
      .concat(office('Keywords'))
      .flatMap((list) => list.split(/[,;]/).map((one) => one.trim()))
      .filter(Boolean),
    rights: values('rights', 'dc.rights', 'copyright')[0],
  }
}

const unique = (...lists: readonly (readonly string[])[]) => [...new Set(lists.find((list) => list.length > 0))]

/** Word keeps what it knows of a document in a comment that only it reads. */
function officeProperties(elements: readonly Element[]) {
  const head = elements.find(({ name }) => name === 'head')
  const text = (head?.children ?? [])
    .map((node) => ('data' in node && node.type === 'comment' ? node.data : ''))
    .join('')
    .slice(0, 100_000)
  return (name: string): string[] => {
    const found = new RegExp(`<o:${name}>([^<]{1,2000})</o:${name}>`).exec(text)?.[1]
    return found ? [innerText(parseMarkup(found)).trim()].filter(Boolean) : []
  }
}

interface Reading {
  readonly sheet: Sheet
  readonly notes: FoundNotes
  readonly paths: ReadonlyMap<Element, string>
  readonly files: HtmlFiles
  readonly wanted: ReadonlySet<string>
}

function createReader({ sheet, notes, paths, files, wanted }: Reading) {
  const idOf = files.idOf ?? ((id: string) => id)
  const anchors = ({ attribs, name }: Element): Inline[] => {
    const ids = [attribs.id, name === 'a' ? attribs.name : undefined].filter(
      (id) => id !== undefined && (wanted.has(id) || files.idOf !== undefined),
    )
    return [...new Set(ids)].map((id): Inline => ({ kind: 'anchor', id: idOf(id!) }))
  }

  const direction = ({ attribs }: Element): 'rtl' | 'ltr' | undefined => {
    const dir = attribs.dir?.toLowerCase()
    return dir === 'rtl' || dir === 'ltr' ? dir : undefined
  }
  const language = ({ attribs }: Element) => attribs.lang || attribs['xml:lang'] || undefined

  function inlines(nodes: readonly ChildNode[], depth: number): Inline[] {
    return nodes.flatMap((node) => inline(node, depth))
  }

  function inline(node: ChildNode, depth: number): Inline[] {
    if (isText(node)) return [textNode(node.data)]
    if (!isTag(node) || notes.removed.has(node) || (silent.has(node.name) && node.name !== 'svg')) return []
    const note = notes.references.get(node)
    if (note !== undefined) return [...anchors(node), { kind: 'note', id: note }]
    if (depth > deepest) return [textNode(innerText(node))]
    const { name, attribs } = node
    if (name === 'br') return [{ kind: 'break' }]
    if (name === 'img' || (name === 'svg' && hasPicture(node))) return picture(name === 'img' ? node : hasPicture(node)!)
    if (name === 'math') return [readMath(node)]
    if (name === 'wbr' || name === 'rp' || name === 'svg') return []
    const found = declaredOn(node, sheet)
    if (found.display === 'none' || /ignore/i.test(found['mso-list'] ?? '')) return []
    let children = inlines(node.children, depth + 1)
    if (name === 'q') children = [textNode('“'), ...children, textNode('”')]
    const mark = marks[name]
    if (mark) children = [{ kind: 'mark', mark, children }]
    for (const one of marksOf(found, name)) children = [{ kind: 'mark', mark: one, children }]
    const style = name === 'a' ? undefined : runStyle({ ...(name === 'font' && { color: attribs.color ?? '' }), ...found })
    const [lang, dir] = [language(node), direction(node)]
    if (style || lang || dir) children = [{ kind: 'span', style, lang, dir, children }]
    if (name === 'a' && attribs.href) {
      const href = linkOf(attribs.href)
      if (href) children = [{ kind: 'link', href, children }]
    }
    return [...anchors(node), ...children]
  }

  function linkOf(href: string): string | undefined {
    if (files.anchorOf && !isRemote(href)) {
      const id = files.anchorOf(href)
      return id === undefined ? undefined : `#${id}`
    }
    if (href.startsWith('#')) return `#${idOf(decode(href.slice(1)))}`
    // Google's exports lead every link through a redirect.
    const through = /^https?:\/\/www\.google\.com\/url\?(?:.*&)?q=([^&]+)/.exec(href)?.[1]
    return through ? decode(through) : href
  }

  function picture(element: Element): Inline[] {
    const { attribs } = element
    const path = paths.get(element)
    const alt = (attribs.alt ?? '').trim()
    if (!path) return alt ? [textNode(`[${alt}]`)] : []
    const found = declaredOn(element, sheet)
    return [
      ...anchors(element),
      { kind: 'image', path, alt, width: pixels(attribs.width ?? found.width), height: pixels(attribs.height ?? found.height) },
    ]
  }

  function collector(depth: number) {
    const out: Block[] = []
    let run: ChildNode[] = []
    const flush = () => {
      if (run.length === 0) return
      const children = merged(collapsed(inlines(run, depth)))
      run = []
      if (children.length > 0) out.push({ kind: 'paragraph', children })
    }
    return {
      take(node: ChildNode, inner?: readonly Block[]) {
        const isBlock = isTag(node) && !inlineNames.has(node.name) && !(silent.has(node.name) && node.name !== 'svg')
        if (isTag(node) && notes.removed.has(node)) return
        if (isTag(node) && isPageBreak(node)) {
          flush()
          out.push({ kind: 'page-break' })
          if (node.name === 'br') return
        }
        if (isBlock || (isTag(node) && inlineNames.has(node.name) && holdsBlock(node))) {
          flush()
          if (isTag(node)) out.push(...(inner ? withAnchor(node, [...inner]) : block(node, depth + 1)))
        } else run.push(node)
      },
      done() {
        flush()
        return gathered(out)
      },
    }
  }

  function blocks(nodes: readonly ChildNode[], depth: number): Block[] {
    const { take, done } = collector(depth)
    for (const node of nodes) take(node)
    return done()
  }

  /** The same for a whole page, with rests; the containers that editors put round everything are opened. */
  async function allBlocks(nodes: readonly ChildNode[], depth = 0): Promise<Block[]> {
    const { take, done } = collector(depth)
    for (const [i, node] of nodes.entries()) {
      await files.pace?.(i / nodes.length)
      const isRound =
        isTag(node) && depth < 8 && node.children.length > 50 && /^(?:div|section|article|main)$/.test(node.name) && isShown(node)
      take(node, isRound ? await allBlocks(node.children, depth + 1) : undefined)
    }
    return done()
  }

  const isShown = (element: Element) => !notes.removed.has(element) && declaredOn(element, sheet).display !== 'none'

  const isPageBreak = (element: Element) => {
    const found = declaredOn(element, sheet)
    return (
      /^(?:always|page|left|right)$/.test(found['page-break-before'] ?? found['break-before'] ?? '') &&
      /^(?:br|hr|p|div|h[1-6])$/.test(element.name)
    )
  }

  function paragraph(element: Element, depth: number): Block[] {
    const found = declaredOn(element, sheet)
    const level = msoList(found, element.attribs.class)
    let children = merged(collapsed([...anchors(element), ...inlines(element.children, depth)]))
    for (const mark of marksOf(found, 'p')) children = [{ kind: 'mark', mark, children }]
    const names = element.attribs.class ?? ''
    const heading = /(?:^|\s)MsoHeading(\d)|(?:^|\s)(?:MsoTitle|title)(?:\s|$)/.exec(names)
    const look = { style: blockStyle(found), lang: language(element), dir: direction(element) }
    if (/(?:^|\s)Mso(?:Intense)?Quote/.test(names))
      return [{ kind: 'quote', blocks: [{ kind: 'paragraph', children, lang: look.lang, dir: look.dir }] }]
    if (/(?:^|\s)MsoToc\d/.test(names)) return [{ kind: 'contents', blocks: [{ kind: 'paragraph', children }] }]
    if (level !== undefined) {
      const ordered = msoOrdered(element, sheet)
      return [{ kind: 'list', ordered, start: 1, format: `level-${level}`, items: [[{ kind: 'paragraph', children }]] }]
    }
    if (heading) return [{ kind: 'heading', level: Number(heading[1] ?? 1), children, ...look }]
    if (/^(?:(?:[*＊•·⁂~#_–—-]\s*){3,}|⁂)$/.test(plainText(children).trim())) return [{ kind: 'rule' }]
    return children.length > 0 ? [{ kind: 'paragraph', children, ...look }] : []
  }

  function block(element: Element, depth: number): Block[] {
    if (notes.removed.has(element)) return []
    const { name, attribs } = element
    if (depth > deepest) return [{ kind: 'paragraph', children: collapsed([textNode(innerText(element))]) }]
    const found = declaredOn(element, sheet)
    if (found.display === 'none') return []
    switch (name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6': {
        const { 'font-size': _, 'font-family': __, ...rest } = found
        const children = merged(collapsed([...anchors(element), ...inlines(element.children, depth)]))
        return [
          {
            kind: 'heading',
            level: Number(name[1]),
            children,
            style: blockStyle(rest),
            lang: language(element),
            dir: direction(element),
          },
        ]
      }
      case 'p':
      case 'dt':
      case 'figcaption':
      case 'address':
      case 'summary': {
        if (holdsBlock(element)) return blocks(element.children, depth)
        const made = paragraph(element, depth)
        if (name !== 'dt') return made
        return made.map(
          (one): Block =>
            one.kind === 'paragraph' ? { ...one, children: [{ kind: 'mark', mark: 'strong', children: one.children }] } : one,
        )
      }
      case 'dd':
        return [{ kind: 'quote', blocks: blocks(element.children, depth) }]
      case 'blockquote':
        return [{ kind: 'quote', blocks: withAnchor(element, blocks(element.children, depth)) }]
      case 'ul':
      case 'ol':
        return [list(element, depth)]
      case 'li':
        return [{ kind: 'list', ordered: false, start: 1, format: 'disc', items: [blocks(element.children, depth)] }]
      case 'pre':
        return [{ kind: 'code', text: innerText(element).replace(/^\n/, '') }]
      case 'hr':
        return /^33%$/.test(attribs.width ?? '') ? [] : [{ kind: 'rule' }]
      case 'table':
        return [table(element, depth)]
      case 'nav':
        return [{ kind: 'contents', blocks: blocks(element.children, depth) }]
      case 'svg': {
        const image = hasPicture(element)
        return image ? [{ kind: 'paragraph', children: picture(image) }] : []
      }
      default:
        return withAnchor(
          element,
          element.children.some((node) => isTag(node) && !inlineNames.has(node.name)) || holdsBlock(element)
            ? blocks(element.children, depth)
            : paragraph(element, depth),
          name !== 'div',
        )
    }
  }

  /** The anchor of a container stands at the start of what is in it. */
  function withAnchor(element: Element, made: Block[], isNew = true): Block[] {
    const own = anchors(element)
    const [first, ...rest] = made
    if (own.length === 0 || (!isNew && !element.children.some((node) => isTag(node) && !inlineNames.has(node.name)))) return made
    if (first && (first.kind === 'paragraph' || first.kind === 'heading'))
      return [{ ...first, children: [...own, ...first.children] }, ...rest]
    return [{ kind: 'paragraph', children: own }, ...made]
  }

  function list(element: Element, depth: number): Block {
    const { attribs } = element
    const items: Block[][] = []
    for (const node of element.children) {
      if (!isTag(node) || notes.removed.has(node)) continue
      if (node.name === 'li') items.push(withAnchor(node, blocks(node.children, depth)))
      // Lists written beside their items instead of inside them.
      else if (items.length > 0) items.at(-1)!.push(...block(node, depth + 1))
      else items.push(block(node, depth + 1))
    }
    const google = /(?:^|\s)lst-\S+?-(\d+)(?:\s|$)/.exec(attribs.class ?? '')?.[1]
    const types: Readonly<Record<string, string>> = { a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' }
    const format =
      google !== undefined ? `level-${google}` : (types[attribs.type ?? ''] ?? (element.name === 'ol' ? 'decimal' : 'disc'))
    return { kind: 'list', ordered: element.name === 'ol', start: Number.parseInt(attribs.start ?? '1', 10) || 1, format, items }
  }

  function table(element: Element, depth: number): Block {
    const rows: Cell[][] = []
    let caption: Inline[] | undefined
    const visit = (nodes: readonly ChildNode[], inHead: boolean) => {
      for (const node of nodes) {
        if (!isTag(node)) continue
        if (node.name === 'caption') caption = merged(collapsed(inlines(node.children, depth)))
        else if (/^t(?:head|body|foot)$/.test(node.name)) visit(node.children, node.name === 'thead')
        else if (node.name === 'tr')
          rows.push(
            node.children.filter(isTag).flatMap((cell): Cell[] => {
              if (cell.name !== 'td' && cell.name !== 'th') return []
              const span = (value: string | undefined) => Math.min(1000, Math.max(1, Number.parseInt(value ?? '1', 10) || 1))
              return [
                {
                  header: inHead || cell.name === 'th',
                  colspan: span(cell.attribs.colspan),
                  rowspan: span(cell.attribs.rowspan),
                  blocks: blocks(cell.children, depth + 1),
                },
              ]
            }),
          )
      }
    }
    visit(element.children, false)
    return { kind: 'table', caption, rows: soundSpans(rows) }
  }

  return {
    allBlocks,
    note: (element: Element) =>
      isTag(element) && (element.name === 'p' || element.name === 'li') && !holdsBlock(element)
        ? paragraph(element, 0)
        : blocks(element.children, 0),
  }
}

/** No cell reaches below the last row, and none over thousands that are not there. */
function soundSpans(rows: readonly (readonly Cell[])[]): Cell[][] {
  const cells = rows.reduce((sum, row) => sum + row.length, 0)
  const area = rows.reduce((sum, row) => sum + row.reduce((all, { colspan, rowspan }) => all + colspan * rowspan, 0), 0)
  const isMad = area > 10_000 + cells * 20
  return rows.map((row, y) =>
    row.map((cell) => ({
      ...cell,
      colspan: isMad ? 1 : cell.colspan,
      rowspan: isMad ? 1 : Math.min(cell.rowspan, rows.length - y),
    })),
  )
}

const hasPicture = (element: Element) =>
  [...descendants(element)].find(({ name, attribs }) => name === 'image' && (attribs['xlink:href'] ?? attribs.href))

function holdsBlock(element: Element): boolean {
  for (const one of descendants(element)) if (!inlineNames.has(one.name) && !silent.has(one.name) && !isMath(one)) return true
  return false
}

const isMath = (element: Element) =>
  /^(?:m(?:i|n|o|row|frac|sup|sub|subsup|sqrt|root|text|space|style|over|under|underover|table|tr|td|th|multiscripts|padded|phantom|enclose|error|s)|semantics|annotation(?:-xml)?|mprescripts|none)$/.test(
    element.name,
  )

const pixels = (value: string | undefined) => {
  const [, number, unit] = /^([\d.]+)(px|pt|in|cm)?$/.exec(value?.trim() ?? '') ?? []
  if (!number) return undefined
  const factor = unit === 'pt' ? 4 / 3 : unit === 'in' ? 96 : unit === 'cm' ? 37.8 : 1
  const size = Math.round(Number(number) * factor)
  return size > 0 && size < 10_000 ? size : undefined
}

function marksOf(found: Readonly<Record<string, string>>, name: string): Mark[] {
  const out: Mark[] = []
  const weight = found['font-weight'] ?? ''
  if (/^(?:bold|bolder|[6-9]00)$/.test(weight) && !/^(?:b|strong)$/.test(name)) out.push('strong')
  if (/^(?:italic|oblique)/.test(found['font-style'] ?? '') && !/^(?:i|em|cite|dfn|var)$/.test(name)) out.push('em')
  const line = found['text-decoration'] ?? found['text-decoration-line'] ?? ''
  if (/underline/.test(line) && !/^(?:u|ins|a)$/.test(name)) out.push('u')
  if (/line-through/.test(line) && !/^(?:s|del|strike)$/.test(name)) out.push('s')
  if (found['vertical-align'] === 'super' && name !== 'sup') out.push('sup')
  if (found['vertical-align'] === 'sub' && name !== 'sub') out.push('sub')
  if (/small-caps/.test(found['font-variant'] ?? '')) out.push('small-caps')
  return out
}

/** Word writes lists as paragraphs: `mso-list: l0 level2 lfo1`. */
function msoList(found: Readonly<Record<string, string>>, names = ''): number | undefined {
  const level = /level(\d)/.exec(found['mso-list'] ?? '')?.[1]
  return level && /MsoList|Normal|^$/.test(names) ? Number(level) - 1 : undefined
}

function msoOrdered(element: Element, sheet: Sheet): boolean {
  for (const one of descendants(element))
    if (/ignore/i.test(declaredOn(one, sheet)['mso-list'] ?? ''))
      return /^\s*\(?[\dA-Za-z]{1,4}[.)]/.test(innerText(one)) && !/^\s*o\s/.test(innerText(one))
  return false
}

/** Lists written flat, each with its level, become lists in lists; neighbouring pieces of contents become one. */
function gathered(blocks: readonly Block[]): Block[] {
  interface Open {
    readonly level: number
    readonly list: { kind: 'list'; ordered: boolean; start: number; format: string; items: Block[][] }
  }
  const out: Block[] = []
  let open: Open[] = []
  for (const block of blocks) {
    const level = block.kind === 'list' ? /^level-(\d+)$/.exec(block.format)?.[1] : undefined
    if (block.kind !== 'list' || level === undefined) {
      open = []
      const last = out.at(-1)
      if (block.kind === 'contents' && last?.kind === 'contents')
        out[out.length - 1] = { ...last, blocks: [...last.blocks, ...block.blocks] }
      else out.push(block)
      continue
    }
    const depth = Number(level)
    while (open.length > 0 && open.at(-1)!.level > depth) open.pop()
    const same = open.at(-1)
    const items = block.items.map((item) => [...item])
    if (same?.level === depth && same.list.ordered === block.ordered) {
      same.list.items.push(...items)
      continue
    }
    if (same?.level === depth) open.pop()
    const list = {
      kind: 'list' as const,
      ordered: block.ordered,
      start: block.start,
      format: block.ordered ? 'decimal' : 'disc',
      items,
    }
    const parent = open.at(-1)
    if (parent) parent.list.items.at(-1)!.push(list)
    else out.push(list)
    open.push({ level: depth, list })
  }
  return out
}

/** MathML as it is known to be sound: elements of the presentation set, their text, and few attributes. */
function readMath(element: Element): Inline {
  const write = (node: ChildNode, depth: number): string => {
    if (isText(node)) return escapeXml(node.data)
    if (!isTag(node) || depth > 60) return ''
    const name = node.name.replace(/^.*:/, '').toLowerCase()
    if (name === 'semantics')
      return node.children
        .filter(isTag)
        .slice(0, 1)
        .map((one) => write(one, depth + 1))
        .join('')
    const inner = node.children.map((one) => write(one, depth + 1)).join('')
    if (!isMath(node) && name !== 'math') return inner
    const own = ['mathvariant', 'stretchy', 'fence', 'separator', 'accent', 'linethickness'].filter(
      (key) => node.attribs[key] !== undefined,
    )
    return `<${name}${own.map((key) => ` ${key}="${escapeXml(node.attribs[key]!)}"`).join('')}>${inner}</${name}>`
  }
  const inner = element.children.map((one) => write(one, 1)).join('')
  return mathOf(inner, element.attribs.display === 'block')
}
