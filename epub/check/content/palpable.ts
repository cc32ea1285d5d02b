import * as ns from '../document/namespaces.ts'
import { attributeOf, type XmlElement } from '../document/xml-document.ts'

const shown = new Set(['audio', 'canvas', 'embed', 'iframe', 'img', 'object', 'picture', 'video'])
const hidden = new Set(['html', 'head', 'script', 'link', 'meta', 'title', 'style'])

/** Follows whether elements hold something that can be seen or heard: an `object` that does has a fallback. */
export function createPalpability() {
  const stack: boolean[] = []

  function counts({ namespace, local }: XmlElement, content: boolean): boolean {
    if (namespace === ns.xhtml) return shown.has(local) || (!hidden.has(local) && content)
    return (namespace === ns.svg && local === 'svg') || (namespace === ns.mathml && local === 'math')
  }

  return {
    enter() {
      stack.push(false)
    },
    text() {
      if (stack.length > 0) stack[stack.length - 1] = true
    },
    isPalpable: () => stack.at(-1) ?? false,
    leave(element: XmlElement) {
      const content = stack.pop() ?? false
      if (stack.length > 0 && attributeOf(element, 'hidden') === undefined && counts(element, content))
        stack[stack.length - 1] = true
    },
  }
}
