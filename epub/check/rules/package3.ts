import { isRemote } from '../../href.ts'
import * as ns from '../document/namespaces.ts'
import { attributeOf, elementChildren, textContent, type XmlElement } from '../document/xml-document.ts'
import { guideReferences } from './guide.ts'
import { metadataProperties } from './metadata-properties.ts'
import { inCollection, isBookMetadata, isOpf, opfElements } from './opf.ts'
import { overlays } from './package-overlays.ts'
import { renditions } from './rendition.ts'
import { ancestor, below, normal, type Rule, uniqueIds, wordsOf } from './tree.ts'

const property = (element: XmlElement) => normal(attributeOf(element, 'property'))
const hasProperty = (element: XmlElement, name: string) => wordsOf(attributeOf(element, 'properties')).includes(name)

const identifier: Rule = (document, say) => {
  for (const root of opfElements(document, 'package')) {
    const wanted = attributeOf(root, 'unique-identifier')
    if (wanted === undefined) continue
    const isThere = document.elements.some(
      (one) =>
        one.namespace === ns.dc &&
        one.local === 'identifier' &&
        one.parent !== undefined &&
        isBookMetadata(one.parent) &&
        attributeOf(one, 'id') !== undefined &&
        normal(attributeOf(one, 'id')) === normal(wanted),
    )
    if (!isThere) say('RSC-005', root, `The unique identifier “${normal(wanted)}” is not the id of a “dc:identifier”.`)
  }
}

const dateShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

const modified: Rule = (document, say) => {
  const metas = opfElements(document, 'meta').filter((meta) => property(meta) === 'dcterms:modified')
  for (const metadata of document.elements) {
    if (!isBookMetadata(metadata)) continue
    const own = metas.filter((meta) => meta.parent === metadata && attributeOf(meta, 'refines') === undefined)
    if (own.length !== 1)
      say('RSC-005', metadata, `“dcterms:modified” must be stated exactly once; it is stated ${own.length} times.`)
  }
  for (const meta of metas)
    if (!inCollection(meta) && !dateShape.test(normal(textContent(meta))))
      say('RSC-005', meta, '“dcterms:modified” must have the form “2026-01-31T12:00:00Z”.')
}

const links: Rule = (document, say) => {
  for (const link of opfElements(document, 'link')) {
    const relations = wordsOf(attributeOf(link, 'rel'))
    const refines = attributeOf(link, 'refines') !== undefined
    if (relations.includes('record') && refines)
      say('RSC-005', link, 'A “record” link speaks of the whole book: it must not refine anything.')
    if (relations.includes('voicing') && !refines) say('RSC-005', link, 'A “voicing” link must refine something.')
  }
}

const refinements: Rule = (document, say) => {
  const ids = new Set(
    document.elements.flatMap((one) => (attributeOf(one, 'id') === undefined ? [] : [normal(attributeOf(one, 'id'))])),
  )
  const hrefs = new Set(
    opfElements(document, 'item')
      .filter((item) => isOpf(item.parent, 'manifest'))
      .map((item) => normal(attributeOf(item, 'href'))),
  )
  for (const element of document.elements) {
    const refines = attributeOf(element, 'refines')
    if (refines === undefined) continue
    const target = normal(refines)
    if (!inCollection(element)) {
      if (/[a-zA-Z][a-zA-Z0-9+\-.]*:/.test(refines)) say('RSC-005', element, '“refines” must be a relative address.')
      else if (!target.startsWith('#') && hrefs.has(target) && !isRemote(target))
        say('RSC-017', element, `“refines” should name the manifest item of “${target}” by its id.`)
      if (target.startsWith('#') && !ids.has(target.slice(1)))
        say('RSC-005', element, `“refines” names “${target.slice(1)}”, which is not there.`)
    } else if (isOpf(element.parent, 'metadata') && isOpf(element.parent?.parent, 'collection')) {
      const outer = ancestor(element, (one) => isOpf(one, 'collection') && !inCollection(one))
      const isInside =
        outer &&
        [...below(outer)].some(
          (one) => attributeOf(one, 'id') !== undefined && normal(attributeOf(one, 'id')) === target.slice(1),
        )
      if (!target.startsWith('#') || !isInside) say('RSC-005', element, '“refines” must name something of the same collection.')
    }
  }
}

const manifest: Rule = (document, say) => {
  const items = opfElements(document, 'item').filter((item) => isOpf(item.parent, 'manifest'))
  const navs = items.filter((item) => hasProperty(item, 'nav'))
  const covers = items.filter((item) => hasProperty(item, 'cover-image'))
  for (const element of opfElements(document, 'manifest')) {
    if (navs.length !== 1) say('RSC-005', element, `Exactly one item must be the “nav”; there are ${navs.length}.`)
    if (covers.length > 1) say('RSC-005', element, `Only one item can be the “cover-image”; there are ${covers.length}.`)
    const dataNavs = elementChildren(element).filter((item) => isOpf(item, 'item') && hasProperty(item, 'data-nav'))
    if (dataNavs.length > 1) say('RSC-005', element, `Only one item can be the “data-nav”; there are ${dataNavs.length}.`)
  }
  for (const item of navs)
    if (attributeOf(item, 'media-type') !== 'application/xhtml+xml')
      say('RSC-005', item, 'The navigation document must be “application/xhtml+xml”.')
}

const ncxType = 'application/x-dtbncx+xml'

const spine: Rule = (document, say) => {
  const items = opfElements(document, 'item')
  const typeById = new Map(
    items
      .filter((item) => isOpf(item.parent, 'manifest'))
      .map((item) => [normal(attributeOf(item, 'id')), normal(attributeOf(item, 'media-type'))]),
  )
  const spines = opfElements(document, 'spine')
  const withToc = spines.filter((one) => attributeOf(one, 'toc') !== undefined)
  for (const one of withToc) {
    const type = typeById.get(normal(attributeOf(one, 'toc')))
    if (type !== ncxType) say('RSC-005', one, `“toc” must name the NCX; what it names has the type “${type ?? ''}”.`)
  }
  if (withToc.length === 0)
    for (const item of items)
      if (normal(attributeOf(item, 'media-type')) === ncxType)
        say('RSC-005', item, 'The book has an NCX, so the spine must name it in “toc”.')

  for (const one of spines) {
    const seen = new Set<string>()
    for (const itemref of elementChildren(one)) {
      const idref = attributeOf(itemref, 'idref')
      if (!isOpf(itemref, 'itemref') || idref === undefined) continue
      if (!typeById.has(normal(idref)))
        say('RSC-005', itemref, `The spine names “${normal(idref)}”, which is not in the manifest.`)
      if (seen.has(normal(idref))) say('RSC-005', itemref, `“${normal(idref)}” stands in the spine more than once.`)
      seen.add(normal(idref))
    }
  }
}

const outdated: Rule = (document, say) => {
  for (const bindings of opfElements(document, 'bindings'))
    if (isOpf(bindings.parent, 'package')) say('RSC-017', bindings, 'The element “bindings” is outdated.')
  for (const meta of opfElements(document, 'meta'))
    if (isOpf(meta.parent, 'metadata') && property(meta) === 'meta-auth')
      say('RSC-017', meta, 'The property “meta-auth” is outdated.')
}

/** What EPUBCheck's Schematron for the package document of EPUB 3 says. */
export const package3: readonly Rule[] = [
  identifier,
  modified,
  links,
  refinements,
  metadataProperties,
  manifest,
  spine,
  renditions,
  overlays,
  guideReferences,
  uniqueIds(),
  outdated,
]
