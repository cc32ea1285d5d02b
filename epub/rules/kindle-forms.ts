import { contentKind, isVersion3, pagesOf } from '../content/documents.ts'
import { resolve } from '../href.ts'
import { dropAttribute, dropElement, found, renameElement, replaceElement, unwrap } from '../package/edit.ts'
import type { Patch } from '../patch.ts'
import { type Publication, type Resource, textOf } from '../publication.ts'
import { childElements, contentSpan, descendants, type Element, escapeXml, innerText, isTag, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** What Kindle does not show (Kindle Publishing Guidelines, KIN-9). */
const unshown =
  /^(form|fieldset|legend|label|button|input|select|optgroup|option|datalist|textarea|output|iframe|object|embed|applet|canvas|script|noscript)$/
const asBlock = /^(form|fieldset|legend)$/
const asInline = /^(label|button|output|option|optgroup|select|textarea)$/

/** Forms, frames and plug-ins are unwrapped: what a reader reads in them stays, what only a machine understands goes. */
export const kindleForms = defineRule({
  id: 'kindle-forms',
  feature: 22,
  answers: [{ id: 'KIN-9' }],
  class: 'ask',
  needs: ['kindle'],
  why: 'Kindle refuses books with forms, frames or plug-ins.',

  detect(publication) {
    const version3 = isVersion3(publication)
    return [...pagesOf(publication)].flatMap((resource) => {
      if (
        !/<(?:form|fieldset|button|input|select|textarea|label|iframe|object|embed|applet|canvas|script|output|datalist)[\s/>]/.test(
          textOf(resource),
        )
      )
        return []
      const findings: Finding[] = []
      for (const [element, isInside] of outermost(resource)) {
        // One thing after the other: what stands inside is looked at when the outer one is gone.
        if (!unshown.test(localName(element)) || isInside) continue
        const patches = answer(publication, resource, element, version3)
        if (patches.length > 0) findings.push(found(resource, patches, { note: `Kindle does not show “${localName(element)}”.` }))
      }
      return findings
    })
  },

  fix: carriedPatches,
})

function answer(publication: Publication, resource: Resource, element: Element, version3: boolean): Patch[] {
  const name = localName(element)
  if (asBlock.test(name)) return [...renameElement(resource, element, 'div'), ...without(resource, element)]
  if (asInline.test(name))
    return inside(resource, element)
      ? [...renameElement(resource, element, 'span'), ...without(resource, element)]
      : [dropElement(resource, element)]
  if (name === 'noscript') return isInline(element) ? unwrap(resource, element) : [...renameElement(resource, element, 'div')]
  if (name === 'object' || name === 'embed') {
    const path = resolve(resource.path, element.attribs.data ?? element.attribs.src ?? '')
    const file = path === undefined ? undefined : publication.resources.get(path)
    const type = element.attribs.type ?? ''
    if (file && (/^image\//.test(type) || contentKind(file) === 'svg' || /\.(jpe?g|png|gif|svg)$/i.test(file.path))) {
      const alt = innerText(element).replace(/\s+/g, ' ').trim() || element.attribs.title || ''
      const img = `<img src="${escapeXml(element.attribs.data ?? element.attribs.src ?? '')}" alt="${escapeXml(alt)}"/>`
      return alt && !element.attribs.title ? [] : [replaceElement(resource, element, img)]
    }
  }
  if (name === 'iframe') {
    const path = resolve(resource.path, element.attribs.src ?? '')
    // A page of the book in a frame is the author's to place: it would be lost otherwise.
    if (path !== undefined && publication.resources.has(path)) return []
  }
  if (/^(object|applet|canvas|iframe)$/.test(name) && inside(resource, element)) {
    const params = childElements(element).filter((one) => /^(param|source)$/.test(localName(one)))
    const block = !isInline(element) || (!version3 && /^body$/.test(parentName(element)))
    const drops = params.map((one) => dropElement(resource, one))
    return block
      ? [...renameElement(resource, element, 'div'), ...without(resource, element), ...drops]
      : [...unwrap(resource, element), ...drops]
  }
  return [dropElement(resource, element)]
}

/** Every element of HTML, with whether it stands in a plug-in; what drawings and formulas hold is left out. In one walk. */
function* outermost(resource: Resource): Generator<readonly [Element, boolean]> {
  let foreign = -1
  let plugin = -1
  for (const element of descendants(treeOf(resource))) {
    const [start, end] = [element.startIndex!, element.endIndex!]
    const name = localName(element)
    if (start < foreign) continue
    if (element.name.includes(':') || /^(svg|math)$/.test(name)) {
      foreign = /^(svg|math)$/.test(name) ? end : foreign
      continue
    }
    yield [element, start < plugin]
    if (start >= plugin && /^(iframe|object|applet|canvas|noscript)$/.test(name)) plugin = end
  }
}

/** Attributes that only the old element knew. */
const own =
  /^(action|method|enctype|accept-charset|target|autocomplete|novalidate|for|form|type|value|name|disabled|size|multiple|label|selected|rows|cols|readonly|required|placeholder|maxlength|wrap|data|classid|codebase|codetype|archive|standby|usemap|width|height|src|code|object|align|accept|accesskey|autofocus|list|formaction|declare|hspace|vspace|border|typemustmatch|allow|allowfullscreen|sandbox|loading|on\w+)$/

const without = (resource: Resource, element: Element): Patch[] =>
  Object.keys(element.attribs)
    .filter((name) => own.test(name))
    .flatMap((name) => dropAttribute(resource, element, name))

const inside = (resource: Resource, element: Element) => {
  const span = contentSpan(textOf(resource), element)
  return (
    span !== undefined &&
    span[1] > span[0] &&
    textOf(resource)
      .slice(...span)
      .trim() !== ''
  )
}

const parentName = (element: Element) => (element.parent && isTag(element.parent) ? localName(element.parent) : '')

/** Stands in a line of text, where no block may stand. */
const isInline = (element: Element) =>
  /^(p|h[1-6]|span|a|em|strong|i|b|u|small|sub|sup|cite|q|code|dt|pre|label|button|legend|caption|summary)$/.test(
    parentName(element),
  )
