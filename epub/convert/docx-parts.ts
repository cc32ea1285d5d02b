import { decode } from '../content/encoding.ts'
import { directoryOf, normalise } from '../href.ts'
import { refuseTooComplex } from '../ocf/limits.ts'
import type { Resource } from '../publication.ts'
import { childElements, type Document, type Element, findElements, localName, parseMarkup } from '../xml.ts'
import { numeral } from './write-text.ts'

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

/** What the number of a list and a level mean, and what Word writes before a numbered heading. */
export function numberingOf(document: Document | undefined) {
  const root = document && child(document, 'numbering')
  const abstract = new Map<string, Element>()
  const byId = new Map<string, Element>()
  for (const element of root ? childElements(root, 'abstractNum') : [])
    abstract.set(attribute(element, 'abstractNumId') ?? '', element)
  for (const element of root ? childElements(root, 'num') : []) byId.set(attribute(element, 'numId') ?? '', element)
  const abstractId = (numId: string) => attribute(child(byId.get(numId), 'abstractNumId'), 'val') ?? ''

  const find = (numId: string, level: number) => {
    const at = (element: Element) => attribute(element, 'ilvl') === String(level)
    const number = byId.get(numId)
    const override = number && childElements(number, 'lvlOverride').find(at)
    const base = abstract.get(abstractId(numId))
    const found = child(override, 'lvl') ?? (base && childElements(base, 'lvl').find(at))
    const restart = attribute(child(override, 'startOverride'), 'val')
    const start = Number(restart ?? attribute(child(found, 'start'), 'val') ?? 1)
    return { found, restart, start: Number.isInteger(start) && start >= 0 ? start : 1 }
  }
  const formatOf = (found: Element | undefined) => attribute(child(found, 'numFmt'), 'val') ?? 'decimal'

  const level = (numId: string, at: number): ListLevel | undefined => {
    if (!byId.has(numId)) return undefined
    const { found, start } = find(numId, at)
    const format = formatOf(found)
    return { ordered: format !== 'bullet' && format !== 'none', start: start || 1, format: formats[format] ?? 'decimal' }
  }

  /** The level that belongs to a style of paragraphs. */
  const levelOfStyle = (numId: string, styleId: string | undefined): number | undefined => {
    const base = abstract.get(abstractId(numId))
    const own = base && childElements(base, 'lvl').find((one) => attribute(child(one, 'pStyle'), 'val') === styleId)
    return own && Number(attribute(own, 'ilvl'))
  }

  /** How far every list has come; lists of one definition count together. */
  const counts = new Map<string, number[]>()
  const begun = new Set<string>()
  /** `1.2` or `Chapter 3:` for the next paragraph of a level; empty where nothing is written. */
  const nextLabel = (numId: string, at: number): string => {
    if (!byId.has(numId) || !(at >= 0 && at < 9)) return ''
    const { found, restart, start } = find(numId, at)
    const key = abstractId(numId)
    const had = counts.get(key) ?? []
    counts.set(key, had)
    const isNew = restart !== undefined && !begun.has(`${numId}/${at}`)
    begun.add(`${numId}/${at}`)
    had[at] = isNew || had[at] === undefined ? start : had[at] + 1
    had.length = at + 1
    const format = formatOf(found)
    if (format === 'bullet' || format === 'none') return ''
    const isLegal = toggle(found, 'isLgl') ?? false
    return (attribute(child(found, 'lvlText'), 'val') ?? '')
      .replace(/%([1-9])/g, (_, digit: string) => {
        const level = Number(digit) - 1
        const other = find(numId, level)
        const own = formatOf(other.found)
        if (own === 'none' || own === 'bullet') return ''
        const value = had[level] ?? other.start
        if (own === 'decimalZero' && !isLegal) return String(value).padStart(2, '0')
        return numeral(value, isLegal ? 'decimal' : (formats[own] ?? 'decimal'))
      })
      .trim()
  }
  return { level, levelOfStyle, nextLabel }
}
