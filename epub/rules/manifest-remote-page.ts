import { isRemote } from '../href.ts'
import { dropAttribute, dropElement, found, type TextPatch } from '../package/edit.ts'
import { idUsers } from '../package/ids.ts'
import { packageOf } from '../package/package.ts'
import { remoteType } from '../package/remote.ts'
import { localName } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Pages, styles, scripts and pictures are inside the book (EPUB 3.3 section 3.6); the parts list may not name one on the web, nor on somebody's disk. */
export const manifestRemotePage = defineRule({
  id: 'manifest-remote-page',
  feature: 10,
  answers: [{ id: 'RSC-006' }, { id: 'RSC-030' }],
  class: 'auto',
  why: 'The parts list named a page or picture on the web, which is no part of the book.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    return book.items
      .filter(({ href, mediaType, properties }) => {
        if (!isRemote(href)) return false
        if (/^(file|blob|about|javascript):/i.test(href)) return true
        const type = mediaType ?? remoteType(href) ?? ''
        const inSpine = book.itemrefs.some(({ item }) => item?.href === href)
        return inSpine || !/^(audio|video|font)\/|^application\/(x-)?(font|vnd\.ms-opentype)/i.test(type)
          ? !properties.includes('data-nav')
          : false
      })
      .map(({ id, href, element }) => {
        const patches: TextPatch[] = [dropElement(book.resource, element)]
        if (id)
          for (const { element: holder, attribute } of idUsers(book, id))
            patches.push(
              ...(/^(itemref|meta|mediaType)$/.test(localName(holder))
                ? [dropElement(book.resource, holder)]
                : dropAttribute(book.resource, holder, attribute)),
            )
        return found(book.resource, patches, { note: `“${href.slice(0, 200)}” is not inside the book.` })
      })
  },

  fix: carriedPatches,
})
