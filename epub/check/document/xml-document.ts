import { scanXml, type XmlAttribute } from '../../strict-xml/scan.ts'
import { ownValue } from '../own.ts'
import { type Doctype, readDoctype } from './doctype.ts'
import { placeAt, placedFault } from './fault-place.ts'

/** Where an event stands as EPUBCheck's parser counts: just after the tag or the token, both from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

export type { XmlAttribute }

export interface XmlElement extends Place {
  readonly namespace: string
  readonly prefix: string
  readonly local: string
  /** Without namespace declarations. */
  readonly attributes: readonly XmlAttribute[]
  readonly parent: XmlElement | undefined
  readonly children: readonly (XmlElement | string)[]
  /** Offset in the source just after the start tag. */
  readonly offset: number
  /** Undefined where the document breaks off before the end tag. */
  readonly end: (Place & { readonly offset: number }) | undefined
}

export interface XmlFault extends Place {
  readonly message: string
}

/** A processing instruction. */
export interface Instruction extends Place {
  readonly target: string
  readonly body: string
}

export interface PlacedDoctype extends Doctype, Place {
  /** The entities that point outside, with the end of their declarations. */
  readonly externals: readonly (Place & { readonly name: string })[]
}

/** A document read once, as far as it is well-formed; everything that checks it works on this. */
export interface XmlDocument {
  /** What places and offsets refer to. */
  readonly source: string
  readonly root: XmlElement | undefined
  /** In document order. */
  readonly elements: readonly XmlElement[]
  readonly version: string | undefined
  readonly doctype: PlacedDoctype | undefined
  readonly instructions: readonly Instruction[]
  /** Where the text stops being well-formed. */
  readonly fault: XmlFault | undefined
}

type Building = { -readonly [K in keyof XmlElement]: XmlElement[K] }

const nothing: readonly (XmlElement | string)[] = []

/** `entities` are those that a known external subset declares; none is ever fetched. */
export function parseXml(text: string, entities: Readonly<Record<string, string>> = {}): XmlDocument {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  const elements: XmlElement[] = []
  const open: Building[] = []
  /** What the open elements hold so far, one after the other, and where each one's begins: lists are made once, when complete. */
  const held: (XmlElement | string)[] = []
  const starts: number[] = []
  let count = 0
  let version: string | undefined
  let doctype: PlacedDoctype | undefined
  const instructions: Instruction[] = []
  /** Offset after the last tag. */
  let reached = 0

  function closeTop(end: XmlElement['end']) {
    const element = open.pop()
    const start = starts.pop()
    if (!element || start === undefined) return
    if (start < count) element.children = held.slice(start, count)
    element.end = end
    count = start
  }

  const found = scanXml(
    source,
    {
      declaration(stated) {
        version = stated
      },
      doctype(content, line, column, start) {
        const read = readDoctype(content)
        const from = placeAt(source, start)
        const externals = read.externalEntities.map(({ name, end }) => {
          const place = placeAt(content, end)
          return { name, line: from.line + place.line - 1, column: place.column + (place.line === 1 ? from.column - 1 : 0) }
        })
        doctype = { ...read, externals, line, column: Math.max(1, column - 1) }
        const { entities } = doctype
        return (name) => ownValue(entities, name)
      },
      instruction(target, body, line, column) {
        instructions.push({ target, body, line, column })
      },
      open({ binding: { uri: namespace = '' }, prefix, local }, attributes, line, column, offset) {
        const parent = open.at(-1)
        const element: Building = {
          namespace,
          prefix,
          local,
          attributes,
          parent,
          children: nothing,
          line,
          column,
          offset,
          end: undefined,
        }
        if (parent) held[count++] = element
        elements.push(element)
        open.push(element)
        starts.push(count)
        reached = offset
      },
      close(line, column, offset) {
        closeTop({ line, column, offset })
        reached = offset
      },
      text(content) {
        held[count++] = content
      },
    },
    (name) => ownValue(entities, name),
  )
  if (found) keepRest(source.slice(reached, found.offset))
  while (open.length > 0) closeTop(undefined)

  /** Text that was read but not yet handed on when the fault came, without what the fault is. */
  function keepRest(read: string) {
    const rest = read.replace(/(?:&[^&;\s]*;?|\]\]>|[\u0000-\u0008\u000b\u000c\u000e-\u001f])$/, '')
    const isHandedOn = count > starts.at(-1)! && typeof held[count - 1] === 'string'
    if (open.length > 0 && !isHandedOn && !rest.includes('<')) held[count++] = rest
  }

  const fault = found && placedFault(source, found, elements[0]?.end?.offset)
  return { source, root: elements[0], elements, version, doctype, instructions, fault }
}

/** Visits a tree without recursion: books nest as deep as they like. */
export function walk(
  root: XmlElement,
  visitor: {
    /** Answers `false` to leave out what the element holds. */
    readonly enter: (element: XmlElement) => boolean
    readonly text: (text: string, parent: XmlElement) => void
    readonly leave: (element: XmlElement) => void
  },
) {
  if (!visitor.enter(root)) return
  /** Which child of each open element comes next. */
  const nexts = [0]
  for (let element: XmlElement | undefined = root; element; ) {
    const child: XmlElement | string | undefined = element.children[nexts.at(-1)!]
    nexts[nexts.length - 1]!++
    if (child === undefined) {
      nexts.pop()
      if (!element.end) return
      visitor.leave(element)
      element = nexts.length > 0 ? element.parent : undefined
    } else if (typeof child === 'string') visitor.text(child, element)
    else if (visitor.enter(child)) {
      nexts.push(0)
      element = child
    }
  }
}

export const attributeOf = (element: XmlElement, local: string, namespace = ''): string | undefined => {
  for (const attribute of element.attributes)
    if (attribute.local === local && attribute.namespace === namespace) return attribute.value
  return undefined
}

export function* ancestors({ parent }: XmlElement): Generator<XmlElement> {
  for (let next = parent; next; next = next.parent) yield next
}

export const elementChildren = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child): child is XmlElement => typeof child !== 'string')

/** All text inside, in order. */
export function textContent(element: XmlElement): string {
  let text = ''
  const stack: (XmlElement | string)[] = [element]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') text += next
    else for (let i = next.children.length - 1; i >= 0; i--) stack.push(next.children[i]!)
  }
  return text
}
