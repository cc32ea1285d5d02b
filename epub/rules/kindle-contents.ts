import { directoryOf } from '../href.ts'
import { ncxItemOf } from '../navigation/navigation.ts'
import { bestToc } from '../navigation/targets.ts'
import { freePath, ncxDocument } from '../navigation/write.ts'
import { append, found, setAttribute } from '../package/edit.ts'
import { idsOf } from '../package/ids.ts'
import { itemXml } from '../package/item.ts'
import { packageOf } from '../package/package.ts'
import { written } from '../publication.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Kindle takes its contents from an NCX beside the navigation document, and Adobe's readers know nothing else (KIN-4, ADE-5). */
export const kindleContents = defineRule({
  id: 'kindle-contents',
  feature: 22,
  answers: [{ id: 'KIN-4' }, { id: 'ADE-5' }],
  class: 'ask',
  needs: ['kindle', 'adobe'],
  platforms: ['kindle', 'adobe'],
  why: 'Readers that know only the older table of contents show none.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.manifest || !book.spine || book.version !== '3.0' || ncxItemOf(publication)) return []
    const nodes = bestToc(publication)
    if (nodes.length === 0) return []
    const path = freePath(publication, directoryOf(book.path), 'toc', 'ncx')
    const content = ncxDocument(publication, path, nodes)
    const id = idsOf(book).fresh('ncx')
    return [
      found(
        book.resource,
        [
          { kind: 'write', path, content },
          append(book.resource, book.manifest, itemXml(book, written(path, content), id)),
          setAttribute(book.resource, book.spine, 'toc', id),
        ],
        { note: 'An older table of contents is put beside the new one.', after: content },
      ),
    ]
  },

  fix: carriedPatches,
})
