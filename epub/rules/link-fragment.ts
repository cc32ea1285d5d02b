import { decodePath, extensionOf, relative } from '../href.ts'
import { anchorsOf, holdersOf } from '../navigation/targets.ts'
import { isInContent, isPicture } from '../package/links.ts'
import { packageOf } from '../package/package.ts'
import { type Resource, remembered, textOf } from '../publication.ts'
import { allReferences, writtenAs } from '../references.ts'
import { attributeInsertion, type Element, elementSpan, escapeXml } from '../xml.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

/** Ids of a page by their lower case. */
const looselyOf = remembered((resource: Resource) => Map.groupBy(anchorsOf(resource).keys(), (id) => id.toLowerCase().trim()))

/** Schemes of EPUB CFI, media fragments and SVG views, which name no id. */
const scheme = /^(epubcfi|svgView|xpointer|xywh=|t=|track=|id=|page=|:~:)/

/** A link's fragment names an id of its target: found elsewhere when only one page has it, else the link leads to the top of the page. */
export const linkFragment = defineRule({
  id: 'link-fragment',
  feature: 14,
  answers: [{ id: 'RSC-012' }, { id: 'RSC-009' }, { id: 'RSC-013' }, { id: 'RSC-014' }],
  class: 'auto',
  why: 'A link led to a place on a page that is not there any more.',

  detect(publication) {
    const book = packageOf(publication)
    const findings: Finding[] = []
    const named = new Map<string, Finding>()
    const isNew = book?.version === '3.0'
    for (const reference of allReferences(publication)) {
      const { path, fragment, from, span, raw, kind, element } = reference
      if (fragment === undefined || !path || !isInContent(publication, reference)) continue
      const target = publication.resources.get(path)
      if (!target || /^(textref|css|import)$/.test(kind)) continue
      const own = path === from
      const to = (page: string, id: string | undefined) => {
        const after = writtenAs(
          reference,
          `${page === from && id !== undefined ? '' : relative(from, page)}${id === undefined ? '' : `#${id}`}`,
        )
        if (after !== raw) findings.push({ path: from, span, before: raw, after })
      }
      const type = book?.itemAt(path)?.mediaType ?? ''
      const isDocument =
        type === 'application/xhtml+xml' || type === 'image/svg+xml' || /^(x?html?|xht|svg)$/.test(extensionOf(path))
      if (scheme.test(fragment)) continue
      if (!isDocument) {
        if (isPicture(reference) || type === 'text/css' || kind === 'href') to(path, undefined)
        continue
      }
      if (element === 'use') continue
      const anchors = anchorsOf(target)
      const id = [fragment, decodePath(fragment)].find((one) => anchors.has(one))
      if (id !== undefined) {
        const anchor = anchors.get(id)!
        if (anchor.attribs.id !== id && isNew) named.set(`${path}#${id}`, idFor(target, anchor, id))
        if (kind === 'href' && /^(a|area)$/.test(element) && isDefinition(anchors.get(id)!.name)) to(path, undefined)
        continue
      }
      if (fragment === '' && isPicture(reference)) {
        to(path, undefined)
        continue
      }
      if (fragment === '') continue
      const near = looselyOf(target).get(decodePath(fragment).toLowerCase().trim()) ?? []
      if (near.length === 1 && !/\s/.test(near[0]!)) {
        to(path, near[0])
        continue
      }
      const holders = (holdersOf(publication).get(decodePath(fragment)) ?? []).filter((one) => book?.itemAt(one))
      if (holders.length === 1 && element !== 'text') to(holders[0]!, fragment)
      else if (element === 'text' || element === 'content' || kind === 'href' || kind === 'src' || kind === 'data') {
        if (own && element !== 'a' && element !== 'area') continue
        to(path, undefined)
      }
    }
    return [...findings, ...named.values()]
  },

  fix: replaceSpan,
})

/** A symbol, gradient or clip path of a drawing is nothing to jump to (RSC-014). */
const isDefinition = (name: string) =>
  /^(\w+:)?(symbol|clipPath|linearGradient|radialGradient|mask|pattern|marker|filter)$/.test(name)

/** In EPUB 3 only an id is a place to link to: a name that links lead to becomes one (HTML Living Standard section 16.1). */
function idFor(target: Resource, anchor: Element, id: string): Finding {
  const source = textOf(target)
  const attribute = ` id="${escapeXml(id)}"`
  const own = anchor.attribs.id === undefined
  const at = own ? attributeInsertion(source, anchor) : elementSpan(anchor)[0]
  return { path: target.path, span: [at, at], before: '', after: own ? attribute : `<a${attribute}></a>` }
}
