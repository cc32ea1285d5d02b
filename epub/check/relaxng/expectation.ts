import type { Grammar } from './grammar.ts'
import { type Name, offered, precision } from './name-class.ts'
import type { Pattern } from './pattern.ts'

type Named = 'element' | 'attribute'

const known = { element: new WeakMap<Pattern, readonly string[]>(), attribute: new WeakMap<Pattern, readonly string[]>() }

/** Local names of the elements or attributes that could come next. */
export function expectedNames(pattern: Pattern, kind: Named): readonly string[] {
  let names = known[kind].get(pattern)
  if (!names) known[kind].set(pattern, (names = searchNames(pattern, kind)))
  return names
}

function searchNames(pattern: Pattern, kind: Named): string[] {
  const found = new Set<string>()
  const visit = (part: Pattern) => {
    if (part.impossible) return
    if (part.kind === kind) for (const name of offered(part.names!)) found.add(name)
    else if (part.kind === 'choice' || part.kind === 'interleave') part.parts.forEach(visit)
    else if (part.kind === 'group') {
      visit(part.first!)
      if (part.first!.nullable || kind === 'attribute') visit(part.second!)
    } else if (part.kind === 'one-or-more' || part.kind === 'after') visit(part.first!)
  }
  visit(pattern)
  return [...found]
}

/** Local names without which the pattern cannot be completed. */
export function requiredNames(pattern: Pattern, kind: Named): string[] {
  return [...required(pattern, kind)]
}

const requirements = { element: new WeakMap<Pattern, Set<string>>(), attribute: new WeakMap<Pattern, Set<string>>() }

function required(pattern: Pattern, kind: Named): Set<string> {
  let names = requirements[kind].get(pattern)
  if (!names) requirements[kind].set(pattern, (names = searchRequired(pattern, kind)))
  return names
}

function searchRequired(pattern: Pattern, kind: Named): Set<string> {
  switch (pattern.kind) {
    case 'choice':
      if (pattern.nullable) return new Set()
      return pattern.parts.map((part) => required(part, kind)).reduce((a, b) => a.intersection(b))
    case 'interleave':
      return pattern.parts.map((part) => required(part, kind)).reduce((a, b) => a.union(b))
    case 'group':
      return required(pattern.first!, kind).union(required(pattern.second!, kind))
    case 'one-or-more':
    case 'after':
      return required(pattern.first!, kind)
    default:
      return pattern.kind === kind && pattern.names![0] === 'name' ? new Set([pattern.names![2]]) : new Set()
  }
}

export interface ExpectedValues {
  readonly values: readonly string[]
  /** Datatypes with their facets, such as `string{pattern=…}`. */
  readonly types: readonly string[]
}

export function expectedValues(pattern: Pattern): ExpectedValues {
  const values = new Set<string>()
  const types = new Set<string>()
  const visit = (part: Pattern) => {
    if (part.kind === 'value') values.add(part.value)
    else if (part.kind === 'data') types.add(part.type + part.facets.map(([facet, limit]) => `{${facet}=${limit}}`).join(''))
    else if (part.kind === 'choice' || part.kind === 'interleave') part.parts.forEach(visit)
    else {
      if (part.first) visit(part.first)
      if (part.kind === 'group') visit(part.second!)
    }
  }
  visit(pattern)
  return { values: [...values], types: [...types] }
}

const contents = new WeakMap<Grammar, Map<Name, Pattern>>()

/** Content that the schema gives an element of this name anywhere: with it an element in a wrong place is still checked inside. */
export function contentAnywhere(grammar: Grammar, name: Name): Pattern {
  let known = contents.get(grammar)
  if (!known) contents.set(grammar, (known = new Map()))
  let content = known.get(name)
  if (!content) known.set(name, (content = searchContent(grammar, name)))
  return content
}

function searchContent({ start, table }: Grammar, name: Name): Pattern {
  let best = 0
  let found: Pattern[] = []
  const visited = new Set<Pattern>()
  const stack = [start]
  for (let pattern = stack.pop(); pattern; pattern = stack.pop()) {
    if (visited.has(pattern)) continue
    visited.add(pattern)
    if (pattern.kind === 'element') {
      const match = precision(pattern.names!, name)
      if (match > best) {
        best = match
        found = []
      }
      if (match > 0 && match === best) found.push(pattern.first!)
      stack.push(pattern.first!)
    } else if (pattern.kind === 'group') stack.push(pattern.first!, pattern.second!)
    else if (pattern.kind === 'one-or-more') stack.push(pattern.first!)
    else stack.push(...pattern.parts)
  }
  return table.choice(found)
}
