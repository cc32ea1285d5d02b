import type { Facets } from './datatype.ts'
import { mentioned, type Name, type NameClass } from './name-class.ts'
import { createPatternTable, type Pattern, type PatternTable } from './pattern.ts'

/** A compiled schema. */
export interface Grammar {
  readonly table: PatternTable
  readonly start: Pattern
  /** Patterns of the schema itself by id; those with higher ids came from documents. */
  readonly own: readonly Pattern[]
  /** The one object that stands for a name; names that the schema does not mention share one per namespace. */
  readonly nameOf: (namespace: string, local: string) => Name
}

export function grammarOf(table: PatternTable, start: Pattern): Grammar {
  const own = [...table.all()].sort((a, b) => a.id - b.id)
  return { table, start, own, nameOf: nameTable(own) }
}

function nameTable(patterns: readonly Pattern[]): Grammar['nameOf'] {
  const spaces = new Map<string, { readonly names: Map<string, Name>; readonly other: Name }>()
  const other: Name = { namespace: undefined, local: undefined }
  for (const { names } of patterns)
    for (const [namespace, local] of names ? mentioned(names) : []) {
      let space = spaces.get(namespace)
      if (!space) spaces.set(namespace, (space = { names: new Map(), other: { namespace, local: undefined } }))
      if (local !== undefined && !space.names.has(local)) space.names.set(local, { namespace, local })
    }
  return (namespace, local) => {
    const space = spaces.get(namespace)
    return space ? (space.names.get(local) ?? space.other) : other
  }
}

/** A grammar as JSON: one row per pattern after the three constants, operands by row number. */
export interface StoredGrammar {
  readonly start: number
  readonly rows: readonly Row[]
}

type Row =
  | readonly ['choice' | 'interleave', ...number[]]
  | readonly ['group', number, number]
  | readonly ['one-or-more' | 'list', number]
  | readonly ['data', string, Facets, number]
  | readonly ['value', string, string]
  | readonly ['attribute' | 'element', NameClass, number]

const constants = 3

export function storeGrammar({ own, start }: Grammar): StoredGrammar {
  return { start: start.id, rows: own.slice(constants).map(rowOf) }
}

function rowOf(pattern: Pattern): Row {
  const { kind } = pattern
  switch (kind) {
    case 'choice':
    case 'interleave':
      return [kind, ...pattern.parts.map(({ id }) => id)]
    case 'group':
      return [kind, pattern.first!.id, pattern.second!.id]
    case 'one-or-more':
    case 'list':
      return [kind, pattern.first!.id]
    case 'data':
      return [kind, pattern.type, pattern.facets, pattern.first?.id ?? -1]
    case 'value':
      return [kind, pattern.type, pattern.value]
    case 'attribute':
    case 'element':
      return [kind, pattern.names!, pattern.first!.id]
    default:
      throw new Error(`A schema holds no ${kind}`)
  }
}

export function loadGrammar({ start, rows }: StoredGrammar): Grammar {
  const table = createPatternTable()
  const patterns: Pattern[] = [table.empty, table.notAllowed, table.text]
  const at = (row: number) => patterns[row]!
  const contents: [element: Pattern, content: number][] = []
  for (const row of rows) patterns.push(patternOf(table, row, at, contents))
  for (const [element, content] of contents) element.first = at(content)
  return grammarOf(table, at(start))
}

function patternOf(table: PatternTable, row: Row, at: (row: number) => Pattern, contents: [Pattern, number][]): Pattern {
  switch (row[0]) {
    case 'choice':
    case 'interleave': {
      const [kind, ...parts] = row
      return table[kind](parts.map(at))
    }
    case 'group':
      return table.group(at(row[1]), at(row[2]))
    case 'one-or-more':
      return table.oneOrMore(at(row[1]))
    case 'list':
      return table.list(at(row[1]))
    case 'data':
      return table.data(row[1], row[2], row[3] < 0 ? undefined : at(row[3]))
    case 'value':
      return table.value(row[1], row[2])
    case 'attribute':
      return table.attribute(row[1], at(row[2]))
    case 'element': {
      const element = table.element(row[1])
      contents.push([element, row[2]])
      return element
    }
  }
}

/**
 * The same grammar without what documents added to its table, and how its patterns read there: a document whose
 * elements all differ would otherwise grow the table without end.
 */
export function renewGrammar(grammar: Grammar): { readonly grammar: Grammar; readonly move: (pattern: Pattern) => Pattern } {
  const fresh = loadGrammar(storeGrammar(grammar))
  const moved = new Map<Pattern, Pattern>()
  const move = (old: Pattern): Pattern => {
    const known = fresh.own[old.id] ?? moved.get(old)
    if (known) return known
    const made = rebuild(old)
    moved.set(old, made)
    return made
  }
  const rebuild = (old: Pattern): Pattern => {
    const { table } = fresh
    switch (old.kind) {
      case 'choice':
      case 'interleave':
        return table[old.kind](old.parts.map(move))
      case 'group':
      case 'after':
        return table[old.kind](move(old.first!), move(old.second!))
      case 'one-or-more':
        return table.oneOrMore(move(old.first!))
      case 'list':
        return table.list(move(old.first!))
      default:
        throw new Error(`No document makes a ${old.kind}`)
    }
  }
  return { grammar: fresh, move }
}
