import { foreign } from '../content/model/attributes.ts'
import { type Changes, createChanges, isBlank } from '../content/model/changes.ts'
import { plain } from '../content/model/phrases.ts'
import { suspectsOf } from '../content/suspects.ts'
import { textOf } from '../publication.ts'
import { type ChildNode, contentSpan, descendants, type Element, isTag, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Elements that may not stand in one of their own kind or in some other, at any depth (HTML Living Standard section 4; EPUBCheck's Schematron). */
const never: Readonly<Record<string, readonly string[]>> = {
  a: ['a', 'button'],
  button: ['a', 'button'],
  label: ['a', 'button', 'label'],
  form: ['form'],
  dfn: ['dfn'],
  time: ['time'],
  meter: ['meter'],
  progress: ['progress'],
  header: ['header', 'footer', 'address'],
  footer: ['header', 'footer', 'address'],
  address: ['address'],
  table: ['caption'],
  noscript: ['noscript'],
}

const idle = ({ attribs }: Element) => !attribs.href?.trim() || attribs.href.trim() === '#'

export const modelNesting = defineRule({
  id: 'model-nesting',
  feature: 8,
  answers: [{ id: 'RSC-005', text: /must not appear inside|cannot contain any nested|must have an ancestor/ }],
  class: 'auto',
  why: 'A link inside a link, or a form inside a form: readers cannot tell which one is meant.',

  detect: (publication, context) =>
    [...suspectsOf(publication, context, 'xhtml')].flatMap((resource) => {
      const source = textOf(resource)
      const changes = createChanges(resource.path, source)
      for (const element of descendants(treeOf(resource))) {
        const name = localName(element)
        if (name === 'area' && !within(element, ['map'])) {
          changes.begin(element, 'A sensitive area stands outside a map.')
          if (changes.claim(element)) changes.remove(element)
          continue
        }
        const outside = never[name]
        const outer = outside && !foreign(element) ? within(element, outside) : undefined
        if (!outer) continue
        changes.begin(element, `“${name}” stands inside “${localName(outer)}”.`)
        if (name === 'a' && outer === element.parent && !idle(outer) && !idle(element)) {
          parted(outer, changes)
          continue
        }
        // the one that leads nowhere gives way
        const loser = name === 'a' && localName(outer) === 'a' && idle(outer) && !idle(element) ? outer : element
        if (!changes.claim(loser)) continue
        // a caption that holds a table cannot be one
        if (name === 'table') changes.rename(outer, 'div')
        else if (/^(?:header|footer|address)$/.test(name)) changes.rename(loser, 'div')
        else plain(loser, changes)
      }
      return changes.findings()
    }),

  fix: carriedPatches,
})

/** Both links stay: the outer one ends before the inner and goes on behind it. */
function parted(outer: Element, changes: Changes) {
  const inside = contentSpan(changes.source, outer)
  if (!inside || !changes.claim(outer, ...outer.children)) return
  changes.edit([outer.startIndex!, inside[0]], '')
  let run: ChildNode[] = []
  let first = true
  const flush = () => {
    if (run.some((one) => !isBlank(one))) {
      changes.wrap(run, changes.openTag(outer, first ? [] : ['id']), `</${outer.name}>`)
      first = false
    }
    run = []
  }
  for (const child of outer.children)
    if (isTag(child) && localName(child) === 'a') flush()
    else run.push(child)
  flush()
  changes.edit([inside[1], outer.endIndex! + 1], '')
}

function within(element: Element, names: readonly string[]): Element | undefined {
  for (let at = element.parent; at && isTag(at); at = at.parent) if (names.includes(localName(at))) return at
  return undefined
}
