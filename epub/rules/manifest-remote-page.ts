import { isRemote } from '../href.ts'
import { dropAttribute, dropElement, found, type TextPatch } from '../package/edit.ts'
import { idUsers } from '../package/ids.ts'
import { packageOf } from '../package/package.ts'
import { localName } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Pages, styles, scripts and pictures are inside the book (EPUB 3.3 section 3.6); the parts list may not name one on the web, nor on somebody's disk. */
export const manifestRemotePage = defineRule({
  id: 'manifest-remote-page',
  feature: 10,
  answers: [{ id: 'RSC-006' }, { id: 'RSC-030' }],
  class: 'auto',
  why: 'The parts list named a page or picture on the web, which is no part of the book.',

  detect(publication, { messages }) {
    const book = packageOf(publication)
    if (!book) return []
    return book.items
      .filter(({ href, mediaType, properties }) => {
        if (!isRemote(href)) return false
        if (/^(file|blob|about|javascript):/i.test(href)) return true
        if (properties.includes('data-nav')) return false
        // What a script may fetch is not told apart from the rest here, so the checker has to say so.
        const refused = messages.some(({ id, text }) => id === 'RSC-006' && text.includes(href))
        return refused ? !/^(audio|video|font)\//i.test(mediaType ?? '') : book.itemrefs.some(({ item }) => item?.href === href)
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
