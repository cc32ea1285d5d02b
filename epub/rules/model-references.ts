import { isVersion3 } from '../content/documents.ts'
import { idsOf } from '../content/ids.ts'
import { createChanges } from '../content/model/changes.ts'
import { suspectsOf } from '../content/suspects.ts'
import { textOf } from '../publication.ts'
import { descendants, type Element, isTag, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Attributes that name one or more elements of the same page. */
const lists = new Set([
  'aria-controls',
  'aria-describedby',
  'aria-details',
  'aria-flowto',
  'aria-labelledby',
  'aria-owns',
  'headers',
  'itemref',
])
const single = new Set([
  'aria-activedescendant',
  'aria-errormessage',
  'for',
  'form',
  'list',
  'contextmenu',
  'xref',
  'aria-describedat',
])

/** What an attribute may name. */
const targets: Readonly<Record<string, RegExp>> = {
  for: /^(?:button|meter|output|progress|select|textarea|input)$/,
  form: /^form$/,
  list: /^datalist$/,
  headers: /^th$/,
}

/** Labels, ARIA and the like may only name what is there (EPUBCheck's Schematron). */
export const modelReferences = defineRule({
  id: 'model-references',
  feature: 8,
  answers: [
    {
      id: 'RSC-005',
      text: /attribute (?:must refer|does not refer)|must not be specified|must have a dir|map name|default attribute|label attribute|selected/,
    },
  ],
  class: 'auto',
  why: 'A label or description points to something that is not on the page, so assistive technology finds nothing.',

  detect(publication, context) {
    if (!isVersion3(publication)) return []
    return [...suspectsOf(publication, context, 'xhtml')].flatMap((resource) => {
      const source = textOf(resource)
      const changes = createChanges(resource.path, source)
      const holders = new Map(idsOf(resource).map(({ id, element }) => [id.trim(), element]))
      const maps = new Set<string>()
      for (const element of descendants(treeOf(resource))) {
        const name = localName(element)
        if (name === 'trigger' && element.name.includes(':') && !triggers(element, holders)) {
          changes.begin(element, 'A trigger that nothing starts, or that starts nothing.')
          changes.remove(element)
          continue
        }
        for (const [attribute, value] of Object.entries(element.attribs)) {
          const many = lists.has(attribute) || (attribute === 'for' && name === 'output')
          if (!many && !single.has(attribute)) continue
          if (attribute === 'form' && name === 'form') continue
          if (attribute === 'xref' && !within(element, 'math')) continue
          const words = value.split(/\s+/).filter(Boolean)
          const kept = words.filter((id) => fits(attribute, holders.get(id), element))
          if (kept.length === words.length && words.length > 0 && (many || words.length === 1)) continue
          if (words.length === 0 && value === '' && attribute.startsWith('aria-')) continue
          changes.begin(element, `“${attribute}” names nothing on this page.`)
          if (many && kept.length > 0) changes.set(element, attribute, kept.join(' '))
          else changes.drop(element, attribute)
        }
        if (name === 'bdo' && element.attribs.dir === undefined) {
          changes.begin(element, '“bdo” does not say its direction.')
          changes.set(element, 'dir', 'ltr')
        }
        if (name === 'map' && element.attribs.name !== undefined) {
          const own = element.attribs.name
          if (maps.has(own)) {
            let n = 2
            while (maps.has(`${own}-${n}`)) n++
            maps.add(`${own}-${n}`)
            changes.begin(element, 'Two maps have one name.')
            changes.set(element, 'name', `${own}-${n}`)
            if (element.attribs.id === own) changes.set(element, 'id', `${own}-${n}`)
          } else maps.add(own)
        }
        if (name === 'link' && element.attribs.sizes !== undefined && !/\bicon\b/i.test(element.attribs.rel ?? '')) {
          changes.begin(element, '“sizes” is for icons only.')
          changes.drop(element, 'sizes')
        }
        if (
          name === 'link' &&
          /\balternate\b/i.test(element.attribs.rel ?? '') &&
          /\bstylesheet\b/i.test(element.attribs.rel ?? '') &&
          !element.attribs.title?.trim()
        ) {
          changes.begin(element, 'An alternate style sheet has no title.')
          changes.set(element, 'title', 'Alternate')
        }
        if (name === 'track' && element.attribs.label === '') {
          changes.begin(element, 'The label of a track is empty.')
          changes.drop(element, 'label')
        }
        if (/^(?:audio|video)$/.test(name))
          once(
            element.children.filter(isTag).filter((child) => localName(child) === 'track' && child.attribs.default !== undefined),
            'default',
          )
        if (name === 'select' && element.attribs.multiple === undefined)
          once(
            [...descendants(element)].filter((child) => localName(child) === 'option' && child.attribs.selected !== undefined),
            'selected',
          )
        if (name === 'a' && element.attribs.itemprop !== undefined && element.attribs.href === undefined) {
          changes.begin(element, '“itemprop” needs an address.')
          changes.drop(element, 'itemprop')
        }
        if (
          /^(?:iframe|embed|object)$/.test(name) &&
          element.attribs.itemprop !== undefined &&
          element.attribs.data === undefined
        ) {
          changes.begin(element, '“itemprop” needs an address.')
          changes.drop(element, 'itemprop')
        }
        if (element.attribs['ssml:ph'] !== undefined && (element.attribs['ssml:ph'].trim() === '' || spokenOutside(element))) {
          changes.begin(element, 'One pronunciation stands inside another.')
          changes.drop(element, 'ssml:ph')
        }
      }
      return changes.findings()

      function once(elements: readonly Element[], attribute: string) {
        for (const extra of elements.slice(1)) {
          changes.begin(extra, `“${attribute}” stands on more than one.`)
          changes.drop(extra, attribute)
        }
      }
    })
  },

  fix: carriedPatches,
})

function fits(attribute: string, target: Element | undefined, from: Element): boolean {
  if (!target) return false
  const kind = localName(from) === 'output' ? undefined : targets[attribute]
  if (kind && !kind.test(localName(target))) return false
  if (attribute === 'for' && localName(target) === 'input' && target.attribs.type?.toLowerCase() === 'hidden') return false
  return attribute !== 'headers' || within(target, 'table') === within(from, 'table')
}

/** Whether both ends of an `epub:trigger` are on the page (EPUB 3.0.1 section 2.1.3.3). */
const triggers = ({ attribs }: Element, holders: ReadonlyMap<string, Element>) =>
  holders.has(attribs.ref?.trim() ?? '') && holders.has(attribs['ev:observer']?.trim() ?? '')

function within(element: Element, name: string): Element | undefined {
  for (let at = element.parent; at && isTag(at); at = at.parent) if (localName(at) === name) return at
  return undefined
}

function spokenOutside(element: Element): boolean {
  for (let at = element.parent; at && isTag(at); at = at.parent) if (at.attribs['ssml:ph'] !== undefined) return true
  return false
}
