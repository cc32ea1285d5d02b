import { Parser } from 'htmlparser2'
import { isXmlCharacter, isXmlEntity, namedCharacter } from '../content/entities.ts'
import { parseHref } from '../href.ts'
import { escapeXml, syntaxFault } from '../xml.ts'
import { blocks, dropped, elements, empty, isAllowed, svgCase, type Vocabulary } from './allowed.ts'
import { safeStyle } from './style.ts'

/** A page as it may be shown: well-formed XHTML of allowed elements, every address led into the preview. */
export interface SafePage {
  /** Attributes of the elements html and body, escaped, each with a space before it. */
  readonly html: string
  readonly body: string
  /** Links to style sheets of the book, and its styles. */
  readonly head: string
  readonly content: string
  /** Of the page's own head; may be empty. */
  readonly title: string
  /** First heading of the page; may be empty. */
  readonly heading: string
  /** As written in the viewport of the head. */
  readonly viewport: string | undefined
  /** The innermost lines and blocks of the content, in order. */
  readonly places: readonly Place[]
}

/** Where a block stands in the content, and where a mark can be put into its tag. */
export interface Place {
  readonly start: number
  readonly end: number
  readonly insertAt: number
}

/** Where addresses of this page lead to in the preview. */
export interface Leads {
  /** A picture, sound, film or style sheet of the book; undefined for anything else. */
  readonly resource: (href: string, kind: 'style' | 'other') => string | undefined
  /** A link: inside the book, to the page that asks before one leaves, or nowhere. */
  readonly link: (href: string) => string | undefined
}

/** Deeper than this no element is opened any more; its text stays. */
const deepest = 200

const namespaces: Readonly<Record<Vocabulary, string>> = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
}

const decode = (text: string) =>
  text.replace(/&(?:#[xX]([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{1,32}));/g, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return isXmlEntity(name) ? basic[name]! : (namedCharacter(name) ?? whole)
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff && isXmlCharacter(code) ? String.fromCodePoint(code) : '\ufffd'
  })
const basic: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Characters that XML has no place for would make the whole page unreadable. */

const clean = (text: string) => text.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
const written = (text: string) => escapeXml(clean(text))

interface Open {
  readonly name: string
  /** The tag that closes it; empty where none was written. */
  readonly closing: string
  readonly vocabulary: Vocabulary
  /** Of the innermost element that was written. */
  readonly inside: Vocabulary
  readonly drops: boolean
  readonly block: { readonly start: number; readonly insertAt: number; hasInner: boolean } | undefined
}

/** Reads any markup, in order, and writes what may be shown of it. Takes time and memory in proportion to the source. */
export function safePage(source: string, leads: Leads): SafePage {
  const isWellFormed = syntaxFault(source) === undefined
  let out = ''
  let html = ''
  let body = ''
  let head = ''
  let title = ''
  let heading = ''
  let viewport: string | undefined
  let pending = ''
  let dropping = 0
  let levels = 0
  let collecting: { what: 'style' | 'title'; text: string } | undefined
  let inHeading = 0
  const stack: Open[] = []
  const places: Place[] = []
  const seen = { html: false, body: false }

  const flush = () => {
    if (pending === '') return
    const raw = pending
    pending = ''
    if (collecting) {
      collecting.text += collecting.what === 'style' && !isWellFormed ? raw : decode(raw)
      return
    }
    if (dropping > 0) return
    const text = decode(raw)
    if (inHeading > 0 && heading.length < 300) heading += text
    out += written(text)
  }

  const attributesOf = (name: string, vocabulary: Vocabulary, attribs: Readonly<Record<string, string>>) => {
    let text = ''
    const put = (key: string, value: string) => {
      text += ` ${key}="${written(value)}"`
    }
    const done = new Set<string>()
    for (const [written, raw] of Object.entries(attribs)) {
      const key = vocabulary === 'svg' ? (svgCase.get(written.toLowerCase()) ?? written) : written
      const local = key.slice(key.indexOf(':') + 1)
      const value = decode(raw)
      if (done.has(key) || value.length > 2_000_000) continue
      done.add(key)
      if (key === 'style') put('style', safeStyle(value, leads.resource))
      else if (key === 'xml:id' || (key === 'name' && name === 'a')) {
        if (!('id' in attribs)) put('id', value)
      } else if (local === 'href') {
        if (done.has('…href')) continue
        done.add('…href')
        const to =
          name === 'a' || name === 'area'
            ? leads.link(value)
            : name === 'image'
              ? leads.resource(value, 'other')
              : /^(use|textPath|linearGradient|radialGradient|pattern)$/.test(name) && value.trim().startsWith('#')
                ? value.trim()
                : undefined
        if (to !== undefined) put('href', to)
      } else if (key === 'src' || key === 'poster') {
        const to = leads.resource(value, 'other')
        if (to !== undefined && /^(img|audio|video|source|track)$/.test(name)) put(key, to)
      } else if (key === 'background' && vocabulary === 'html') {
        const to = leads.resource(value, 'other')
        if (to !== undefined) put('style', `background-image:url("${to}")`)
      } else if (isAllowed(vocabulary, key) && !/url\s*\(\s*(?!["']?#)|\\/i.test(value)) put(key, value)
    }
    if (name === 'audio' || name === 'video') text += ' preload="none"'
    return text
  }

  const stopCollecting = () => {
    if (!collecting) return
    const { what, text } = collecting
    collecting = undefined
    if (what === 'title') title ||= text.replace(/\s+/g, ' ').trim()
    else head += `<style>${written(safeStyle(text, leads.resource))}</style>`
  }

  const parser = new Parser(
    {
      onopentag(tag, attribs) {
        flush()
        const parent = stack.at(-1)
        const around = parent?.vocabulary ?? 'html'
        const bare = tag.slice(tag.indexOf(':') + 1)
        const lower = bare.toLowerCase()
        const vocabulary: Vocabulary =
          lower === 'svg'
            ? 'svg'
            : lower === 'math'
              ? 'math'
              : around !== 'html' && parent?.name === 'foreignObject'
                ? 'html'
                : around
        const name = vocabulary === 'svg' ? (svgCase.get(lower) ?? lower) : lower
        const inside = parent?.inside ?? 'html'
        const open = (rest: Partial<Open> = {}) => {
          stack.push({ name, closing: '', vocabulary, inside, drops: false, block: undefined, ...rest })
        }

        if (lower === 'html' && !seen.html) {
          seen.html = true
          html = attributesOf('html', 'html', attribs)
          return open()
        }
        if (lower === 'body') {
          if (!seen.body) body = attributesOf('body', 'html', attribs)
          seen.body = true
          return open()
        }
        if (dropping === 0 || parent?.name === 'head') {
          if (lower === 'style') collecting = { what: 'style', text: '' }
          else if (lower === 'title' && vocabulary === 'html') collecting = { what: 'title', text: '' }
          else if (
            lower === 'link' &&
            /(^|\s)stylesheet(\s|$)/i.test(attribs.rel ?? '') &&
            !/alternate/i.test(attribs.rel ?? '')
          ) {
            const to = leads.resource(decode(attribs.href ?? ''), 'style')
            const media = attribs.media === undefined ? '' : ` media="${written(decode(attribs.media))}"`
            if (to !== undefined) head += `<link rel="stylesheet" href="${written(to)}"${media}/>`
          } else if (lower === 'meta' && attribs.name?.trim().toLowerCase() === 'viewport')
            viewport ??= decode(attribs.content ?? '')
        }
        const isSvgTitle = vocabulary === 'svg' && lower === 'title'
        if (dropping > 0 || ((dropped.has(name) || dropped.has(lower)) && !isSvgTitle)) {
          dropping++
          return open({ drops: true })
        }
        if (!elements[vocabulary].has(name) || levels >= deepest) return open()

        const start = out.length
        out += `<${name}${vocabulary !== inside ? ` xmlns="${namespaces[vocabulary]}"` : ''}${attributesOf(name, vocabulary, attribs)}`
        const insertAt = out.length
        const isBlock = vocabulary === 'html' && blocks.has(name)
        if (isBlock)
          for (let at = stack.length - 1; at >= 0; at--) {
            const { block } = stack[at]!
            if (!block) continue
            if (block.hasInner) break
            block.hasInner = true
          }
        if (vocabulary === 'html' && empty.has(name)) {
          out += '/>'
          if (isBlock) places.push({ start, end: out.length, insertAt })
          return open()
        }
        out += '>'
        levels++
        if (/^h[1-6]$/.test(name) && (heading === '' || inHeading > 0)) inHeading++
        open({ closing: `</${name}>`, inside: vocabulary, block: isBlock ? { start, insertAt, hasInner: false } : undefined })
      },
      ontext(text) {
        pending += text
      },
      onclosetag() {
        flush()
        stopCollecting()
        const open = stack.pop()
        if (!open) return
        if (open.drops) dropping--
        if (open.closing === '') return
        out += open.closing
        levels--
        if (inHeading > 0 && /^h[1-6]$/.test(open.name)) inHeading--
        if (open.block && !open.block.hasInner) places.push({ ...open.block, end: out.length })
      },
    },
    {
      xmlMode: isWellFormed,
      recognizeCDATA: true,
      recognizeSelfClosing: true,
      decodeEntities: false,
      lowerCaseTags: !isWellFormed,
      lowerCaseAttributeNames: !isWellFormed,
    },
  )
  parser.end(source)
  flush()
  stopCollecting()
  while (stack.length > 0) {
    const open = stack.pop()!
    out += open.closing
  }
  return { html, body, head, content: out, title, heading: heading.replace(/\s+/g, ' ').trim(), viewport, places }
}

/** Whether a link of a book may lead a reader out of it. */
export const isOutside = (href: string) => {
  // what browsers take out of an address before they read it

  const { scheme } = parseHref(href.replace(/[\x00-\x20]/g, ''))
  return scheme === 'http' || scheme === 'https' || scheme === 'mailto'
}
