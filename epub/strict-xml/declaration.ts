import { after, doubleQuote, equals, greater, isSpace, lineFeed, question, singleQuote, spaceEnd } from './characters.ts'

export type Declaration =
  | { readonly version: string | undefined; readonly end: number }
  /** What is wrong with it, and the offset after what was read last; undefined where the text ends first. */
  | { readonly fault: string; readonly at: number }
  | undefined

const incomplete = 'XML declaration is incomplete.'

/** Reads an XML declaration from the character after `<?xml`, white space or a question mark. */
export function readDeclaration(text: string, start: number): Declaration {
  let expected: readonly string[] = ['version']
  let version: string | undefined
  let at = start
  for (let isFirst = true; ; isFirst = false) {
    if (at >= text.length) return undefined
    let code = text.charCodeAt(at)
    if (code !== question) {
      if (!isSpace(code)) {
        if (!isFirst) return { fault: 'whitespace required.', at: after(text, at) }
      }
      at = spaceEnd(text, at)
      if (at >= text.length) return undefined
      code = text.charCodeAt(at)
    }
    if (code === question) {
      if (at + 1 >= text.length) return undefined
      if (text.charCodeAt(at + 1) !== greater)
        return { fault: 'The character ? is disallowed anywhere in XML declarations.', at: after(text, at + 1) }
      return expected.includes('version')
        ? { fault: 'XML declaration must contain a version.', at: at + 2 }
        : { version, end: at + 2 }
    }

    const nameStart = at
    // The first character is part of the name whatever it is.
    at = after(text, at)
    while (at < text.length && !isNameBreak(text.charCodeAt(at))) at++
    if (at >= text.length) return undefined
    const name = text.slice(nameStart, at)
    code = text.charCodeAt(at)
    if (code === question) return { fault: incomplete, at: at + 1 }
    if (!expected.includes(name)) return { fault: unexpected(name, expected), at: after(text, at) }

    at = spaceEnd(text, at)
    if (at >= text.length) return undefined
    code = text.charCodeAt(at)
    if (code === question) return { fault: incomplete, at: at + 1 }
    if (code !== equals) return { fault: 'value required.', at: after(text, at) }

    at = spaceEnd(text, at + 1)
    if (at >= text.length) return undefined
    const quote = text.charCodeAt(at)
    if (quote === question) return { fault: incomplete, at: at + 1 }
    if (quote !== singleQuote && quote !== doubleQuote) return { fault: 'value must be quoted.', at: after(text, at) }
    const valueStart = ++at
    while (at < text.length && text.charCodeAt(at) !== quote && text.charCodeAt(at) !== question) at++
    if (at >= text.length) return undefined
    if (text.charCodeAt(at) === question) return { fault: incomplete, at: at + 1 }
    const value = text.slice(valueStart, at++)
    const fault = faultOf(name, value)
    if (fault) return { fault, at }
    if (name === 'version') version = value
    expected = following[name] ?? []
  }
}

const isNameBreak = (code: number) => code === equals || code === question || isSpace(code) || code === lineFeed

const following: Readonly<Record<string, readonly string[]>> = {
  version: ['encoding', 'standalone'],
  encoding: ['standalone'],
}

const unexpected = (name: string, expected: readonly string[]) =>
  name.length === 1 ? `expected the name ${expected[0]}.` : `expected one of ${expected.join(', ')}`

function faultOf(name: string, value: string): string | undefined {
  if (name === 'version') return /^1\.[0-9]+$/.test(value) ? undefined : 'version number must match /^1\\.[0-9]+$/.'
  if (name === 'encoding')
    return /^[A-Za-z][A-Za-z0-9._-]*$/.test(value) ? undefined : 'encoding value must match /^[A-Za-z0-9][A-Za-z0-9._-]*$/.'
  return value === 'yes' || value === 'no' ? undefined : 'standalone value must match "yes" or "no".'
}
