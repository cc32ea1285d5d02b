import { decode } from '../content/encoding.ts'
import { directoryOf, normalise } from '../href.ts'
import { refuseTooComplex } from '../ocf/limits.ts'
import type { Resource } from '../publication.ts'
import { childElements, type Document, type Element, findElements, localName, parseMarkup } from '../xml.ts'

/** An attribute by its local name: Word prefixes nearly all of them. */
export const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.attribs[`w:${name}`] ?? element?.attribs[name] ?? element?.attribs[`r:${name}`]

export const child = (element: Element | Document | undefined, name: string): Element | undefined => {
  for (const one of element?.children ?? [])
    if ('name' in one && one.type === 'tag' && localName(one as Element) === name) return one as Element
  return undefined
}

/** `w:b`, `w:b w:val="1"`: on; `w:b w:val="0"`: off; undefined where nothing is said. */
export function toggle(properties: Element | undefined, name: string): boolean | undefined {
  const element = child(properties, name)
  return element && !/^(?:0|false|off|none)$/.test(attribute(element, 'val') ?? '1')
}

export interface Relation {
  readonly target: string
  readonly external: boolean
  readonly type: string
}

/** The parts of an Open Packaging archive. */
export function createParts(resources: ReadonlyMap<string, Resource>) {
  const byLower = new Map([...resources].map(([path, resource]) => [path.toLowerCase(), resource]))
  const find = (path: string) => resources.get(path) ?? byLower.get(path.toLowerCase())
  const bytes = async (path: string) => {
    const resource = find(path)
    return resource && (resource.bytes ?? (await resource.load()))
  }
  const tree = async (path: string): Promise<Document | undefined> => {
    const found = await bytes(path)
    if (!found) return undefined
    const { text } = decode(found)
    refuseTooComplex(text)
    return parseMarkup(text)
  }
  return {
    bytes,
    tree,
    has: (path: string) => find(path) !== undefined,
    async relations(path: string): Promise<ReadonlyMap<string, Relation>> {
      const folder = directoryOf(path)
      const document = await tree(`${folder}_rels/${path.slice(folder.length)}.rels`)
      const found = new Map<string, Relation>()
      for (const element of document ? findElements(document, 'Relationship') : []) {
        const { Id, Target = '', TargetMode, Type = '' } = element.attribs
        const external = TargetMode === 'External'
        const target = external ? Target : Target.startsWith('/') ? normalise(Target) : normalise(`${folder}${Target}`)
        if (Id && target !== undefined) found.set(Id, { target, external, type: Type.slice(Type.lastIndexOf('/') + 1) })
      }
      return found
    },
  }
}

export type Parts = ReturnType<typeof createParts>

export interface NamedStyle {
  readonly name: string
  /** From the style itself to the last that it is based on. */
  readonly chain: readonly Element[]
}

export interface Styles {
  readonly byId: ReadonlyMap<string, NamedStyle>
  readonly defaultParagraph: string | undefined
  readonly defaults: Element | undefined
}

export function stylesOf(document: Document | undefined): Styles {
  const elements = new Map<string, Element>()
  let defaultParagraph: string | undefined
  const root = document && child(document, 'styles')
  for (const element of root ? childElements(root, 'style') : []) {
    const id = attribute(element, 'styleId')
    if (!id) continue
    elements.set(id, element)
    if (attribute(element, 'type') === 'paragraph' && /^(?:1|true|on)$/.test(attribute(element, 'default') ?? ''))
      defaultParagraph = id
  }
  const byId = new Map<string, NamedStyle>()
  for (const [id, element] of elements) {
    const chain: Element[] = []
    for (let at: Element | undefined = element; at && chain.length < 20 && !chain.includes(at); ) {
      chain.push(at)
      at = elements.get(attribute(child(at, 'basedOn'), 'val') ?? '')
    }
    byId.set(id, { name: (attribute(child(element, 'name'), 'val') ?? id).toLowerCase(), chain })
  }
  return { byId, defaultParagraph, defaults: child(child(child(root, 'docDefaults'), 'rPrDefault'), 'rPr') }
}

export interface ListLevel {
  readonly ordered: boolean
  readonly start: number
  readonly format: string
}

const formats: Readonly<Record<string, string>> = {
  bullet: 'disc',
  none: 'none',
  lowerLetter: 'lower-alpha',
  upperLetter: 'upper-alpha',
  lowerRoman: 'lower-roman',
  upperRoman: 'upper-roman',
}

/** What a number of a list and a level mean. */
export function numberingOf(document: Document | undefined) {
  const root = document && child(document, 'numbering')
  const abstract = new Map<string, Element>()
  const byId = new Map<string, Element>()
  for (const element of root ? childElements(root, 'abstractNum') : [])
    abstract.set(attribute(element, 'abstractNumId') ?? '', element)
  for (const element of root ? childElements(root, 'num') : []) byId.set(attribute(element, 'numId') ?? '', element)
  return (numId: string, level: number): ListLevel | undefined => {
    const number = byId.get(numId)
    if (!number) return undefined
    const at = (element: Element) => attribute(element, 'ilvl') === String(level)
    const override = childElements(number, 'lvlOverride').find(at)
    const base = abstract.get(attribute(child(number, 'abstractNumId'), 'val') ?? '')
    const found = child(override, 'lvl') ?? (base && childElements(base, 'lvl').find(at))
    const format = attribute(child(found, 'numFmt'), 'val') ?? 'decimal'
    const start = attribute(child(override, 'startOverride'), 'val') ?? attribute(child(found, 'start'), 'val') ?? '1'
    return { ordered: format !== 'bullet' && format !== 'none', start: Number(start) || 1, format: formats[format] ?? 'decimal' }
  }
}
