import { suspectsOf } from '../content/suspects.ts'
import { found, renameAttribute } from '../package/edit.ts'
import { type Element, isTag, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** XML names have a case, and every attribute of HTML is written in small letters (HTML Living Standard section 14.2). */
export const modelCase = defineRule({
  id: 'model-case',
  feature: 8,
  answers: [{ id: 'RSC-005', text: /attribute "[^"]*[A-Z]|missing required attribute/ }],
  class: 'auto',
  why: 'Some instructions were written in capital letters, so reading apps passed over them.',

  detect: (publication, context) =>
    [...suspectsOf(publication, context, 'xhtml')].flatMap((resource) =>
      [...ownElements(treeOf(resource).children.filter(isTag))].flatMap((element) => {
        const patches = Object.keys(element.attribs)
          .filter((name) => /^[a-z-]*[A-Z][A-Za-z-]*$/.test(name) && element.attribs[name.toLowerCase()] === undefined)
          .flatMap((name) => renameAttribute(resource, element, name, name.toLowerCase()))
        return patches.length > 0 ? [found(resource, patches)] : []
      }),
    ),

  fix: carriedPatches,
})

/** All elements but drawings and formulas, whose names have capitals of their own. */
function* ownElements(roots: readonly Element[]): Generator<Element> {
  const stack = roots.toReversed()
  for (let next = stack.pop(); next; next = stack.pop()) {
    const name = localName(next).toLowerCase()
    if (name === 'svg' || name === 'math') continue
    yield next
    for (let i = next.children.length - 1; i >= 0; i--) {
      const child = next.children[i]!
      if (isTag(child)) stack.push(child)
    }
  }
}
