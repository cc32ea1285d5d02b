import { isVersion3, pagesOf } from '../content/documents.ts'
import { found, renameElement, setAttribute } from '../package/edit.ts'
import type { Patch } from '../patch.ts'
import { mentions, type Resource } from '../publication.ts'
import { childElements, type Element, findElements, isTag, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const ops = 'http://www.idpf.org/2007/ops'

/**
 * A switch that lost its prefix, as HTML editors lose them: HTML has no `switch` with cases that name a namespace, so it is the one of
 * EPUB, and what a case holds is of the namespace that the case requires (EPUB 3.0.1 section 2.1.3.2).
 */
export const documentSwitch = defineRule({
  id: 'document-switch',
  feature: 7,
  answers: [{ id: 'RSC-005', text: /not allowed/ }],
  class: 'auto',
  why: 'A place with several ways to show the same was written as unknown elements, so every one of them was shown at once.',

  detect: (publication) =>
    isVersion3(publication)
      ? [...pagesOf(publication)].flatMap((resource) =>
          mentions(resource, /<switch[\s>]/)
            ? findElements(treeOf(resource), 'switch').flatMap((one) => prefixed(resource, one))
            : [],
        )
      : [],

  fix: carriedPatches,
})

function prefixed(resource: Resource, element: Element): Finding[] {
  if (element.name !== 'switch' || inDrawing(element)) return []
  const cases = childElements(element).filter(({ name }) => name === 'case')
  const defaults = childElements(element).filter(({ name }) => name === 'default')
  if (cases.length === 0 || defaults.length === 0 || cases.some(({ attribs }) => !attribs['required-namespace'])) return []
  const root = childElements(treeOf(resource))[0]!
  const patches: Patch[] = [element, ...cases, ...defaults].flatMap((one) => renameElement(resource, one, `epub:${one.name}`))
  if (root.attribs['xmlns:epub'] === undefined) patches.push(setAttribute(resource, root, 'xmlns:epub', ops))
  for (const one of cases)
    for (const child of childElements(one))
      if (!child.name.includes(':') && child.attribs.xmlns === undefined)
        patches.push(setAttribute(resource, child, 'xmlns', one.attribs['required-namespace']!))
  return [found(resource, patches)]
}

/** `switch` is an element of SVG as well. */
function inDrawing(element: Element): boolean {
  for (let at = element.parent; at && isTag(at); at = at.parent) if (localName(at) === 'svg') return true
  return false
}
