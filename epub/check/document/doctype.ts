/** A document type declaration. */
export interface Doctype {
  readonly root: string
  readonly publicId: string | undefined
  readonly systemId: string | undefined
  /** Internal general entities, fully expanded; ones that grow without reason are left out. */
  readonly entities: Readonly<Record<string, string>>
  readonly externalEntities: readonly ExternalEntity[]
}

/** An entity that points outside; its declaration ends at this offset of what was read. */
export interface ExternalEntity {
  readonly name: string
  readonly end: number
}

const shape =
  /^\s*([^\s[>]+)\s*(?:PUBLIC\s+(?:"([^"]*)"|'([^']*)')\s*(?:"([^"]*)"|'([^']*)')?|SYSTEM\s+(?:"([^"]*)"|'([^']*)'))?\s*(?:\[([\s\S]*)\])?/d

/** Reads what stands between `<!DOCTYPE` and `>`. */
export function readDoctype(content: string): Doctype {
  const match = shape.exec(content)
  const [, root = '', public1, public2, system1, system2, system3, system4, subset = ''] = match ?? []
  const { entities, external } = readEntities(subset)
  const start = match?.indices?.[8]?.[0] ?? 0
  return {
    root,
    publicId: public1 ?? public2,
    systemId: system1 ?? system2 ?? system3 ?? system4,
    entities,
    externalEntities: external.map(({ name, end }) => ({ name, end: start + end })),
  }
}

const declarations = /<!--[\s\S]*?-->|<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)'|(?:SYSTEM|PUBLIC)\s[^>]*)\s*>/g

/** General entities declared in a DTD or an internal subset. */
export function readEntities(subset: string): {
  readonly entities: Record<string, string>
  readonly external: readonly ExternalEntity[]
} {
  const raw = new Map<string, string>()
  const external: ExternalEntity[] = []
  for (const match of subset.matchAll(declarations)) {
    const [whole, name, double, single] = match
    if (!name || raw.has(name)) continue
    const value = double ?? single
    if (value === undefined) external.push({ name, end: match.index + whole.length })
    else
      raw.set(
        name,
        value.replace(/&#(x[0-9a-fA-F]+|\d+);/g, (_, code: string) => character(code)),
      )
  }
  return { entities: expandAll(raw), external }
}

const longest = 65_536

function expandAll(raw: ReadonlyMap<string, string>): Record<string, string> {
  const done = new Map<string, string | undefined>()
  const expand = (name: string): string | undefined => {
    if (done.has(name)) return done.get(name)
    done.set(name, undefined)
    const value = raw.get(name)
    let broken = value === undefined
    const text = (value ?? '').replace(/&([^\s;&#]+);/g, (reference, inner: string) => {
      const known = Object.hasOwn(predefined, inner) ? reference : expand(inner)
      broken ||= known === undefined
      return broken ? '' : (known ?? '')
    })
    const result =
      broken || text.length > longest
        ? undefined
        : text
            .replace(/&#(x[0-9a-fA-F]+|\d+);/g, (_, code: string) => character(code))
            .replace(/&(amp|lt|gt|quot|apos);/g, (_, known: string) => predefined[known]!)
    done.set(name, result)
    return result
  }
  const entities: Record<string, string> = Object.create(null)
  for (const name of raw.keys()) {
    const text = expand(name)
    if (text !== undefined) entities[name] = text
  }
  return entities
}

const predefined: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function character(code: string): string {
  const point = code.startsWith('x') ? Number.parseInt(code.slice(1), 16) : Number(code)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
}
