import { directoryOf, normalise } from '../../href.ts'
import { childElements, type Element, innerText, localName, parseMarkup } from '../../xml.ts'
import type { NameClass } from './name-class.ts'
import { type Component, type FileReference, type Syntax, sequence, startName } from './syntax.ts'

const structure = 'http://relaxng.org/ns/structure/1.0'
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

/** What the ancestors of an element say. */
interface Scope {
  /** Namespace of unprefixed names. */
  readonly namespace: string
  readonly prefixes: ReadonlyMap<string, string>
}

/** Reads the XML syntax of RELAX NG (ISO/IEC 19757-2). `inherited` is the namespace of the schema that refers to this one. */
export function readXmlSyntax(source: string, path: string, inherited: string): Syntax {
  const root = childElements(parseMarkup(source))[0]
  if (!root) throw new Error(`${path} holds no schema`)
  function enter(element: Element, outer: Scope): Scope {
    const prefixes = new Map(outer.prefixes)
    for (const [name, value] of Object.entries(element.attribs))
      if (name === 'xmlns' || name.startsWith('xmlns:')) prefixes.set(name.slice(6), value)
    return { namespace: element.attribs.ns ?? outer.namespace, prefixes }
  }

  /** Children that belong to RELAX NG; documentation and other annotations do not. */
  function parts(element: Element, scope: Scope): Element[] {
    return childElements(element).filter((child) => {
      const prefix = child.name.includes(':') ? child.name.slice(0, child.name.indexOf(':')) : ''
      return enter(child, scope).prefixes.get(prefix) === structure
    })
  }

  const content = (element: Element, scope: Scope, from = 0): Syntax =>
    sequence(
      parts(element, scope)
        .slice(from)
        .map((part) => pattern(part, scope)),
    )

  function pattern(element: Element, outer: Scope): Syntax {
    const scope = enter(element, outer)
    const kind = localName(element)
    switch (kind) {
      case 'element':
      case 'attribute':
        return named(kind, element, scope, outer)
      case 'group':
        return content(element, scope)
      case 'choice':
      case 'interleave':
        return { is: kind, parts: parts(element, scope).map((part) => pattern(part, scope)) }
      case 'optional':
      case 'mixed':
      case 'list':
        return { is: kind, content: content(element, scope) }
      case 'zeroOrMore':
        return { is: 'zero-or-more', content: content(element, scope) }
      case 'oneOrMore':
        return { is: 'one-or-more', content: content(element, scope) }
      case 'text':
      case 'empty':
        return { is: kind }
      case 'notAllowed':
        return { is: 'not-allowed' }
      case 'ref':
        return { is: 'ref', name: element.attribs.name!.trim() }
      case 'parentRef':
        return { is: 'parent-ref', name: element.attribs.name!.trim() }
      case 'value':
        return { is: 'value', type: element.attribs.type ?? 'token', value: innerText(element) }
      case 'data':
        return data(element, scope)
      case 'externalRef':
        return { is: 'external', file: file(element, scope) }
      case 'grammar':
        return { is: 'grammar', components: components(element, scope) }
      default:
        throw new Error(`${path}: ${kind} is not a pattern`)
    }
  }

  function named(is: 'element' | 'attribute', element: Element, scope: Scope, outer: Scope): Syntax {
    const { name } = element.attribs
    const unprefixed = is === 'element' ? scope.namespace : (element.attribs.ns ?? '')
    const names = name === undefined ? nameClass(parts(element, scope)[0]!, scope) : qualified(name, unprefixed, outer)
    const from = name === undefined ? 1 : 0
    const isBare = is === 'attribute' && parts(element, scope).length === from
    return { is, names, content: isBare ? { is: 'text' } : content(element, scope, from) }
  }

  function qualified(name: string, unprefixed: string, { prefixes }: Scope): NameClass {
    const [prefix, local] = name.trim().includes(':') ? name.trim().split(':') : [undefined, name.trim()]
    return ['name', prefix === undefined ? unprefixed : (prefixes.get(prefix) ?? ''), local!]
  }

  function nameClass(element: Element, outer: Scope): NameClass {
    const scope = enter(element, outer)
    const except = () => {
      const child = parts(element, scope).find((part) => localName(part) === 'except')
      return child ? either(child, scope) : null
    }
    switch (localName(element)) {
      case 'name':
        return qualified(innerText(element), scope.namespace, scope)
      case 'nsName':
        return ['namespace', scope.namespace, except()]
      case 'anyName':
        return ['any', except()]
      default:
        return either(element, scope)
    }
  }

  function either(element: Element, scope: Scope): NameClass {
    const classes = parts(element, scope).map((part) => nameClass(part, scope))
    return classes.length === 1 ? classes[0]! : ['either', classes]
  }

  function data(element: Element, scope: Scope): Syntax {
    const children = parts(element, scope)
    const except = children.find((part) => localName(part) === 'except')
    const facets = children
      .filter((part) => localName(part) === 'param')
      .map((part): [string, string] => [part.attribs.name!, innerText(part)])
    return { is: 'data', type: element.attribs.type!, facets, except: except && { is: 'choice', parts: patterns(except, scope) } }
  }

  const patterns = (element: Element, scope: Scope) => parts(element, scope).map((part) => pattern(part, scope))

  const file = (element: Element, { namespace }: Scope): FileReference => ({
    path: normalise(directoryOf(path) + element.attribs.href!) ?? element.attribs.href!,
    namespace,
  })

  function components(element: Element, scope: Scope): Component[] {
    return parts(element, scope).flatMap((part): Component[] => {
      const inner = enter(part, scope)
      const combine = part.attribs.combine as 'choice' | 'interleave' | undefined
      switch (localName(part)) {
        case 'start':
          return [{ is: 'define', name: startName, combine, content: content(part, inner) }]
        case 'define':
          return [{ is: 'define', name: part.attribs.name!.trim(), combine, content: content(part, inner) }]
        case 'div':
          return components(part, inner)
        case 'include':
          return [{ is: 'include', file: file(part, inner), overrides: components(part, inner) }]
        default:
          throw new Error(`${path}: ${part.name} is no component of a grammar`)
      }
    })
  }

  return pattern(root, { namespace: inherited, prefixes: new Map([['xml', xmlNamespace]]) })
}
