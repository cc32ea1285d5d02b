import { directoryOf, normalise } from '../../href.ts'
import { type Token, tokenise } from './compact-tokens.ts'
import type { NameClass } from './name-class.ts'
import { type Combine, type Component, type FileReference, type Syntax, startName } from './syntax.ts'

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const patternWords = new Set([
  'element',
  'attribute',
  'list',
  'mixed',
  'text',
  'empty',
  'notAllowed',
  'parent',
  'grammar',
  'external',
  'string',
  'token',
])
const repeats: Record<string, 'optional' | 'zero-or-more' | 'one-or-more'> = {
  '?': 'optional',
  '*': 'zero-or-more',
  '+': 'one-or-more',
}
const connectors: Record<string, 'choice' | 'group' | 'interleave'> = { '|': 'choice', ',': 'group', '&': 'interleave' }

/** Reads the compact syntax (ISO/IEC 19757-2, annex C). `inherited` is the namespace of the file that includes this one. */
export function readCompact(source: string, path: string, inherited: string): Syntax {
  const tokens = tokenise(source)
  const namespaces = new Map([['xml', xmlNamespace]])
  let standard = inherited
  let at = 0

  const peek = (ahead = 0): Token | undefined => tokens[at + ahead]
  const isSign = (text: string, ahead = 0) => {
    const token = peek(ahead)
    return token?.is === 'sign' && token.text === text
  }
  const isWord = (text: string) => {
    const token = peek()
    return token?.is === 'name' && !token.quoted && token.text === text
  }
  const fail = (wanted: string): never => {
    throw new Error(`${path}: ${wanted} expected, found ${JSON.stringify(peek())} at token ${at}`)
  }
  const take = (text: string) => {
    if (isSign(text)) at++
    else fail(text)
  }
  const takeIf = (text: string) => isSign(text) && ++at > 0
  const wordIf = (text: string) => isWord(text) && ++at > 0

  function identifier(): string {
    const token = peek()
    if (token?.is !== 'name') return fail('a name')
    at++
    return token.text
  }

  function literal(): string {
    let text = ''
    do {
      const token = peek()
      if (token?.is !== 'literal') return fail('a literal')
      text += token.text
      at++
    } while (takeIf('~'))
    return text
  }

  const namespaceOf = (prefix: string) => namespaces.get(prefix) ?? fail(`a declaration of ${prefix}`)

  function declarations() {
    for (;;) {
      if (isWord('namespace') || isWord('default')) {
        const isDefault = wordIf('default')
        at++
        const prefix = peek()?.is === 'name' ? identifier() : undefined
        take('=')
        const uri = wordIf('inherit') ? inherited : literal()
        if (prefix) namespaces.set(prefix, uri)
        if (isDefault) standard = uri
      } else if (wordIf('datatypes')) {
        identifier()
        take('=')
        literal()
      } else return
    }
  }

  function fileReference(): FileReference {
    const href = literal()
    let namespace = standard
    if (wordIf('inherit')) {
      take('=')
      namespace = namespaceOf(identifier())
    }
    return { path: normalise(directoryOf(path) + href) ?? href, namespace }
  }

  function assignment(): Combine {
    if (takeIf('|=')) return 'choice'
    if (takeIf('&=')) return 'interleave'
    take('=')
    return undefined
  }

  function components(): Component[] {
    const found: Component[] = []
    while (peek() && !isSign('}')) {
      if (wordIf('div')) {
        take('{')
        found.push(...components())
        take('}')
      } else if (wordIf('include')) {
        const file = fileReference()
        const overrides = takeIf('{') ? components() : undefined
        if (overrides) take('}')
        found.push({ is: 'include', file, overrides: overrides ?? [] })
      } else {
        const name = wordIf('start') ? startName : identifier()
        const combine = assignment()
        found.push({ is: 'define', name, combine, content: pattern() })
      }
    }
    return found
  }

  function pattern(): Syntax {
    const parts = [particle()]
    const token = peek()
    const connector = token?.is === 'sign' ? token.text : ''
    const is = connectors[connector]
    if (!is) return parts[0]!
    while (takeIf(connector)) parts.push(particle())
    return { is, parts }
  }

  function particle(): Syntax {
    const content = primary()
    const token = peek()
    const is = token?.is === 'sign' ? repeats[token.text] : undefined
    if (!is) return content
    at++
    return { is, content }
  }

  function braced(): Syntax {
    take('{')
    const content = pattern()
    take('}')
    return content
  }

  function primary(): Syntax {
    if (takeIf('(')) {
      const inner = pattern()
      take(')')
      return inner
    }
    const token = peek()
    if (token?.is === 'literal') return { is: 'value', type: 'token', value: literal() }
    if (token?.is === 'qualified') {
      at++
      return datatype(token.local)
    }
    if (token?.is !== 'name') return fail('a pattern')
    at++
    if (token.quoted || !patternWords.has(token.text)) return { is: 'ref', name: token.text }
    return keyword(token.text)
  }

  function keyword(word: string): Syntax {
    switch (word) {
      case 'element':
        return { is: 'element', names: nameClass(standard), content: braced() }
      case 'attribute':
        return { is: 'attribute', names: nameClass(''), content: braced() }
      case 'list':
      case 'mixed':
        return { is: word, content: braced() }
      case 'text':
      case 'empty':
        return { is: word }
      case 'notAllowed':
        return { is: 'not-allowed' }
      case 'parent':
        return { is: 'parent-ref', name: identifier() }
      case 'external':
        return { is: 'external', file: fileReference() }
      case 'grammar': {
        take('{')
        const inner = components()
        take('}')
        return { is: 'grammar', components: inner }
      }
      default:
        return datatype(word)
    }
  }

  function datatype(type: string): Syntax {
    if (peek()?.is === 'literal') return { is: 'value', type, value: literal() }
    const facets: [string, string][] = []
    if (takeIf('{')) {
      while (!takeIf('}')) {
        const facet = identifier()
        take('=')
        facets.push([facet, literal()])
      }
    }
    return { is: 'data', type, facets, except: takeIf('-') ? primary() : undefined }
  }

  function nameClass(unprefixed: string): NameClass {
    const parts = [simpleName(unprefixed)]
    while (takeIf('|')) parts.push(simpleName(unprefixed))
    return parts.length === 1 ? parts[0]! : ['either', parts]
  }

  function simpleName(unprefixed: string): NameClass {
    const except = () => (takeIf('-') ? simpleName(unprefixed) : null)
    if (takeIf('(')) {
      const inner = nameClass(unprefixed)
      take(')')
      return inner
    }
    if (takeIf('*')) return ['any', except()]
    const token = peek()
    if (token?.is === 'qualified') {
      at++
      const namespace = namespaceOf(token.prefix)
      return token.local === '*' ? ['namespace', namespace, except()] : ['name', namespace, token.local]
    }
    return ['name', unprefixed, identifier()]
  }

  const isGrammar = () => {
    const token = peek()
    if (token?.is !== 'name') return !token
    if (!token.quoted && (token.text === 'div' || token.text === 'include')) return true
    return ['=', '|=', '&='].some((sign) => isSign(sign, 1))
  }

  declarations()
  const result: Syntax = isGrammar() ? { is: 'grammar', components: components() } : pattern()
  if (peek()) fail('the end')
  return result
}
