import { type Cursor, isChar } from './cursor.ts'
import type { CssFault, CssToken } from './tokens.ts'

type Fault = (fault: CssFault) => void

const unexpected = ({ line, column, text }: CssToken): CssFault => ({ line, column, text: `“${text}” is not allowed here` })
const expecting = ({ line, column, text }: CssToken, wanted: string): CssFault => ({
  line,
  column,
  text: `${wanted} is expected here, not “${text}”`,
})

interface Style {
  readonly end: string
  /** `:is()` and the like pass over what they do not know. */
  readonly forgiving?: boolean
  /** `:has()` may begin with a combinator. */
  readonly relative?: boolean
}

/** Reads selectors up to the brace; false when they cannot be read, and that was said. */
export function readSelectors(start: CssToken, cursor: Cursor, fault: Fault, style: Style = { end: '{' }): boolean {
  const { end, forgiving = false } = style
  let { relative = false } = style
  let token = start
  for (;;) {
    const first = cursor.index()
    for (;;) {
      if (!relative || cursor.index() > first) {
        if (!readSequence(token, cursor, forgiving ? () => undefined : fault)) return false
        token = cursor.take()
      }
      const index = cursor.index()
      if (isChar(token, end)) return true
      if (isChar(token, ',')) break
      if (isChar(token, '>+~')) token = cursor.take()
      else {
        const before = cursor.at(index - 1)?.kind
        if (before !== 'space' && before !== 'function') {
          fault(unexpected(cursor.last()))
          return false
        }
        relative = false
      }
    }
    token = cursor.take()
  }
}

function readSequence(start: CssToken, cursor: Cursor, fault: Fault): boolean {
  if (!readSimple(start, cursor, fault)) return false
  for (let next = cursor.peek(true); next.kind !== 'space' && !isChar(next, ',{)>+~'); next = cursor.peek(true))
    if (!readSimple(cursor.take(true), cursor, fault)) return false
  return true
}

function readSimple(start: CssToken, cursor: Cursor, fault: Fault): boolean {
  if (start.kind === 'ident' || isChar(start, '*|')) return readType(start, cursor, fault)
  if (start.kind === 'hash' || start.kind === 'class' || start.kind === 'percentage') return true
  if (isChar(start, '[')) return readAttribute(cursor.take(), cursor, fault)
  if (isChar(start, ':')) return readPseudo(cursor, fault)
  fault(unexpected(start))
  return false
}

function readType(start: CssToken, cursor: Cursor, fault: Fault): boolean {
  if (start.kind !== 'ident' && !isChar(start, '*|')) {
    fault(expecting(start, 'the name of an element'))
    return false
  }
  if (isChar(start, '|')) {
    const next = cursor.peek(true)
    if (next.kind !== 'ident') {
      fault(expecting(next, 'the name of an element'))
      return false
    }
    cursor.take()
  } else if (isChar(cursor.peek(true), '|')) {
    cursor.take()
    const next = cursor.take(true)
    if (next.kind !== 'ident' && !isChar(next, '*')) {
      fault(expecting({ ...next, line: start.line, column: start.column }, 'the name of an element'))
      return false
    }
  } else if (cursor.peek(true).kind === 'ident') cursor.take()
  return true
}

function readAttribute(start: CssToken, cursor: Cursor, fault: Fault): boolean {
  if (!readType(start, cursor, fault)) return false
  const next = cursor.take()
  if (isChar(next, ']')) return true
  if (next.kind !== 'match' && !isChar(next, '=')) {
    fault(expecting(next, 'a comparison'))
    return false
  }
  const value = cursor.take()
  if (value.kind !== 'ident' && value.kind !== 'string') {
    fault(expecting(value, 'a string or a name'))
    return false
  }
  cursor.take()
  return true
}

function readPseudo(cursor: Cursor, fault: Fault): boolean {
  let next = cursor.take(true)
  if (isChar(next, ':')) next = cursor.take(true)
  if (next.kind !== 'function') return true
  const isRead = readFunction(next.text.toLowerCase(), cursor, fault)
  if (!isRead) fault(unexpected(cursor.last()))
  return isRead
}

function readFunction(name: string, cursor: Cursor, fault: Fault): boolean {
  switch (name) {
    case 'not(':
      return readSelectors(cursor.take(), cursor, fault, { end: ')' })
    case 'is(':
    case 'where(':
      return readSelectors(cursor.take(), cursor, fault, { end: ')', forgiving: true })
    case 'has(':
      return readSelectors(cursor.take(), cursor, fault, { end: ')', forgiving: true, relative: true })
    default:
      for (let token = cursor.take(); !isChar(token, ')'); token = cursor.take()) {
        const fits =
          token.kind === 'ident' ||
          token.kind === 'string' ||
          token.kind === 'number' ||
          token.kind === 'percentage' ||
          isChar(token, '+-')
        if (isChar(token, '{') || !fits) return false
      }
      return true
  }
}
