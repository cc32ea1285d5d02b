import { isOfType, isSameValue } from './datatype.ts'
import { accepts, type Name } from './name-class.ts'
import type { Pattern, PatternTable } from './pattern.ts'

const isBlank = (text: string) => !/[^ \t\r\n]/.test(text)

/** The pattern with what follows changed; only for patterns that are an `after` or a choice of them. */
function mapAfter(table: PatternTable, pattern: Pattern, change: (rest: Pattern) => Pattern): Pattern {
  if (pattern.impossible) return table.notAllowed
  if (pattern.kind === 'after') return table.after(pattern.first!, change(pattern.second!))
  if (pattern.kind === 'choice') return table.choice(pattern.parts.map((part) => mapAfter(table, part, change)))
  return table.notAllowed
}

/** Derivatives of the operands of an interleave, each put back among the others. */
function interleaved(table: PatternTable, { parts }: Pattern, derive: (part: Pattern) => Pattern): Pattern {
  const found: Pattern[] = []
  parts.forEach((part, i) => {
    if (i > 0 && part === parts[i - 1]) return
    const derived = derive(part)
    if (derived.impossible) return
    const others = parts.toSpliced(i, 1)
    found.push(mapAfter(table, derived, (rest) => table.interleave([rest, ...others])))
  })
  return table.choice(found)
}

/** What is left after the start tag's name. `recovering` also looks past elements that are required first. */
export function open(table: PatternTable, pattern: Pattern, name: Name, recovering: boolean): Pattern {
  const memo = recovering ? (pattern.memo.reopen ??= new Map()) : (pattern.memo.open ??= new Map())
  let known = memo.get(name)
  if (!known) memo.set(name, (known = opened(table, pattern, name, recovering)))
  return known
}

function opened(table: PatternTable, pattern: Pattern, name: Name, recovering: boolean): Pattern {
  const { kind, first, second } = pattern
  switch (kind) {
    case 'choice':
      return table.choice(pattern.parts.map((part) => open(table, part, name, recovering)))
    case 'element':
      return accepts(pattern.names!, name) ? table.after(first!, table.empty) : table.notAllowed
    case 'interleave':
      return interleaved(table, pattern, (part) => open(table, part, name, recovering))
    case 'group': {
      const here = mapAfter(table, open(table, first!, name, recovering), (rest) => table.group(rest, second!))
      return first!.nullable || recovering ? table.choice([here, open(table, second!, name, recovering)]) : here
    }
    case 'one-or-more':
      return mapAfter(table, open(table, first!, name, recovering), (rest) =>
        table.group(rest, table.choice([pattern, table.empty])),
      )
    case 'after':
      if (pattern.impossible) return table.notAllowed
      return mapAfter(table, open(table, first!, name, recovering), (rest) => table.after(rest, second!))
    default:
      return table.notAllowed
  }
}

/** What is left after an attribute's name; its value comes next. */
export function attributeNamed(table: PatternTable, pattern: Pattern, name: Name): Pattern {
  if (!pattern.attributes) return table.notAllowed
  const memo = (pattern.memo.attribute ??= new Map())
  let known = memo.get(name)
  if (!known) memo.set(name, (known = named(table, pattern, name)))
  return known
}

function named(table: PatternTable, pattern: Pattern, name: Name): Pattern {
  const { kind, first, second } = pattern
  const derive = (part: Pattern) => attributeNamed(table, part, name)
  switch (kind) {
    case 'choice': {
      const optional = optionalAttribute(pattern)
      if (!optional) return table.choice(pattern.parts.map(derive))
      return accepts(optional.names!, name) ? table.after(optional.first!, pattern) : table.notAllowed
    }
    case 'attribute':
      return accepts(pattern.names!, name) ? table.after(first!, table.empty) : table.notAllowed
    case 'interleave':
      return interleaved(table, pattern, derive)
    case 'group':
      return table.choice([
        mapAfter(table, derive(first!), (rest) => table.group(rest, second!)),
        mapAfter(table, derive(second!), (rest) => table.group(first!, rest)),
      ])
    case 'one-or-more':
      return mapAfter(table, derive(first!), (rest) => table.group(rest, table.choice([pattern, table.empty])))
    case 'after':
      return mapAfter(table, derive(first!), (rest) => table.after(rest, second!))
    default:
      return table.notAllowed
  }
}

/**
 * The attribute of a pattern that is nothing but one optional attribute. It stays where it is when it was seen: XML has
 * no attribute twice, and so elements with the same optional attributes in all combinations share their patterns.
 */
function optionalAttribute({ nullable, parts: [first, second, third] }: Pattern): Pattern | undefined {
  if (!nullable || !first || !second || third) return undefined
  const [empty, attribute] = first.kind === 'empty' ? [first, second] : [second, first]
  return empty.kind === 'empty' && attribute.kind === 'attribute' && attribute.names![0] === 'name' ? attribute : undefined
}

/** What is left when no more attributes come; `forgiving` drops those still required. */
export function attributesEnded(table: PatternTable, pattern: Pattern, forgiving: boolean): Pattern {
  if (!pattern.attributes) return pattern
  const slot = forgiving ? 'dropAttributes' : 'endAttributes'
  return (pattern.memo[slot] ??= ended(table, pattern, forgiving))
}

function ended(table: PatternTable, pattern: Pattern, forgiving: boolean): Pattern {
  const derive = (part: Pattern) => attributesEnded(table, part, forgiving)
  switch (pattern.kind) {
    case 'choice':
    case 'interleave':
      return table[pattern.kind](pattern.parts.map(derive))
    case 'attribute':
      return forgiving ? table.empty : table.notAllowed
    case 'group':
      return table.group(derive(pattern.first!), derive(pattern.second!))
    case 'one-or-more':
      return table.oneOrMore(derive(pattern.first!))
    case 'after':
      return table.after(derive(pattern.first!), pattern.second!)
    default:
      return pattern
  }
}

/** What is left after text among elements. */
export function textSeen(table: PatternTable, pattern: Pattern): Pattern {
  if (!pattern.mixed) return table.notAllowed
  return (pattern.memo.text ??= seen(table, pattern))
}

function seen(table: PatternTable, pattern: Pattern): Pattern {
  const { kind, first, second, parts } = pattern
  switch (kind) {
    case 'text':
      return pattern
    case 'choice':
      return table.choice(parts.map((part) => textSeen(table, part)))
    case 'interleave':
      return table.choice(parts.map((part, i) => table.interleave([textSeen(table, part), ...parts.toSpliced(i, 1)])))
    case 'group': {
      const here = table.group(textSeen(table, first!), second!)
      return first!.nullable ? table.choice([here, textSeen(table, second!)]) : here
    }
    case 'one-or-more':
      return table.group(textSeen(table, first!), table.choice([pattern, table.empty]))
    case 'after':
      return table.after(textSeen(table, first!), second!)
    default:
      return table.notAllowed
  }
}

/** What is left after the end tag. */
export const closed = (table: PatternTable, pattern: Pattern): Pattern => (pattern.memo.close ??= finished(table, pattern))

function finished(table: PatternTable, pattern: Pattern): Pattern {
  if (pattern.kind === 'after') return pattern.first!.nullable ? pattern.second! : table.notAllowed
  if (pattern.kind === 'choice') return table.choice(pattern.parts.map((part) => closed(table, part)))
  return table.notAllowed
}

/** What follows, whatever the content was. */
export function following(table: PatternTable, pattern: Pattern): Pattern {
  if (pattern.kind === 'after') return pattern.second!
  return pattern.kind === 'choice' ? table.choice(pattern.parts.map((part) => following(table, part))) : table.notAllowed
}

/** What follows, where it is the same whatever the content was. */
export function onlyFollower({ kind, parts, second }: Pattern): Pattern | undefined {
  if (kind === 'after') return second
  const follower = kind === 'choice' ? parts[0]?.second : undefined
  return follower && parts.every((part) => part.kind === 'after' && part.second === follower) ? follower : undefined
}

/** The same content with nothing after it, for a pattern that has one follower. */
export function withoutFollower(table: PatternTable, { kind, first, parts }: Pattern): Pattern {
  return kind === 'after'
    ? table.after(first!, table.empty)
    : table.choice(parts.map((part) => table.after(part.first!, table.empty)))
}

/** What follows a value that fits. */
export function afterValue(table: PatternTable, pattern: Pattern, value: string): Pattern {
  if (pattern.kind === 'after') return matches(table, pattern.first!, value) ? pattern.second! : table.notAllowed
  if (pattern.kind !== 'choice') return table.notAllowed
  return table.choice(pattern.parts.map((part) => afterValue(table, part, value)))
}

const rememberedValues = 500
const rememberedLength = 64

/** The same text by itself: what was cut out of a document would keep all of it in memory for as long as the schema lives. */
const copied = (text: string): string => JSON.parse(JSON.stringify(text))

function matches(table: PatternTable, pattern: Pattern, value: string): boolean {
  if (pattern.kind === 'text') return true
  if (value.length > rememberedLength) return fits(table, pattern, value)
  if (!pattern.memo.values || pattern.memo.values.size > rememberedValues) pattern.memo.values = new Map()
  let known = pattern.memo.values.get(value)
  if (known === undefined) pattern.memo.values.set(copied(value), (known = fits(table, pattern, value)))
  return known
}

function fits(table: PatternTable, pattern: Pattern, value: string): boolean {
  const { kind, first, second, parts } = pattern
  const match = (part: Pattern) => matches(table, part, value)
  switch (kind) {
    case 'text':
      return true
    case 'empty':
      return isBlank(value)
    case 'data':
      return isOfType(pattern.type, pattern.facets, value) && !(first && match(first))
    case 'value':
      return isSameValue(pattern.type, value, pattern.value)
    case 'choice':
      return parts.some(match)
    case 'one-or-more':
      return match(first!)
    case 'group':
      return (first!.nullable && match(second!)) || (second!.nullable && match(first!)) || (pattern.nullable && isBlank(value))
    case 'interleave':
      return parts.some((part, i) => match(part) && parts.every((other, j) => j === i || other.nullable))
    case 'list': {
      let rest = first!
      for (const token of value.split(/[ \t\r\n]+/)) if (token) rest = afterToken(table, rest, token)
      return rest.nullable
    }
    default:
      return false
  }
}

function afterToken(table: PatternTable, pattern: Pattern, token: string): Pattern {
  const { kind, first, second, parts } = pattern
  const derive = (part: Pattern) => afterToken(table, part, token)
  switch (kind) {
    case 'data':
    case 'value':
      return matches(table, pattern, token) ? table.empty : table.notAllowed
    case 'choice':
      return table.choice(parts.map(derive))
    case 'group': {
      const here = table.group(derive(first!), second!)
      return first!.nullable ? table.choice([here, derive(second!)]) : here
    }
    case 'interleave':
      return table.choice(parts.map((part, i) => table.interleave([derive(part), ...parts.toSpliced(i, 1)])))
    case 'one-or-more':
      return table.group(derive(first!), table.choice([pattern, table.empty]))
    default:
      return table.notAllowed
  }
}
