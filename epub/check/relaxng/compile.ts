import { type Grammar, grammarOf } from './grammar.ts'
import { createPatternTable, type Pattern } from './pattern.ts'
import { type Component, type FileReference, type Syntax, startName } from './syntax.ts'

type Definition = Extract<Component, { is: 'define' }>
type FileSyntax = (file: FileReference) => Syntax

/** Definitions of one grammar, compiled when first referred to. */
interface Scope {
  readonly definitions: ReadonlyMap<string, readonly Definition[]>
  readonly patterns: Map<string, Pattern>
  readonly parent: Scope | undefined
}

/** Interns a schema as it goes: simplification (ISO/IEC 19757-2, section 4) happens in the pattern table. */
export function compile(syntax: Syntax, fileSyntax: FileSyntax): Grammar {
  const table = createPatternTable()
  const unfinished: [element: Pattern, content: Syntax, scope: Scope | undefined][] = []

  function grammar(components: readonly Component[], parent: Scope | undefined): Pattern {
    const definitions = Map.groupBy(flatten(components, fileSyntax), ({ name }) => name)
    return reference(startName, { definitions, patterns: new Map(), parent })
  }

  function reference(name: string, scope: Scope | undefined): Pattern {
    let pattern = scope?.patterns.get(name)
    if (!scope || pattern) return pattern ?? table.notAllowed
    const definitions = scope.definitions.get(name)
    if (!definitions) throw new Error(`The schema does not define ${name}`)
    const bodies = definitions.map(({ content }) => build(content, scope))
    const combine = definitions.find((definition) => definition.combine)?.combine
    pattern = combine === 'interleave' ? table.interleave(bodies) : table.choice(bodies)
    scope.patterns.set(name, pattern)
    return pattern
  }

  function build(node: Syntax, scope: Scope | undefined): Pattern {
    switch (node.is) {
      case 'text':
        return table.text
      case 'empty':
        return table.empty
      case 'not-allowed':
        return table.notAllowed
      case 'element': {
        const element = table.element(node.names)
        unfinished.push([element, node.content, scope])
        return element
      }
      case 'attribute':
        return table.attribute(node.names, build(node.content, scope))
      case 'group':
        return node.parts.map((part) => build(part, scope)).reduceRight((rest, part) => table.group(part, rest))
      case 'choice':
      case 'interleave':
        return table[node.is](node.parts.map((part) => build(part, scope)))
      case 'optional':
        return table.choice([build(node.content, scope), table.empty])
      case 'zero-or-more':
        return table.choice([table.oneOrMore(build(node.content, scope)), table.empty])
      case 'one-or-more':
        return table.oneOrMore(build(node.content, scope))
      case 'mixed':
        return table.interleave([build(node.content, scope), table.text])
      case 'list':
        return table.list(build(node.content, scope))
      case 'value':
        return table.value(node.type, node.value)
      case 'data':
        return table.data(node.type, node.facets, node.except && build(node.except, scope))
      case 'ref':
        return reference(node.name, scope)
      case 'parent-ref':
        return reference(node.name, scope?.parent)
      case 'grammar':
        return grammar(node.components, scope)
      case 'external':
        return build(fileSyntax(node.file), undefined)
    }
  }

  const start = build(syntax, undefined)
  for (let next = unfinished.pop(); next; next = unfinished.pop()) {
    const [element, content, scope] = next
    element.first = build(content, scope)
  }
  return grammarOf(table, start)
}

/** Components with every include replaced by what it brings in: what the include redefines replaces what the file defines. */
function flatten(components: readonly Component[], fileSyntax: FileSyntax): Definition[] {
  return components.flatMap((component) => {
    if (component.is === 'define') return [component]
    const included = fileSyntax(component.file)
    if (included.is !== 'grammar') throw new Error(`${component.file.path} is no grammar`)
    const overrides = flatten(component.overrides, fileSyntax)
    const redefined = new Set(overrides.map(({ name }) => name))
    return [...flatten(included.components, fileSyntax).filter(({ name }) => !redefined.has(name)), ...overrides]
  })
}
