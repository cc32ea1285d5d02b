import type { Place } from '../document/xml-document.ts'
import { CssEnded, type Cursor, createCursor, isChar } from './cursor.ts'
import { readSelectors } from './selectors.ts'
import { type CssFault, type CssToken, tokeniseCss } from './tokens.ts'

/** A part of a value or of the words after an at-rule's name. */
export interface CssPart extends Place {
  readonly kind: CssToken['kind'] | 'group'
  readonly text: string
}

export type CssEvent =
  | ({ readonly is: 'at-rule'; readonly name: string; readonly parts: readonly CssPart[] } & Place)
  | { readonly is: 'at-rule-end'; readonly name: string }
  /** A selector that asks for a class which reading systems set while they read aloud. */
  | ({ readonly is: 'overlay-class'; readonly name: string } & Place)
  | ({ readonly is: 'declaration'; readonly name: string; readonly parts: readonly CssPart[] } & Place)

export interface ParsedCss {
  readonly events: readonly CssEvent[]
  readonly faults: readonly CssFault[]
  /** Read to the end, as far as EPUBCheck would. */
  readonly complete: boolean
}

const mostFaults = 200

const overlayClassNames = new Set(['.-epub-media-overlay-active', '.-epub-media-overlay-playing'])

/** Reads CSS as EPUBCheck's parser does, with its way of going on after an error. */
export function parseCss(source: string, isAttribute: boolean): ParsedCss {
  const events: CssEvent[] = []
  const faults: CssFault[] = []
  const fault = (one: CssFault) => {
    if (faults.length < mostFaults) faults.push(one)
  }
  const cursor = createCursor(tokeniseCss(source, fault))
  const reader = createReader(cursor, events, fault, source.includes('.-epub-media-overlay-'))
  let complete = true
  try {
    if (isAttribute) complete = reader.attribute()
    else reader.sheet()
  } catch (error) {
    if (!(error instanceof CssEnded)) throw error
  }
  return { events, faults, complete }
}

const placeOf = ({ line, column }: Place): Place => ({ line, column })

function createReader(cursor: Cursor, events: CssEvent[], fault: (fault: CssFault) => void, asksForOverlays: boolean) {
  const unexpected = (token: CssToken) => fault({ ...placeOf(token), text: `“${token.text}” is not allowed here` })
  const expecting = (place: Place, found: CssToken, wanted: string) =>
    fault({ ...placeOf(place), text: `${wanted} is expected here, not “${found.text}”` })
  const ended = (wanted: string) => fault({ ...placeOf(cursor.last()), text: `the style sheet ends before ${wanted}` })

  /** What `read` does, with a word on a style sheet that ends in it. */
  function whole<T>(wanted: () => string, read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof CssEnded) || error instanceof SaidEnd) throw error
      ended(wanted())
      throw new SaidEnd('The style sheet ends too early')
    }
  }

  function sheet() {
    while (cursor.hasNext()) {
      const token = cursor.take()
      if (token.kind === 'cdo' || token.kind === 'cdc') continue
      if (token.kind === 'at-keyword') atRule(token)
      else ruleSet(token)
    }
  }

  /** Answers false when it gave up before the end. */
  function attribute(): boolean {
    while (cursor.hasNext()) {
      const token = cursor.take()
      if (isChar(token, ';')) continue
      const declaration = readDeclaration(token, true)
      if (!declaration) return false
      events.push(declaration)
    }
    return true
  }

  function ruleSet(start: CssToken) {
    let wanted = '“{”'
    whole(
      () => wanted,
      () => {
        const from = cursor.index()
        const isRead = readSelectors(start, cursor, fault)
        if (isRead && asksForOverlays) overlayClasses(from)
        wanted = '“}”'
        if (!isRead) cursor.skipTo('}')
        else if (isChar(cursor.last(), ')')) {
          unexpected(cursor.last())
          cursor.skipTo('}')
        } else declarations(cursor.take())
      },
    )
  }

  /** Once for each class and selector; those inside `:not()` and the like do not count. */
  function overlayClasses(from: number) {
    let depth = 0
    let selector: CssToken | undefined
    let told = new Set<string>()
    for (let i = from; i < cursor.index(); i++) {
      const token = cursor.at(i)!
      if (token.kind === 'space' || token.kind === 'comment') continue
      if (depth === 0 && isChar(token, ',')) {
        selector = undefined
        told = new Set()
        continue
      }
      selector ??= token
      if (token.kind === 'function' || isChar(token, '(')) depth++
      else if (isChar(token, ')')) depth--
      else if (depth === 0 && token.kind === 'class' && overlayClassNames.has(token.text) && !told.has(token.text)) {
        told.add(token.text)
        events.push({ is: 'overlay-class', name: token.text.slice(1), ...placeOf(selector) })
      }
    }
  }

  function declarations(start: CssToken) {
    let token = start
    while (!isChar(token, '}')) {
      const declaration = readDeclaration(token, false)
      if (declaration) events.push(declaration)
      const isOver = whole(
        () => '“;” or “}”',
        () => {
          if (!declaration) {
            token = cursor.skipTo(';}')
            if (isChar(token, ';')) token = cursor.take()
            return false
          }
          if (isChar(cursor.last(), '}')) return true
          if (isChar(cursor.last(), ';') && isChar(cursor.peek(), '}')) {
            cursor.take()
            return true
          }
          token = cursor.take()
          return false
        },
      )
      if (isOver) return
    }
  }

  function readDeclaration(name: CssToken, isAttribute: boolean): Extract<CssEvent, { is: 'declaration' }> | undefined {
    if (name.kind !== 'ident') {
      expecting(name, name, 'a property')
      return undefined
    }
    const hasColon = whole(
      () => '“:”',
      () => isChar(cursor.take(), ':'),
    )
    if (!hasColon) {
      expecting(name, cursor.last(), '“:”')
      return undefined
    }
    const parts: CssPart[] = []
    const property = name.text.toLowerCase()
    const declaration = { is: 'declaration', name: property, parts, ...placeOf(name) } as const
    return whole(
      () => '“;” or “}”',
      () => {
        do {
          const value = cursor.take()
          if (isChar(value, ';}')) {
            if (parts.length > 0 || property.startsWith('--')) return declaration
            expecting(value, value, 'a value')
            return undefined
          }
          if (!readValue(parts, value, isAttribute)) {
            unexpected(cursor.last())
            return undefined
          }
        } while (!isAttribute || cursor.hasNext())
        return declaration
      },
    )
  }

  function readValue(parts: CssPart[], start: CssToken, isAttribute: boolean): boolean {
    let token = start
    for (;;) {
      if (token.kind !== 'important') {
        const part = readPart(token, ';}')
        if (!part) return false
        parts.push(part)
      }
      if (isAttribute && !cursor.hasNext()) return parts.length > 0
      const next = cursor.peek()
      if (isChar(next, ';') || (!isAttribute && isChar(next, '}'))) return parts.length > 0
      token = cursor.take()
    }
  }

  /** One value, or a function or group of them; undefined when `limit` comes first or the token cannot be one. */
  function readPart(start: CssToken, limit: string): CssPart | undefined {
    switch (start.kind) {
      case 'function':
        return readGroup(start, ')', limit)
      case 'char':
        if ('{};'.includes(start.text)) return undefined
        if (start.text === '(') return readGroup(start, ')', limit)
        return start.text === '[' ? readGroup(start, ']', limit) : start
      case 'at-keyword':
      case 'important':
      case 'match':
      case 'cdo':
      case 'cdc':
        return undefined
      default:
        return start
    }
  }

  function readGroup(start: CssToken, end: string, limit: string): CssPart | undefined {
    for (let token = cursor.take(); !isChar(token, end); token = cursor.take())
      if (isChar(token, limit) || !readPart(token, limit)) return undefined
    return { kind: 'group', text: start.text, ...placeOf(start) }
  }

  function atRule(start: CssToken) {
    const name = start.text.toLowerCase()
    const parts: CssPart[] = []
    const rule = { is: 'at-rule', name, parts, ...placeOf(start) } as const
    let hasBlock = false
    try {
      for (;;) {
        const token = cursor.take()
        if (isChar(token, ';{')) {
          hasBlock = token.text === '{'
          break
        }
        const part = readPart(token, ';{')
        if (!part) {
          unexpected(cursor.last())
          skipAtRule()
          return
        }
        parts.push(part)
      }
    } catch (error) {
      if (!(error instanceof CssEnded)) throw error
      events.push(rule)
      ended('“;” or “{”')
      events.push({ is: 'at-rule-end', name })
      throw new SaidEnd('The style sheet ends too early')
    }
    events.push(rule)
    if (hasBlock) block(name)
    events.push({ is: 'at-rule-end', name })
  }

  function skipAtRule() {
    for (let depth = 0; ; ) {
      const token = cursor.take()
      if (isChar(token, ';') && depth === 0) return
      if (isChar(token, '{')) depth++
      else if (isChar(token, '}') && depth-- === 1) return
    }
  }

  function block(name: string) {
    try {
      whole(
        () => '“}”',
        () => {
          if (!holdsRules()) {
            declarations(cursor.take())
            return
          }
          for (let token = cursor.take(); !isChar(token, '}'); token = cursor.take())
            if (token.kind === 'at-keyword') atRule(token)
            else ruleSet(token)
        },
      )
    } catch (error) {
      if (error instanceof CssEnded) events.push({ is: 'at-rule-end', name })
      throw error
    }
  }

  /** Whether a brace opens before a declaration ends. */
  function holdsRules(): boolean {
    for (let i = cursor.index() + 1; ; i++) {
      const token = cursor.at(i)
      if (!token || isChar(token, ';}')) return false
      if (isChar(token, '{')) return true
    }
  }

  return { sheet, attribute }
}

/** The end was reached too early, and that was said already. */
class SaidEnd extends CssEnded {}
