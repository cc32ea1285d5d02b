import { pagesOf } from '../content/documents.ts'
import { type Split, splitOf } from '../content/split.ts'
import { baseName, decodePath, directoryOf, extensionOf } from '../href.ts'
import { anchorsOf } from '../navigation/targets.ts'
import { freePath } from '../navigation/write.ts'
import { insertAfter, prefixOf } from '../package/edit.ts'
import { fixedPages } from '../package/fixed-layout.ts'
import { idsOf, wishFor } from '../package/ids.ts'
import { itemXml } from '../package/item.ts'
import { packageOf } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import { mentions, type Publication, type Resource, textOf, written } from '../publication.ts'
import { allReferences, pointTo, type Reference } from '../references.ts'
import { escapeXml, type Span, syntaxFaultOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Largest page that readers on Adobe's engine hold well (ADE-1), in bytes. */
export const largestPage = 260 * 1024

interface Cut {
  readonly page: Resource
  readonly split: Split
  /** Container paths of the parts; the first is the page's own. */
  readonly paths: readonly string[]
}

/** A page that is too large for old readers becomes several, cut at headings; every link finds its new place. */
export const pageSplit = defineRule({
  id: 'page-split',
  feature: 30,
  answers: [{ id: 'ADE-1' }],
  class: 'ask',
  needs: ['adobe'],
  why: 'Old readers cannot open pages of this size.',

  detect(publication, { offering }) {
    const book = packageOf(publication)
    if (!book?.manifest || !book.spine) return []
    const cuts = cutsOf(publication)
    if (cuts.length === 0) return []
    const note = `${cuts.length === 1 ? 'A page' : `${cuts.length} pages`} beyond ${largestPage / 1024} KB ${cuts.length === 1 ? 'becomes' : 'become'} several.`
    const about = { path: cuts[0]!.page.path, before: '1 page', after: `${cuts[0]!.paths.length} pages`, note }
    if (offering) return [about]
    const patches: Patch[] = []
    const byPath = new Map(cuts.map((cut) => [cut.page.path, cut]))
    const { fresh } = idsOf(book)
    for (const { page, split, paths } of cuts) {
      const moved = allReferences(publication).filter(({ from }) => from === page.path)
      for (const [index, path] of paths.entries()) {
        const content =
          (index === 0 ? split.open : split.openAgain) + rewritten(page, split.parts[index]!, moved, byPath, path) + split.close
        patches.push({ kind: 'write', path, content })
      }
      const item = book.itemAt(page.path)!
      const ids = paths.slice(1).map((path) => fresh(wishFor(path)))
      const items = paths.slice(1).map((path, index) =>
        itemXml(
          book,
          written(path, textOf(page)),
          ids[index]!,
          item.properties.filter((one) => one !== 'nav'),
        ),
      )
      patches.push(insertAll(book.resource, item.element, items))
      for (const itemref of book.itemrefs.filter((one) => one.item === item)) {
        const rest = itemref.properties.filter((one) => !/page-spread/.test(one))
        const attributes = `${itemref.linear ? '' : ' linear="no"'}${rest.length > 0 ? ` properties="${escapeXml(rest.join(' '))}"` : ''}`
        patches.push(
          insertAll(
            book.resource,
            itemref.element,
            ids.map((id) => `<${prefixOf(itemref.element)}itemref idref="${id}"${attributes}/>`),
          ),
        )
      }
    }
    for (const reference of allReferences(publication)) {
      if (byPath.has(reference.from)) continue
      const path = placeOf(reference, byPath)
      if (path) patches.push(pointTo(reference, path))
    }
    return [{ ...about, patches }]
  },

  fix: carriedPatches,
})

const insertAll = (resource: Resource, element: Parameters<typeof insertAfter>[1], xml: readonly string[]): Patch => {
  const first = insertAfter(resource, element, '')
  return { ...first, after: xml.map((one) => first.after + one).join('') }
}

function cutsOf(publication: Publication): Cut[] {
  const book = packageOf(publication)!
  const fixed = new Set(fixedPages(publication))
  const taken = new Map(publication.resources)
  return [...pagesOf(publication)].flatMap((page): Cut[] => {
    const item = page.size > largestPage ? book.itemAt(page.path) : undefined
    if (!item || item.mediaOverlay || item.properties.includes('nav') || fixed.has(page.path) || syntaxFaultOf(page)) return []
    if (!book.itemrefs.some((one) => one.item === item) || mentions(page, /<script[\s>]/i)) return []
    const split = splitOf(page, largestPage)
    if (!split) return []
    const name = baseName(page.path).replace(/\.[^.]*$/, '')
    const paths = split.parts.map((_, index) => {
      if (index === 0) return page.path
      const path = freePath(
        { ...publication, resources: taken },
        directoryOf(page.path),
        `${name}-${index + 1}`,
        extensionOf(page.path),
      )
      taken.set(path, page)
      return path
    })
    return [{ page, split, paths }]
  })
}

/** The part that a reference leads to, where that is not the first of its page. */
function placeOf({ path, fragment }: Reference, cuts: ReadonlyMap<string, Cut>): string | undefined {
  const cut = path === undefined ? undefined : cuts.get(path)
  if (!cut || !fragment) return undefined
  const anchors = anchorsOf(cut.page)
  const holder = anchors.get(fragment) ?? anchors.get(decodePath(fragment))
  if (!holder) return undefined
  const index = cut.split.parts.findIndex(([from, to]) => from <= holder.startIndex! && holder.startIndex! < to)
  return index > 0 ? cut.paths[index] : undefined
}

/** The text of one part with the references in it led to where their targets are now. */
function rewritten(
  page: Resource,
  [from, to]: Span,
  references: readonly Reference[],
  cuts: ReadonlyMap<string, Cut>,
  own: string,
): string {
  const source = textOf(page)
  let text = ''
  let at = from
  for (const reference of references) {
    if (reference.span[0] < from || reference.span[1] > to || reference.fragment === undefined) continue
    const target =
      placeOf(reference, cuts) ?? (reference.path !== undefined && cuts.has(reference.path) ? reference.path : undefined)
    if (target === undefined || (target === page.path && own === page.path)) continue
    const patch = pointTo(reference, target, { from: own })
    if (patch.kind !== 'text') continue
    text += source.slice(at, reference.span[0]) + patch.after
    at = reference.span[1]
  }
  return text + source.slice(at, to)
}
