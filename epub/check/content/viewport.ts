import { attributeOf, type XmlElement } from '../document/xml-document.ts'
import type { Visit } from './document-visit.ts'

/** Properties of a `viewport`; undefined when its syntax is broken (EPUB 3.3 section D.3). */
export function readViewport(content: string | undefined): Map<string, string[]> | undefined {
  if (!content) return undefined
  const properties = new Map<string, string[]>()
  const parts = content.split(/[,;]/)
  if (!parts[0]!.trim() || !parts.at(-1)!.trim()) return undefined
  for (const part of parts) {
    if (!part.trim()) continue
    for (const [, name, equals, value] of part.matchAll(/\s*([^\s=]*)\s*(=?)\s*([^\s=]*)/g)) {
      if (!name && !equals && !value) continue
      if (!name || (equals && !value)) return undefined
      const known = properties.get(name)
      if (known) known.push(value ?? '')
      else properties.set(name, [value ?? ''])
    }
    if (/=[^=]*=/.test(part) && !/=\s*\S+\s+\S+\s*=/.test(part)) return undefined
  }
  return properties
}

const sizes: Record<string, RegExp> = { width: /^(\d+(\.\d+)?|device-width)$/, height: /^(\d+(\.\d+)?|device-height)$/ }

/** Checks a `viewport` of a page; answers whether the page has one that counts. */
export function checkViewport({ item, say }: Visit, element: XmlElement, hasViewport: boolean): boolean {
  const content = attributeOf(element, 'content')
  if (!item.fixedLayout) {
    say('HTM_060b', element, 'Only pages of fixed layout need a “viewport”.')
    return hasViewport
  }
  if (hasViewport) {
    say('HTM_060a', element, 'The page has a second “viewport”, which is ignored.')
    return true
  }
  const properties = readViewport(content)
  if (!properties) {
    say('HTM-047', element, `The “viewport” cannot be read: “${content ?? ''}”.`)
    return true
  }
  for (const [name, shape] of Object.entries(sizes)) {
    const values = properties.get(name)
    if (!values) say('HTM_056', element, `The “viewport” has no ${name}.`)
    else {
      if (values.length > 1) say('HTM_059', element, `The “viewport” states its ${name} ${values.length} times.`)
      if (!shape.test(values[0]!)) say('HTM_057', element, `The ${name} of the “viewport” is not a number: “${values[0]}”.`)
    }
  }
  return true
}
