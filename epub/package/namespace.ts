import type { Element } from '../xml.ts'

/** Namespace an element is in, by the declarations in scope; empty for none. */
export function namespaceOf(element: Element): string {
  const colon = element.name.indexOf(':')
  const name = colon < 0 ? 'xmlns' : `xmlns:${element.name.slice(0, colon)}`
  for (let at: Element | null = element; at && 'attribs' in at; at = at.parent as Element | null) {
    const uri = at.attribs[name]
    if (uri !== undefined) return uri
  }
  return ''
}
