import {
  after,
  bang,
  beginsName,
  beginsTarget,
  doubleQuote,
  equals,
  greater,
  isCharacter,
  isColonless,
  isSpace,
  less,
  nameEnd,
  question,
  readable,
  singleQuote,
  slash,
  spaceEnd,
} from './characters.ts'
import { readDeclaration } from './declaration.ts'
import { doctypeEnd } from './doctype.ts'
import { createNames, declarationFault, type Name } from './namespaces.ts'

export interface XmlAttribute {
  readonly namespace: string
  readonly prefix: string
  readonly local: string
  readonly value: string
}

/** Just after what was read: line and column from 1, offset in UTF-16 units of the source. */
export interface Reached {
  readonly line: number
  readonly column: number
  readonly offset: number
}

/** What a document consists of, in its order. Places are those of `Reached`, as numbers. */
export interface XmlEvents {
  readonly declaration?: (version: string | undefined) => void
  /** What stands between `<!DOCTYPE` and `>`, and its offset. It answers with the general entities that it declares. */
  readonly doctype?: (content: string, line: number, column: number, contentStart: number) => Entities
  readonly instruction?: (target: string, body: string, line: number, column: number) => void
  readonly open?: (name: Name, attributes: readonly XmlAttribute[], line: number, column: number, offset: number) => void
  readonly close?: (line: number, column: number, offset: number) => void
  /** References are resolved; between two tags it comes at once, except for CDATA, which comes by itself. */
  readonly text?: (content: string) => void
}

export type Entities = (name: string) => string | undefined

export interface StrictFault extends Reached {
  readonly message: string
}

/** Deeper nesting than this is a fault of its own: nobody wrote it, and readers die of it. */
const deepest = 5000

const noAttributes: readonly XmlAttribute[] = []
const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const stopped = -1
/** So many attributes are compared with each other; of more a list is kept. */
const few = 12

/**
 * Reads XML 1.0 with namespaces, strictly, and answers with the first fault; after it nothing more is read. No declaration
 * of an element or attribute counts, and nothing outside the text is ever fetched: `entities` are those that are known
 * otherwise.
 */
export function scanXml(source: string, events: XmlEvents, entities: Entities = () => undefined): StrictFault | undefined {
  const { text: whole, forbidden, isNewer } = readable(source)
  const text = forbidden < 0 ? whole : whole.slice(0, forbidden)
  const { length } = text
  const hasReturns = text.includes('\r')
  const hasTabs = text.includes('\t')
  const names = createNames()
  const openNames: string[] = []
  const openMarks: number[] = []
  let fault: StrictFault | undefined
  let sawRoot = false
  let sawDoctype = false
  let closedRoot = false
  let isAtBeginning = true
  let own: Entities = () => undefined

  // Where the next character of a kind stands, looked for once; the end of the text where there is none.
  let nextLess = -1
  let nextReference = -1
  let nextSectionEnd = -1
  let nextLine = -1
  let line = 1
  let lineStart = 0

  const find = (what: string, at: number) => {
    const found = text.indexOf(what, at)
    return found < 0 ? length : found
  }
  const lessFrom = (at: number) => (nextLess >= at ? nextLess : (nextLess = find('<', at)))
  const referenceFrom = (at: number) => (nextReference >= at ? nextReference : (nextReference = find('&', at)))

  /** Counts lines on to an offset. */
  function reach(offset: number) {
    if (nextLine < lineStart) nextLine = find('\n', lineStart)
    while (nextLine < offset && nextLine < length) {
      line++
      lineStart = nextLine + 1
      nextLine = find('\n', lineStart)
    }
  }

  function fail(message: string, offset: number): typeof stopped {
    reach(offset)
    fault = { message, line, column: offset - lineStart + 1, offset }
    return stopped
  }

  /** The text ends, or a character that is not allowed ends it. */
  function end(isInMarkup = true): typeof stopped {
    if (forbidden >= 0) return fail('disallowed character.', forbidden + 1)
    if (!sawRoot) return fail('document must contain a root element.', length)
    const open = openNames.at(-1)
    if (open !== undefined) return fail(`unclosed tag: ${open}`, length)
    return isInMarkup ? fail('unexpected end.', length) : stopped
  }

  /** A reference from its `&` on: what it stands for, or undefined after a fault. */
  function resolve(at: number, semicolon: number): string | undefined {
    const name = text.slice(at + 1, semicolon)
    if (name.charCodeAt(0) === 0x23) {
      const code = /^#x[0-9a-f]+$/i.test(name) && name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.NaN
      const number = /^#[0-9]+$/.test(name) ? Number.parseInt(name.slice(1), 10) : code
      if (isCharacter(number, isNewer)) return String.fromCodePoint(number)
      fail('malformed character entity.', semicolon + 1)
      return undefined
    }
    const known = own(name) ?? entities(name) ?? (Object.hasOwn(predefined, name) ? predefined[name] : undefined)
    if (known !== undefined) return known
    if (name === '') fail('empty entity name.', semicolon + 1)
    else fail(isColonless(name) ? 'undefined entity.' : 'disallowed character in entity name.', semicolon + 1)
    return undefined
  }

  const lines = (raw: string) => (hasReturns && raw.includes('\r') ? raw.replaceAll('\r\n', '\n') : raw)

  /** Text inside the root, from `start` to the next tag. */
  function textFrom(start: number): number {
    const to = lessFrom(start)
    if (nextSectionEnd < start) nextSectionEnd = find(']]>', start)
    if (to <= nextSectionEnd && to <= referenceFrom(start)) {
      if (to === length) return end(false)
      if (to > start) events.text?.(lines(text.slice(start, to)))
      return to
    }
    let content = ''
    for (let at = start; ; ) {
      const reference = referenceFrom(at)
      const tag = lessFrom(at)
      if (nextSectionEnd < at) nextSectionEnd = find(']]>', at)
      if (nextSectionEnd < tag && nextSectionEnd < reference)
        return fail('the string "]]>" is disallowed in char data.', nextSectionEnd + 3)
      if (tag <= reference) {
        if (tag === length) return end(false)
        content += lines(text.slice(at, tag))
        if (content !== '') events.text?.(content)
        return tag
      }
      const semicolon = text.indexOf(';', reference + 1)
      if (semicolon < 0) return end()
      const value = resolve(reference, semicolon)
      if (value === undefined) return stopped
      content += lines(text.slice(at, reference)) + value
      at = semicolon + 1
    }
  }

  /** Outside the root stands white space only. */
  function betweenFrom(start: number): number {
    const at = spaceEnd(text, start)
    if (at >= length) return end(false)
    if (text.charCodeAt(at) === less) return at
    const to = Math.min(lessFrom(at), referenceFrom(at))
    return to === length && forbidden >= 0 ? end() : fail('text data outside of root node.', to + 1)
  }

  // The attributes of the tag that is being read.
  const namesRead: Name[] = []
  const valuesRead: string[] = []
  let count = 0
  let isClosed = false

  let valueEnd = 0

  /** An attribute's value with references in it, or a `<`; its end is left in `valueEnd`. */
  function value(start: number, quote: string): string | undefined {
    let content = ''
    let close = -1
    for (let at = start; ; ) {
      if (close < at) close = find(quote, at)
      const reference = referenceFrom(at)
      const tag = lessFrom(at)
      if (tag < close && tag < reference) {
        fail('disallowed character.', tag + 1)
        return undefined
      }
      if (close < reference || reference === length) {
        if (close === length) {
          end()
          return undefined
        }
        valueEnd = close
        return content + spaced(text.slice(at, close))
      }
      const semicolon = text.indexOf(';', reference + 1)
      if (semicolon < 0) {
        end()
        return undefined
      }
      const resolved = resolve(reference, semicolon)
      if (resolved === undefined) return undefined
      content += spaced(text.slice(at, reference)) + resolved
      at = semicolon + 1
    }
  }
  const spaced = (raw: string) => (/[\t\n\r]/.test(raw) ? raw.replace(/\r\n|[\t\n\r]/g, ' ') : raw)

  /** The attributes of a start tag from after its name to after its `>`. */
  function attributesFrom(start: number): number {
    count = 0
    let at = start
    for (let needsSpace = true; ; needsSpace = true) {
      let code = text.charCodeAt(at)
      while (isSpace(code)) {
        needsSpace = false
        code = text.charCodeAt(++at)
      }
      if (code === greater) {
        isClosed = false
        return at + 1
      }
      if (code === slash) {
        if (at + 1 >= length) return end()
        if (text.charCodeAt(at + 1) !== greater)
          return fail('forward-slash in opening tag not followed by >.', after(text, at + 1))
        isClosed = true
        return at + 2
      }
      if (at >= length) return end()
      if (!beginsName(text.codePointAt(at)!)) return fail('disallowed character in attribute name.', after(text, at))
      if (needsSpace) return fail('no whitespace between attributes.', after(text, at))

      const nameStart = at
      at = nameEnd(text, at)
      const name = names.of(text.slice(nameStart, at))
      code = text.charCodeAt(at)
      if (code !== equals) {
        if (at >= length) return end()
        if (!isSpace(code))
          return fail(code === greater ? 'attribute without value.' : 'disallowed character in attribute name.', after(text, at))
        at = spaceEnd(text, at)
        if (at >= length) return end()
        if (text.charCodeAt(at) !== equals) return fail('attribute without value.', after(text, at))
      }
      code = text.charCodeAt(++at)
      if (isSpace(code)) code = text.charCodeAt((at = spaceEnd(text, at)))
      if (code !== doubleQuote && code !== singleQuote)
        return at >= length ? end() : fail('unquoted attribute value.', after(text, at))

      const quote = code === doubleQuote ? '"' : "'"
      const from = at + 1
      const to = text.indexOf(quote, from)
      let content: string | undefined
      if (to >= 0 && to < lessFrom(from) && to < referenceFrom(from)) {
        content = text.slice(from, to)
        if (hasTabs || nextLine < to) content = spaced(content)
        at = to + 1
      } else {
        content = value(from, quote)
        if (content === undefined) return stopped
        at = valueEnd + 1
      }
      if (name.isMalformed) return fail(`malformed name: ${name.written}.`, at)
      if (name.declares) {
        const uri = content.trim()
        if (name.prefix !== '' && uri === '' && !isNewer) return fail('invalid attempt to undefine prefix in XML 1.0', at)
        const wrong = declarationFault(name.declares.prefix, uri)
        if (wrong) return fail(wrong, at)
      }
      namesRead[count] = name
      valuesRead[count++] = content
    }
  }

  /** Attributes without declarations, or undefined after a fault. */
  function resolved(at: number): readonly XmlAttribute[] | undefined {
    if (count === 0) return noAttributes
    const attributes: XmlAttribute[] = []
    const seen = count > few ? new Set<string>() : undefined
    for (let i = 0; i < count; i++) {
      const name = namesRead[i]!
      const { prefix, local } = name
      const namespace = prefix === '' ? '' : name.binding.uri
      if (namespace === undefined) {
        fail(`unbound namespace prefix: ${JSON.stringify(prefix)}.`, at)
        return undefined
      }
      if (seen ? seen.size === seen.add(expanded(name, namespace)).size : isDouble(i, name, namespace)) {
        fail(`duplicate attribute: ${expanded(name, namespace)}.`, at)
        return undefined
      }
      if (!name.declares) attributes.push({ namespace, prefix, local, value: valuesRead[i]! })
    }
    return attributes
  }

  const expanded = ({ prefix, local, written }: Name, namespace: string) => (prefix === '' ? written : `{${namespace}}${local}`)

  function isDouble(i: number, name: Name, namespace: string): boolean {
    for (let k = 0; k < i; k++) {
      const other = namesRead[k]!
      if (other === name) return true
      if (other.local === name.local && other.prefix !== '' && name.prefix !== '' && other.binding.uri === namespace) return true
    }
    return false
  }

  function openTag(start: number): number {
    reach(start)
    const nameStop = nameEnd(text, start + 1)
    if (nameStop >= length) return end()
    sawRoot = true
    const code = text.charCodeAt(nameStop)
    if (openNames.length > deepest) return fail('elements are nested too deeply.', after(text, nameStop))
    if (closedRoot) return fail('documents may contain only one root.', after(text, nameStop))
    const name = names.of(text.slice(start + 1, nameStop))
    let at = nameStop + 1
    count = 0
    isClosed = false
    if (code !== greater) {
      if (code !== slash && !isSpace(code)) return fail('disallowed character in tag name.', after(text, nameStop))
      at = attributesFrom(nameStop)
      if (at < 0) return stopped
    }

    const mark = names.mark()
    for (let i = 0; i < count; i++) {
      const { declares } = namesRead[i]!
      if (declares) names.declare(declares, valuesRead[i]!.trim())
    }
    if (name.isMalformed) return fail(`malformed name: ${name.written}.`, at)
    if (name.prefix === 'xmlns') return fail('tags may not have "xmlns" as prefix.', at)
    if (name.prefix !== '' && !name.binding.uri) return fail(`unbound namespace prefix: ${JSON.stringify(name.prefix)}.`, at)
    const attributes = resolved(at)
    if (!attributes) return stopped

    reach(at)
    const column = at - lineStart + 1
    events.open?.(name, attributes, line, column, at)
    if (isClosed) {
      events.close?.(line, column, at)
      names.leave(mark)
      closedRoot = openNames.length === 0
    } else {
      openNames.push(name.written)
      openMarks.push(mark)
    }
    return at
  }

  function closeTag(start: number): number {
    const open = openNames.at(-1)
    const nameStart = start + 2
    let at = nameEnd(text, nameStart)
    const nameStop = at
    if (text.charCodeAt(at) !== greater) {
      if (isSpace(text.charCodeAt(at))) at = spaceEnd(text, at)
      if (at >= length) return end()
      if (text.charCodeAt(at) !== greater) return fail('disallowed character in closing tag.', after(text, at))
    }
    at++
    const isOpen = open !== undefined && open.length === nameStop - nameStart && text.startsWith(open, nameStart)
    if (!isOpen) {
      if (nameStop === nameStart) return fail('weird empty close tag.', at)
      return fail(open === undefined ? `unmatched closing tag: ${text.slice(nameStart, nameStop)}.` : 'unexpected close tag.', at)
    }
    openNames.pop()
    reach(at)
    events.close?.(line, at - lineStart + 1, at)
    names.leave(openMarks.pop()!)
    closedRoot = openNames.length === 0
    return at
  }

  function instruction(start: number): number {
    const nameStart = start + 2
    if (nameStart >= length) return end()
    const first = text.codePointAt(nameStart)!
    if (first === question || isSpace(first)) return fail('processing instruction without a target.', after(text, nameStart))
    if (!beginsTarget(first)) return fail('disallowed character in processing instruction name.', after(text, nameStart))
    const stop = targetEnd(nameStart)
    if (stop >= length) return end()
    const code = text.charCodeAt(stop)
    if (code !== question && !isSpace(code))
      return fail('disallowed character in processing instruction name.', after(text, stop))
    const target = text.slice(nameStart, stop)
    if (target === 'xml') return declaration(stop)
    const bodyStart = spaceEnd(text, stop)
    const close = text.indexOf('?>', bodyStart)
    if (close < 0) return end()
    if (target.toLowerCase() === 'xml') return fail('the XML declaration must appear at the start of the document.', close + 2)
    reach(close + 2)
    events.instruction?.(target, lines(text.slice(bodyStart, close)), line, close + 2 - lineStart + 1)
    return close + 2
  }

  /** A target is a name without colons. */
  function targetEnd(start: number): number {
    const stop = nameEnd(text, start)
    const colon = text.slice(start, stop).indexOf(':')
    return colon < 0 ? stop : start + colon
  }

  function declaration(start: number): number {
    if (!isAtBeginning) return fail('an XML declaration must be at the start of the document.', after(text, start))
    const read = readDeclaration(text, start)
    if (!read) return end()
    if ('fault' in read) return fail(read.fault, read.at)
    events.declaration?.(read.version)
    return read.end
  }

  function doctype(start: number): number {
    const contentStart = start + '<!DOCTYPE'.length
    if (sawDoctype || sawRoot) return fail('inappropriately located doctype declaration.', contentStart)
    const stop = doctypeEnd(text, contentStart)
    if (stop === undefined) return end()
    if (typeof stop !== 'number') return fail(stop.fault, stop.at)
    sawDoctype = true
    reach(stop)
    own = events.doctype?.(lines(text.slice(contentStart, stop - 1)), line, stop - lineStart + 1, contentStart) ?? own
    return stop
  }

  function special(start: number): number {
    if (text.startsWith('<!--', start)) {
      const close = text.indexOf('--', start + 4)
      if (close < 0 || close + 2 >= length) return end()
      return text.charCodeAt(close + 2) === greater ? close + 3 : fail('malformed comment.', after(text, close + 2))
    }
    if (text.startsWith('<![CDATA[', start)) {
      const contentStart = start + '<![CDATA['.length
      if (!sawRoot || closedRoot) return fail('text data outside of root node.', contentStart)
      const close = text.indexOf(']]>', contentStart)
      if (close < 0) return end()
      events.text?.(lines(text.slice(contentStart, close)))
      return close + 3
    }
    if (text.startsWith('<!DOCTYPE', start)) return doctype(start)
    // As much is read as the longest of these words has; a line's end is one character.
    let stop = start + 2
    for (let read = 0; read < 'DOCTYPE'.length; ) {
      if (stop >= length) return end()
      const next = after(text, stop)
      read += isSpace(text.charCodeAt(stop)) ? 1 : next - stop
      stop = next
    }
    return fail('incorrect syntax.', stop)
  }

  function markup(start: number): number {
    const code = text.charCodeAt(start + 1)
    if (code === slash) return closeTag(start)
    if (code === question) return instruction(start)
    if (code === bang) return special(start)
    if (start + 1 >= length) return end()
    return beginsName(text.codePointAt(start + 1)!)
      ? openTag(start)
      : fail('disallowed character in tag name', after(text, start + 1))
  }

  const beginning = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (let at = beginning; at >= 0; ) {
    isAtBeginning = at === beginning
    if (text.charCodeAt(at) === less) at = markup(at)
    else at = openNames.length === 0 ? betweenFrom(at) : textFrom(at)
  }
  return fault
}
