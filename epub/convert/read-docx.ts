import type { Resource } from '../publication.ts'
import { BookRefused } from '../refusal.ts'
import {
  childElements,
  type Document,
  descendants,
  type Element,
  findElement,
  findElements,
  innerText,
  localName,
} from '../xml.ts'
import { assemble, type Piece } from './docx-blocks.ts'
import { embeddedFonts } from './docx-fonts.ts'
import { baseSizeOf, createLooks } from './docx-looks.ts'
import {
  attribute,
  child,
  createParts,
  numberingOf,
  type Parts,
  type Relation,
  type Styles,
  stylesOf,
  toggle,
} from './docx-parts.ts'
import { merged } from './inlines.ts'
import { type Block, type Cell, type Inline, type Manuscript, type Note, plainText, textNode } from './model.ts'
import { equation } from './omml.ts'
import type { Pace } from './pace.ts'

/** A Word document (ECMA-376, both the transitional and the strict form). */
export async function readDocx(resources: ReadonlyMap<string, Resource>, pace?: Pace): Promise<Manuscript> {
  const parts = createParts(resources)
  const root = await parts.relations('')
  const main = [...root.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml'
  const document = await parts.tree(main)
  const body = document && findElement(document, 'body')
  if (!body) throw new BookRefused('nothing-readable', 'The file is not a Word document, or its text is missing.')
  const relations = await parts.relations(main)
  const of = (type: string) => [...relations.values()].find((one) => one.type === type && !one.external)?.target
  const optional = async (type: string) => {
    const target = of(type)
    return target === undefined ? undefined : parts.tree(target)
  }
  const styles = stylesOf(await optional('styles'))
  const numbering = numberingOf(await optional('numbering'))
  const warnings: string[] = []
  if ([...resources.keys()].some((path) => /vbaProject\.bin$/i.test(path)))
    warnings.push('The document holds macros. They were left out.')
  const shared = { styles, numbering, warnings, pictures: new Set<string>() }
  const metadata = await metadataOf(parts, root, styles)
  const reader = (links: ReadonlyMap<string, Relation>) => createReader({ ...shared, links, language: metadata.language })
  const blocks = await reader(relations).allBlocks(body, pace)
  const notes = new Map<string, Note>()
  for (const kind of ['footnote', 'endnote'] as const) {
    const target = of(`${kind}s`)
    const tree = target === undefined ? undefined : await parts.tree(target)
    if (!tree || target === undefined) continue
    const links = await parts.relations(target)
    for (const element of findElements(tree, kind)) {
      const id = attribute(element, 'id')
      if (id === undefined || /separator|notice/i.test(attribute(element, 'type') ?? '')) continue
      notes.set(`${kind}-${id}`, { kind, blocks: trimmed(reader(links).blocks(element)) })
    }
  }
  const pictures = new Map<string, Uint8Array>()
  for (const path of shared.pictures) {
    const bytes = await parts.bytes(path)
    if (bytes) pictures.set(path, bytes)
  }
  const titled = blocks.find((block) => block.kind === 'heading' && block.level === 1)
  return {
    metadata: {
      ...metadata,
      title:
        metadata.title ??
        titleIn(document, styles) ??
        (titled?.kind === 'heading' &&
        blocks[0] === titled &&
        blocks.filter((block) => block.kind === 'heading' && block.level === 1).length === 1
          ? plainText(titled.children)
          : undefined),
    },
    blocks,
    notes,
    pictures,
    fonts: await embeddedFonts(parts, of('fontTable')),
    warnings,
  }
}

function titleIn(document: Document, styles: Styles): string | undefined {
  for (const paragraph of findElements(document, 'p').slice(0, 30)) {
    const id = attribute(child(child(paragraph, 'pPr'), 'pStyle'), 'val')
    if (id && styles.byId.get(id)?.name === 'title')
      return (
        findElements(paragraph, 't')
          .map((one) => innerText(one))
          .join('')
          .trim() || undefined
      )
  }
  return undefined
}

/** The space after a note's sign goes. */
function trimmed(blocks: readonly Block[]): Block[] {
  const [first, ...rest] = blocks
  if (first?.kind !== 'paragraph') return [...blocks]
  const [start, ...more] = first.children
  return [
    { ...first, children: start?.kind === 'text' ? [textNode(start.text.replace(/^\s+/, '')), ...more] : first.children },
    ...rest,
  ]
}

async function metadataOf(parts: Parts, root: ReadonlyMap<string, Relation>, styles: Styles): Promise<Manuscript['metadata']> {
  const target = [...root.values()].find(({ type }) => type === 'core-properties')?.target ?? 'docProps/core.xml'
  const core = await parts.tree(target)
  const text = (name: string) => {
    const element = core && findElement(core, name)
    return (element && innerText(element).trim()) || undefined
  }
  const list = (value: string | undefined) => value?.split(/\s*[;,]\s*/).filter(Boolean) ?? []
  return {
    title: text('title'),
    creators:
      text('creator')
        ?.split(/\s*;\s*/)
        .filter(Boolean) ?? [],
    language: text('language') ?? attribute(child(styles.defaults, 'lang'), 'val') ?? undefined,
    description: text('description'),
    date: text('created'),
    modified: text('modified') ?? text('created'),
    subjects: [...new Set([...list(text('subject')), ...list(text('keywords'))])],
  }
}

interface Reading {
  readonly styles: Styles
  readonly numbering: ReturnType<typeof numberingOf>
  readonly links: ReadonlyMap<string, Relation>
  readonly pictures: Set<string>
  readonly warnings: string[]
  readonly language: string | undefined
}

/** One field: `{ HYPERLINK "…" }`, `{ TOC }`, `{ REF … }`, told by begin, separate and end. */
interface Field {
  instruction: string
  isResult: boolean
}

interface Frame {
  readonly href?: string | undefined
  readonly list: Inline[]
}

const pageBreak = '\ue000page'

/** Reads one part of the document; fields may go on over paragraphs, so that the state is the reader's. */
function createReader({ styles, numbering, links, pictures, warnings, language }: Reading) {
  const fields: Field[] = []
  const looks = createLooks(styles, baseSizeOf(styles), language)
  let frames: Frame[] = []
  let extras: Block[] = []
  let carried: { inlines: Inline[]; dropCap: boolean } | undefined

  const put = (...inlines: readonly Inline[]) => {
    frames.at(-1)!.list.push(...inlines)
  }
  const isHidden = () => fields.some((field) => !field.isResult)
  const isContents = () => fields.some(({ instruction }) => /^\s*TOC\b/.test(instruction))

  function closeFrame() {
    const frame = frames.pop()!
    put(...(frame.href === undefined ? frame.list : [{ kind: 'link' as const, href: frame.href, children: merged(frame.list) }]))
  }

  function hrefOf(instruction: string): string | undefined {
    const [, quoted, bare] = /^\s*HYPERLINK\s+(?:"([^"]*)"|(?!\\)(\S+))/.exec(instruction) ?? []
    const anchor = /\\l\s+"?([^"\s]+)"?/.exec(instruction)?.[1]
    if (/^\s*HYPERLINK/.test(instruction))
      return quoted || bare
        ? `${quoted ?? bare}${anchor && !(quoted ?? bare ?? '').includes('#') ? `#${anchor}` : ''}`
        : anchor && `#${anchor}`
    const reference = /^\s*(?:PAGE)?REF\s+(\S+)[\s\S]*\\h/.exec(instruction)?.[1]
    return reference && `#${reference}`
  }

  function fieldSign(type: string | undefined) {
    if (type === 'begin') fields.push({ instruction: '', isResult: false })
    else if (type === 'separate') {
      const field = fields.at(-1)
      if (!field) return
      field.isResult = true
      const href = hrefOf(field.instruction)
      if (href !== undefined) frames.push({ href, list: [] })
    } else if (type === 'end') {
      const field = fields.pop()
      if (field?.isResult && hrefOf(field.instruction) !== undefined && frames.length > 1) closeFrame()
    }
  }

  function drawing(element: Element) {
    for (const box of outermost(element, 'txbxContent')) {
      const kept = { frames, extras }
      frames = []
      extras = []
      const inner = blocks(box)
      ;({ frames, extras } = kept)
      extras.push(...inner)
    }
    const described = findElement(element, 'docPr')
    const extent = findElement(element, 'extent')
    const shape = findElement(element, 'shape')
    for (const one of descendants(element)) {
      const name = localName(one)
      if (name !== 'blip' && name !== 'imagedata') continue
      const id = attribute(one, 'embed') ?? attribute(one, 'id')
      const relation = id === undefined ? undefined : links.get(id)
      if (!relation || relation.external) {
        if (relation || attribute(one, 'link'))
          warnings.push('A picture lies elsewhere (on the web or on a disk) and was not fetched.')
        const alt = described?.attribs.descr
        if (alt) put(textNode(`[${alt}]`))
        continue
      }
      pictures.add(relation.target)
      const size = (value: string | undefined) => {
        const px = Math.round(Number(value) / 9525)
        return px > 0 && px < 10_000 ? px : undefined
      }
      const points = (name: string) => {
        const found = new RegExp(`(?:^|;)\\s*${name}:([\\d.]+)pt`).exec(shape?.attribs.style ?? '')?.[1]
        return found ? Math.round((Number(found) * 4) / 3) : undefined
      }
      put({
        kind: 'image',
        path: relation.target,
        alt: (described?.attribs.descr ?? described?.attribs.title ?? shape?.attribs.alt ?? '').trim(),
        width: size(extent?.attribs.cx) ?? points('width'),
        height: size(extent?.attribs.cy) ?? points('height'),
      })
    }
  }

  const symbols: Readonly<Record<string, string>> = {
    f0b7: '•',
    f0a7: '▪',
    f0d8: '➢',
    f0fc: '✓',
    f0e0: '→',
    f04a: '☺',
    f0e8: '➔',
    f0a8: '◻',
    f06f: '□',
    f0fe: '☑',
    f061: 'α',
    f062: 'β',
    f067: 'γ',
    f064: 'δ',
    f070: 'π',
    f06d: 'μ',
    f0b0: '°',
    f0b4: '×',
    f0b1: '±',
    f0a3: '≤',
    f0b3: '≥',
    f0b9: '≠',
  }

  function run(element: Element, paragraphStyle: string | undefined, isHeading: boolean) {
    const properties = child(element, 'rPr')
    const look = looks.run(properties, paragraphStyle, isHeading)
    if (look.isHidden) {
      for (const one of childElements(element)) if (localName(one) === 'fldChar') fieldSign(attribute(one, 'fldCharType'))
      return
    }
    const made: Inline[] = []
    frames.push({ list: made })
    const depth = frames.length
    const wrapUp = () => {
      // A link that began in this run goes on after it.
      while (frames.length > depth) closeFrame()
      frames.pop()
      if (made.length > 0) put(...look.wrap(merged(made)))
    }
    for (const one of childElements(element)) {
      const name = localName(one)
      if (name === 'fldChar') {
        // Fields open and close between runs of text: what was read so far is put first.
        frames.pop()
        if (made.length > 0) put(...look.wrap(merged(made.splice(0))))
        fieldSign(attribute(one, 'fldCharType'))
        frames.push({ list: made })
      } else if (name === 'instrText') {
        const field = fields.at(-1)
        if (field && !field.isResult && field.instruction.length < 2000) field.instruction += innerText(one)
      } else if (!isHidden()) runPart(one, name, look.upper)
    }
    if (frames.at(-1)?.list === made) {
      frames.pop()
      if (made.length > 0) put(...look.wrap(merged(made)))
    } else wrapUp()
  }

  function runPart(element: Element, name: string, upper: boolean) {
    switch (name) {
      case 't': {
        const text = innerText(element)
        put(textNode(upper ? text.toUpperCase() : text))
        break
      }
      case 'tab':
      case 'ptab':
        put(textNode('\t'))
        break
      case 'br':
        if (attribute(element, 'type') === 'page') put(textNode(pageBreak))
        else if (attribute(element, 'type') !== 'column') put({ kind: 'break' })
        break
      case 'cr':
        put({ kind: 'break' })
        break
      case 'noBreakHyphen':
        put(textNode('\u2011'))
        break
      case 'softHyphen':
        put(textNode('\u00ad'))
        break
      case 'sym': {
        const code = (attribute(element, 'char') ?? '').toLowerCase()
        const point = Number.parseInt(code, 16)
        put(
          textNode(
            symbols[code] ??
              (point >= 0xf020 && point <= 0xf07e
                ? String.fromCharCode(point - 0xf000)
                : point > 0x20 && point < 0xe000
                  ? String.fromCharCode(point)
                  : '•'),
          ),
        )
        break
      }
      case 'footnoteReference':
      case 'endnoteReference':
        put({ kind: 'note', id: `${name.slice(0, name.indexOf('R'))}-${attribute(element, 'id')}` })
        break
      case 'drawing':
      case 'pict':
      case 'object':
        drawing(element)
        break
      case 'AlternateContent': {
        const choice = child(element, 'Choice')
        const fallback = child(element, 'Fallback')
        const has = (one: Element | undefined) =>
          one !== undefined && [...descendants(one)].some((inner) => /^(?:blip|imagedata|txbxContent)$/.test(localName(inner)))
        const used = has(choice) ? choice : (fallback ?? choice)
        for (const one of used ? childElements(used) : []) runPart(one, localName(one), upper)
        break
      }
      case 'ruby': {
        const base = child(element, 'rubyBase')
        const reading = child(element, 'rt')
        const text = (part: Element | undefined) =>
          part
            ? findElements(part, 't')
                .map((one) => innerText(one))
                .join('')
            : ''
        put(textNode(text(reading) ? `${text(base)} (${text(reading)})` : text(base)))
        break
      }
    }
  }

  function inline(parent: Element, style: string | undefined, isHeading: boolean, depth = 0) {
    if (depth > 60) {
      put(textNode(innerText(parent)))
      return
    }
    for (const element of childElements(parent)) {
      const name = localName(element)
      switch (name) {
        case 'r':
          run(element, style, isHeading)
          break
        case 'hyperlink': {
          const id = element.attribs['r:id']
          const anchor = attribute(element, 'anchor')
          const target = id === undefined ? undefined : links.get(id)?.target
          const href =
            target !== undefined ? (anchor && !target.includes('#') ? `${target}#${anchor}` : target) : anchor && `#${anchor}`
          frames.push({ href: href || undefined, list: [] })
          const level = frames.length
          inline(element, style, isHeading, depth + 1)
          while (frames.length >= level) closeFrame()
          break
        }
        case 'fldSimple': {
          const instruction = attribute(element, 'instr') ?? ''
          const href = hrefOf(instruction)
          frames.push({ href, list: [] })
          const level = frames.length
          inline(element, style, isHeading, depth + 1)
          while (frames.length >= level) closeFrame()
          break
        }
        case 'bookmarkStart': {
          const id = attribute(element, 'name')
          if (id && id !== '_GoBack') put({ kind: 'anchor', id })
          break
        }
        case 'oMath':
          if (!isHidden()) put(equation(element, false))
          break
        case 'oMathPara':
          for (const math of childElements(element, 'oMath')) put(equation(math, true))
          break
        case 'bdo':
        case 'dir': {
          const list: Inline[] = []
          frames.push({ list })
          const level = frames.length
          inline(element, style, isHeading, depth + 1)
          while (frames.length > level) closeFrame()
          frames.pop()
          put({ kind: 'span', dir: attribute(element, 'val') === 'rtl' ? 'rtl' : 'ltr', children: list })
          break
        }
        case 'ins':
        case 'moveTo':
        case 'smartTag':
        case 'customXml':
        case 'sdtContent':
          inline(element, style, isHeading, depth + 1)
          break
        case 'sdt': {
          const content = child(element, 'sdtContent')
          if (content) inline(content, style, isHeading, depth + 1)
          break
        }
      }
    }
  }

  function paragraph(element: Element): Piece[] {
    const properties = child(element, 'pPr')
    const styleId = attribute(child(properties, 'pStyle'), 'val') ?? styles.defaultParagraph
    const look = looks.paragraph(properties, styleId)
    const startsInContents = isContents()
    frames = [{ list: [] }]
    extras = []
    inline(element, styleId, look.heading !== undefined)
    while (frames.length > 1) closeFrame()
    let inlines = merged(frames[0]!.list)
    const isCap = /^(?:drop|margin)$/.test(attribute(child(properties, 'framePr'), 'dropCap') ?? '')
    const isJoined = child(child(properties, 'rPr'), 'del') !== undefined
    let dropCap = false
    if (carried) {
      inlines = merged([...carried.inlines, ...inlines])
      dropCap = carried.dropCap
      carried = undefined
    }
    if (isCap || isJoined) {
      carried = { inlines: isCap ? [textNode(plainText(inlines))] : inlines, dropCap: isCap || dropCap }
      return extras.map((block): Piece => ({ block }))
    }
    const pieces: Piece[] = []
    if (toggle(properties, 'pageBreakBefore') ?? look.breaksPage) pieces.push({ block: { kind: 'page-break' } })
    const { number } = look
    const depth = number && Number(number.level ?? numbering.levelOfStyle(number.id, styleId) ?? 0)
    const level = depth !== undefined && look.heading === undefined ? numbering.level(number!.id, depth) : undefined
    if (depth !== undefined && look.heading !== undefined && plainText(inlines).trim() !== '') {
      const label = numbering.nextLabel(number!.id, depth)
      if (label) inlines = merged([textNode(`${label} `), ...inlines])
    }
    for (const [i, part] of partedAtBreaks(inlines).entries()) {
      if (i > 0) pieces.push({ block: { kind: 'page-break' } })
      const isContentsPart = startsInContents || isContents() || /^toc (?:\d|heading)/.test(look.name)
      pieces.push({
        block: look.block(part, dropCap && i === 0),
        ...(level && i === 0 && { list: { ...level, id: number!.id, level: depth! } }),
        ...(look.continues && { continues: true }),
        ...(isContentsPart && { contents: true }),
        ...(look.quote && { quote: true }),
        ...(look.caption && { caption: true }),
      })
    }
    pieces.push(...extras.map((block): Piece => ({ block })))
    const section = child(properties, 'sectPr')
    if (section && !/^(?:continuous|nextColumn)$/.test(attribute(child(section, 'type'), 'val') ?? ''))
      pieces.push({ block: { kind: 'page-break' } })
    return pieces
  }

  function table(element: Element): Block {
    const rows: { cells: { cell: Element; column: number; span: number; merge: string | undefined }[]; header: boolean }[] = []
    const firstRow =
      /^(?:1|true)$/.test(attribute(child(child(element, 'tblPr'), 'tblLook'), 'firstRow') ?? '') ||
      (Number.parseInt(attribute(child(child(element, 'tblPr'), 'tblLook'), 'val') ?? '0', 16) & 0x20) !== 0
    for (const row of inSdt(element, 'tr')) {
      const properties = child(row, 'trPr')
      if (child(properties, 'del')) continue
      let column = Number(attribute(child(properties, 'gridBefore'), 'val') ?? 0)
      const cells = inSdt(row, 'tc').map((cell) => {
        const own = child(cell, 'tcPr')
        const span = Math.min(1000, Math.max(1, Number(attribute(child(own, 'gridSpan'), 'val') ?? 1) || 1))
        const vertical = child(own, 'vMerge')
        const found = { cell, column, span, merge: vertical && (attribute(vertical, 'val') ?? 'continue') }
        column += span
        return found
      })
      if (cells.length > 0) rows.push({ cells, header: toggle(properties, 'tblHeader') ?? (rows.length === 0 && firstRow) })
    }
    return {
      kind: 'table',
      rows: rows.map(({ cells, header }, y) =>
        cells
          .filter(({ merge }) => merge !== 'continue' || y === 0)
          .map(({ cell, column, span, merge }): Cell => {
            let rowspan = 1
            if (merge !== undefined)
              while (
                rows[y + rowspan]?.cells.some((one) => one.column === column && one.span === span && one.merge === 'continue')
              )
                rowspan++
            return { header, colspan: span, rowspan, blocks: blocks(cell) }
          }),
      ),
    }
  }

  function pieces(parent: Element, depth: number): Piece[] {
    if (depth > 40) return [{ block: { kind: 'paragraph', children: [textNode(innerText(parent))] } }]
    return childElements(parent).flatMap((element) => piecesOf(element, depth))
  }

  function piecesOf(element: Element, depth: number): Piece[] {
    switch (localName(element)) {
      case 'p':
        return paragraph(element)
      case 'tbl': {
        const kept = { frames, extras }
        const block = table(element)
        ;({ frames, extras } = kept)
        return [{ block }]
      }
      case 'sdt': {
        const content = child(element, 'sdtContent')
        const gallery = findElement(element, 'docPartGallery')
        const isToc = gallery !== undefined && /table of contents/i.test(attribute(gallery, 'val') ?? '')
        const inner = content ? pieces(content, depth + 1) : []
        return isToc ? inner.map((piece) => ({ ...piece, contents: true })) : inner
      }
      case 'ins':
      case 'moveTo':
      case 'customXml':
      case 'smartTag':
        return pieces(element, depth + 1)
      default:
        return []
    }
  }

  let nesting = 0
  function blocks(parent: Element): Block[] {
    if (nesting > 30) return [{ kind: 'paragraph', children: [textNode(innerText(parent))] }]
    nesting++
    try {
      return assembled(pieces(parent, 0))
    } finally {
      nesting--
    }
  }

  function assembled(made: Piece[]): Block[] {
    if (carried && carried.inlines.length > 0) {
      made.push({ block: { kind: 'paragraph', children: carried.inlines } })
      carried = undefined
    }
    return assemble(made)
  }

  /** The same for the whole text, with rests. */
  async function allBlocks(body: Element, pace: Pace | undefined): Promise<Block[]> {
    const children = childElements(body)
    const made: Piece[] = []
    for (const [i, element] of children.entries()) {
      await pace?.(i / children.length)
      for (const piece of piecesOf(element, 0)) made.push(piece)
    }
    return assembled(made)
  }
  return { blocks, allBlocks }
}

/** Elements of a name, without those inside another one. */
function outermost(parent: Element, name: string): Element[] {
  const found: Element[] = []
  let stack = childElements(parent)
  while (stack.length > 0) {
    const deeper: Element[] = []
    for (const element of stack)
      if (localName(element) === name) found.push(element)
      else deeper.push(...childElements(element))
    stack = deeper
  }
  return found
}

/** Rows and cells, also those inside content controls and tracked changes. */
function inSdt(parent: Element, name: string): Element[] {
  return childElements(parent).flatMap((element) => {
    const own = localName(element)
    if (own === name) return [element]
    if (own === 'sdt') return inSdt(child(element, 'sdtContent') ?? element, name)
    return own === 'customXml' || own === 'ins' || own === 'moveTo' || own === 'sdtContent' ? inSdt(element, name) : []
  })
}

/** A page break in the middle of a paragraph makes two of it. */
function partedAtBreaks(inlines: readonly Inline[]): Inline[][] {
  const has = (one: Inline): boolean =>
    one.kind === 'text' ? one.text.includes(pageBreak) : 'children' in one && one.children.some(has)
  if (!inlines.some(has)) return [[...inlines]]
  const parts: Inline[][] = [[]]
  for (const one of inlines) {
    if (!has(one)) parts.at(-1)!.push(one)
    else if (one.kind === 'text')
      for (const [i, text] of one.text.split(pageBreak).entries()) {
        if (i > 0) parts.push([])
        if (text) parts.at(-1)!.push(textNode(text))
      }
    else if ('children' in one)
      for (const [i, children] of partedAtBreaks(one.children).entries()) {
        if (i > 0) parts.push([])
        if (children.length > 0) parts.at(-1)!.push({ ...one, children })
      }
  }
  return parts
}
