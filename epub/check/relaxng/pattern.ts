import type { Facets } from './datatype.ts'
import type { Name, NameClass } from './name-class.ts'

export type PatternKind =
  | 'empty'
  | 'not-allowed'
  | 'text'
  | 'choice'
  | 'interleave'
  | 'group'
  | 'one-or-more'
  | 'list'
  | 'data'
  | 'value'
  | 'attribute'
  | 'element'
  | 'after'

/**
 * A node of a grammar, or what is left of one after part of a document was read (James Clark, "An algorithm for
 * RELAX NG validation"). Interned: equal patterns are the same object, so that derivatives can be remembered in it.
 * All kinds share one shape because the validator spends its time here.
 */
export interface Pattern {
  readonly id: number
  readonly kind: PatternKind
  nullable: boolean
  /** Can match nothing at all any more. */
  impossible: boolean
  /** May match text nodes. */
  mixed: boolean
  attributes: boolean
  data: boolean
  /** Operands of choice and interleave. */
  parts: readonly Pattern[]
  /** First operand; content of an element, attribute or list; exception of data. */
  first: Pattern | undefined
  /** Second operand of group and after. */
  second: Pattern | undefined
  names: NameClass | undefined
  type: string
  facets: Facets
  value: string
  readonly memo: Memo
}

/** Derivatives already computed. */
interface Memo {
  open: Map<Name, Pattern> | undefined
  reopen: Map<Name, Pattern> | undefined
  attribute: Map<Name, Pattern> | undefined
  values: Map<string, boolean> | undefined
  endAttributes: Pattern | undefined
  dropAttributes: Pattern | undefined
  text: Pattern | undefined
  close: Pattern | undefined
}

export type PatternTable = ReturnType<typeof createPatternTable>

export function createPatternTable() {
  const known = new Map<string, Pattern>()
  let count = 0

  function add(key: string, kind: PatternKind, traits: Partial<Pattern> = {}): Pattern {
    const pattern: Pattern = {
      id: count++,
      kind,
      nullable: false,
      impossible: false,
      mixed: false,
      attributes: false,
      data: false,
      parts: [],
      first: undefined,
      second: undefined,
      names: undefined,
      type: '',
      facets: [],
      value: '',
      memo: {
        open: undefined,
        reopen: undefined,
        attribute: undefined,
        values: undefined,
        endAttributes: undefined,
        dropAttributes: undefined,
        text: undefined,
        close: undefined,
      },
    }
    Object.assign(pattern, traits)
    known.set(key, pattern)
    return pattern
  }

  const empty = add('empty', 'empty', { nullable: true })
  const notAllowed = add('not-allowed', 'not-allowed', { impossible: true })
  const text = add('text', 'text', { nullable: true, mixed: true })

  const inherit = (pattern: Pattern, parts: readonly Pattern[]) => {
    for (const part of parts) {
      pattern.mixed ||= part.mixed
      pattern.attributes ||= part.attributes
      pattern.data ||= part.data
    }
    return pattern
  }

  function choice(patterns: readonly Pattern[]): Pattern {
    const distinct = new Set<Pattern>()
    let dead: Pattern | undefined
    const collect = (list: readonly Pattern[]) => {
      for (const pattern of list)
        if (pattern.kind === 'choice') collect(pattern.parts)
        else if (pattern.impossible) dead ??= pattern
        else distinct.add(pattern)
    }
    collect(patterns)
    if (distinct.size === 0) return dead ?? notAllowed

    let parts = [...distinct]
    if (parts.length > 1 && parts.some(({ kind }) => kind === 'after')) parts = mergeAfters(parts)
    if (distinct.has(empty) && parts.some((part) => part.nullable && part !== empty))
      parts = parts.filter((part) => part !== empty)
    if (parts.length === 1) return parts[0]!

    parts.sort((a, b) => a.id - b.id)
    const key = `c${parts.map(({ id }) => id)}`
    return known.get(key) ?? inherit(add(key, 'choice', { parts, nullable: parts.some(({ nullable }) => nullable) }), parts)
  }

  /** Alternatives with the same content differ only in what follows. */
  function mergeAfters(parts: Pattern[]): Pattern[] {
    const followers = new Map<Pattern, Pattern[]>()
    for (const part of parts) {
      if (part.kind !== 'after') return parts
      const same = followers.get(part.first!)
      if (same) same.push(part.second!)
      else followers.set(part.first!, [part.second!])
    }
    return followers.size < parts.length ? [...followers].map(([content, then]) => after(content, choice(then))) : parts
  }

  function interleave(patterns: readonly Pattern[]): Pattern {
    const parts: Pattern[] = []
    const collect = (list: readonly Pattern[]) => {
      for (const pattern of list)
        if (pattern.kind === 'interleave') collect(pattern.parts)
        else if (pattern !== empty) parts.push(pattern)
    }
    collect(patterns)
    if (parts.some(({ impossible }) => impossible)) return notAllowed
    if (parts.length === 0) return empty
    if (parts.length === 1) return parts[0]!

    parts.sort((a, b) => a.id - b.id)
    const key = `i${parts.map(({ id }) => id)}`
    return known.get(key) ?? inherit(add(key, 'interleave', { parts, nullable: parts.every(({ nullable }) => nullable) }), parts)
  }

  function group(first: Pattern, second: Pattern): Pattern {
    if (first.impossible || second.impossible) return notAllowed
    if (first === empty) return second
    if (second === empty) return first
    if (first.kind === 'group') return group(first.first!, group(first.second!, second))
    const key = `g${first.id},${second.id}`
    const nullable = first.nullable && second.nullable
    return known.get(key) ?? inherit(add(key, 'group', { first, second, nullable }), [first, second])
  }

  function oneOrMore(first: Pattern): Pattern {
    if (first.impossible || first === empty || first === text || first.kind === 'one-or-more') return first
    const key = `m${first.id}`
    return known.get(key) ?? inherit(add(key, 'one-or-more', { first, nullable: first.nullable }), [first])
  }

  /** What is open now, and what may follow once it is closed. */
  function after(first: Pattern, second: Pattern): Pattern {
    const key = `f${first.id},${second.id}`
    return known.get(key) ?? inherit(add(key, 'after', { first, second, impossible: first.impossible }), [first])
  }

  function list(first: Pattern): Pattern {
    const key = `l${first.id}`
    return known.get(key) ?? add(key, 'list', { first, data: true })
  }

  function data(type: string, facets: Facets, except: Pattern | undefined): Pattern {
    const key = `d${type}${JSON.stringify(facets)}${except?.id ?? ''}`
    return known.get(key) ?? add(key, 'data', { type, facets, first: except, data: true })
  }

  function value(type: string, expected: string): Pattern {
    const key = `v${type}|${expected}`
    return known.get(key) ?? add(key, 'value', { type, value: expected, data: true })
  }

  function attribute(names: NameClass, content: Pattern): Pattern {
    const key = `a${JSON.stringify(names)}${content.id}`
    return known.get(key) ?? add(key, 'attribute', { names, first: content, attributes: true })
  }

  return {
    empty,
    notAllowed,
    text,
    choice,
    interleave,
    group,
    oneOrMore,
    after,
    list,
    data,
    value,
    attribute,
    /** Each element pattern is one of its own; its content is set later, because elements may contain themselves. */
    element: (names: NameClass) => add(`e${count}`, 'element', { names }),
    size: () => count,
    all: () => known.values(),
  }
}
