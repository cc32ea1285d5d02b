import { createStrictParser } from '../../strict-xml.ts'
import { type Doctype, predefined, readDoctype } from './doctype.ts'
import { placedFault } from './fault-place.ts'

/** Where an event stands as EPUBCheck's parser counts: just after the tag or the token, both from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

export interface XmlAttribute {
  readonly namespace: string
  readonly prefix: string
  readonly local: string
  readonly value: string
}

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

/** A document read once, as far as it is well-formed; everything that checks it works on this. */
export interface XmlDocument {
  /** What places and offsets refer to. */
  readonly source: string
  readonly root: XmlElement | undefined
  /** In document order. */
  readonly elements: readonly XmlElement[]
  readonly version: string | undefined
  readonly doctype: (Doctype & Place) | undefined
  readonly instructions: readonly Instruction[]
  /** Where the text stops being well-formed. */
  readonly fault: XmlFault | undefined
}

type Building = { -readonly [K in keyof XmlElement]: K extends 'children' ? (XmlElement | string)[] : XmlElement[K] }

/** `entities` are those that a known external subset declares; none is ever fetched. */
export function parseXml(text: string, entities: Readonly<Record<string, string>> = {}): XmlDocument {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  const { parser, leave } = createStrictParser()
  const elements: XmlElement[] = []
  const open: Building[] = []
  let version: string | undefined
  let doctype: (Doctype & Place) | undefined
  const instructions: Instruction[] = []
  let fault: XmlFault | undefined
  const here = () => ({ line: parser.line, column: parser.columnIndex + 1 })
  const offset = () => parser.position

  // Without the names that every object inherits.
  parser.ENTITIES = Object.assign(Object.create(null), predefined, entities)

  parser.on('xmldecl', (declaration) => {
    version = declaration.version
  })
  parser.on('doctype', (content) => {
    const { line, column } = here()
    doctype = { ...readDoctype(content), line, column: Math.max(1, column - 1) }
    Object.assign(parser.ENTITIES, doctype.entities)
  })
  parser.on('processinginstruction', ({ target, body }) => {
    instructions.push({ target, body, ...here() })
  })
  parser.on('opentag', (tag) => {
    const parent = open.at(-1)
    const attributes: XmlAttribute[] = []
    for (const { uri, prefix, local, name, value } of Object.values(tag.attributes))
      if (prefix !== 'xmlns' && name !== 'xmlns') attributes.push({ namespace: uri, prefix, local, value })
    const { uri: namespace, prefix, local } = tag
    const element: Building = {
      namespace,
      prefix,
      local,
      attributes,
      parent,
      children: [],
      ...here(),
      offset: offset(),
      end: undefined,
    }
    reached = element.offset
    parent?.children.push(element)
    elements.push(element)
    open.push(element)
  })
  let reached = 0
  let closed: Building | undefined
  parser.on('closetag', () => {
    leave()
    closed = open.pop()
    reached = offset()
    if (closed) closed.end = { ...here(), offset: reached }
  })
  const addText = (content: string) => open.at(-1)?.children.push(content)
  /** Text that was read but not yet handed on when the fault came, without what the fault is. */
  const addRest = (read: string) => {
    const parent = open.at(-1)
    const text = read.replace(/(?:&[^&;\s]*;?|\]\]>|[\u0000-\u0008\u000b\u000c\u000e-\u001f])$/, '')
    if (parent && typeof parent.children.at(-1) !== 'string' && !text.includes('<')) parent.children.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('error', (error) => {
    // The parser closes an element before it sees that the end tag is another one's.
    if (closed && error.message.includes('unexpected close tag')) {
      closed.end = undefined
      open.push(closed)
    }
    addRest(source.slice(reached, offset()))
    const message = error.message.replace(/^\d+:\d+: /, '')
    fault ??= placedFault(source, { message, offset: offset(), ...here() }, elements[0]?.end?.offset)
    throw error
  })

  try {
    parser.write(source).close()
  } catch (error) {
    if (!fault) throw error
  }
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
  const stack: { readonly element: XmlElement; next: number }[] = []
  const enter = (element: XmlElement) => {
    if (visitor.enter(element)) stack.push({ element, next: 0 })
  }
  enter(root)
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { element } = top
    const child = element.children[top.next++]
    if (child === undefined) {
      stack.pop()
      if (element.end) visitor.leave(element)
      else return
    } else if (typeof child === 'string') visitor.text(child, element)
    else enter(child)
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
