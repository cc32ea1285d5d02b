import { isRemote, parseHref, relative, resolve } from '../href.ts'
import { dropAttribute, dropElement, found, setAttribute } from '../package/edit.ts'
import { findFile } from '../package/match.ts'
import { isContentDocument } from '../package/media-types.ts'
import { packageOf } from '../package/package.ts'
import { childElements } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** The guide's shortcuts lead to pages of the book (OPF 2.0.1 section 2.6): re-pointed where one file can be meant, else dropped; an empty guide goes. */
export const guideReferences = defineRule({
  id: 'guide-references',
  feature: 13,
  answers: [
    { id: 'OPF-031' },
    { id: 'OPF-032' },
    { id: 'RSC-007' },
    { id: 'RSC-012' },
    { id: 'RSC-020' },
    { id: 'RSC-005', text: /guide|reference|incomplete/ },
  ],
  class: 'auto',
  why: 'A shortcut such as “Cover” or “Start reading” led nowhere.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.guide) return []
    const { resource, guide, version } = book
    const references = childElements(guide, 'reference')
    const findings: Finding[] = []
    let kept = 0
    for (const reference of references) {
      const href = reference.attribs.href?.trim() ?? ''
      const target = href && !isRemote(href) ? findFile(publication, book.path, href) : undefined
      const item = target === undefined ? undefined : book.itemAt(target)
      const page = item && (isContentDocument(item.mediaType, version) || item.fallback !== undefined)
      if (!target || !page) {
        findings.push(found(resource, dropElement(resource, reference), { note: `“${href}” is no page of the book.` }))
        continue
      }
      kept++
      const { fragment, path } = parseHref(href)
      const wanted = `${relative(book.path, target)}${fragment ? `#${fragment}` : ''}`
      const leads = book.items.some((one) => one.path === target) && resolve(book.path, path) === target
      if (!leads) findings.push(found(resource, setAttribute(resource, reference, 'href', wanted)))
      if (!reference.attribs.type?.trim())
        findings.push(found(resource, setAttribute(resource, reference, 'type', 'other.unknown')))
    }
    if (kept === 0) return [found(resource, dropElement(resource, guide))]
    if (version === '3.0' && guide.attribs.id !== undefined) findings.push(found(resource, dropAttribute(resource, guide, 'id')))
    return findings
  },

  fix: carriedPatches,
})
