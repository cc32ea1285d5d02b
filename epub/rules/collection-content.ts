import { parseHref, resolve } from '../href.ts'
import { dropElement, found, insertBefore, prefixOf, setAttribute } from '../package/edit.ts'
import { isContentDocument } from '../package/media-types.ts'
import { packageOf, words } from '../package/package.ts'
import { childElements, type Element, escapeXml, findElements } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** A collection holds links to parts of the book (EPUB 3.3 section 5.8); one that names nothing says nothing. */
export const collectionContent = defineRule({
  id: 'collection-content',
  feature: 21,
  answers: [
    { id: 'OPF-070' },
    { id: 'OPF-071' },
    { id: 'OPF-075' },
    { id: 'OPF-076' },
    { id: 'OPF-081' },
    { id: 'OPF-084' },
    { id: 'RSC-005', text: /collection/ },
  ],
  class: 'auto',
  why: 'A group of pages, such as a preview, named pages that are not in the book.',

  detect(publication) {
    const book = packageOf(publication)
    if (book?.version !== '3.0') return []
    const { resource } = book
    const findings: Finding[] = []
    for (const collection of findElements(book.element, 'collection')) {
      const roles = words(collection.attribs.role)
      const isTop = collection.parent === book.element
      if (isTop && roles.includes('manifest')) {
        findings.push(found(resource, dropElement(resource, collection)))
        continue
      }
      const links = childElements(collection, 'link')
      const isGood = (link: Element) => {
        const item = book.itemAt(resolve(book.path, link.attribs.href ?? '') ?? '')
        if (!item) return false
        return !roles.includes('preview') || isContentDocument(item.mediaType, '3.0')
      }
      if (!roles.includes('preview')) continue
      const good = links.filter(isGood)
      if (good.length === 0) {
        findings.push(found(resource, dropElement(resource, collection)))
        continue
      }
      for (const link of links) {
        const { path, fragment } = parseHref(link.attribs.href ?? '')
        if (!good.includes(link)) findings.push(found(resource, dropElement(resource, link)))
        else if (fragment?.startsWith('epubcfi')) findings.push(found(resource, setAttribute(resource, link, 'href', path)))
      }
      const manifests = childElements(collection, 'collection').filter(({ attribs }) => words(attribs.role).includes('manifest'))
      if (manifests.length === 0) {
        const prefix = prefixOf(collection)
        const inner = good
          .map(({ attribs }) => `<${prefix}link href="${escapeXml((attribs.href ?? '').replace(/#.*$/, ''))}"/>`)
          .join('')
        findings.push(
          found(
            resource,
            insertBefore(resource, links[0]!, `<${prefix}collection role="manifest">${inner}</${prefix}collection>`),
          ),
        )
      }
    }
    return findings
  },

  fix: carriedPatches,
})
