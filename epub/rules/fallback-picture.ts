import { baseName, decodePath, relative, resolve } from '../href.ts'
import { append, found, insertBefore, setAttribute } from '../package/edit.ts'
import { idsOf } from '../package/ids.ts'
import { itemXml } from '../package/item.ts'
import { isCore } from '../package/media-types.ts'
import { packageOf } from '../package/package.ts'
import { placeholderPath, placeholderSvg } from '../package/placeholder.ts'
import type { Patch } from '../patch.ts'
import { type Resource, textOf, written } from '../publication.ts'
import { attributeRemoval, type Element, escapeXml, findElements, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** The `img` of a `picture` is what every reading app can show (EPUB 3.3 section 3.5.2): a picture of another kind becomes one of its sources. */
export const fallbackPicture = defineRule({
  id: 'fallback-picture',
  feature: 29,
  answers: [{ id: 'MED-003' }],
  class: 'auto',
  why: 'A page offered a picture only in a form that most reading apps cannot show.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.manifest || book.version !== '3.0') return []
    const { fresh } = idsOf(book)
    const foreign = (from: Resource, address: string) => {
      const item = book.itemAt(resolve(from.path, address) ?? '')
      return item?.mediaType && !isCore(item.mediaType, '3.0') ? item : undefined
    }
    return book.items.flatMap(({ path, mediaType }): Finding[] => {
      const page = mediaType === 'application/xhtml+xml' ? publication.resources.get(path ?? '') : undefined
      if (!page?.bytes) return []
      return findElements(treeOf(page), 'img').flatMap((img): Finding[] => {
        if (!img.parent || !('name' in img.parent) || localName(img.parent as Element) !== 'picture') return []
        const set = (img.attribs.srcset ?? '').split(',').map((part) => part.trim().split(/\s+/)[0] ?? '')
        const strange = set.map((address) => (address ? foreign(page, address) : undefined)).find(Boolean)
        const own = foreign(page, img.attribs.src ?? '')
        if (!strange && !own) return []
        const type = (own ?? strange)!.mediaType!
        const source = `<source srcset="${escapeXml(strange ? img.attribs.srcset! : img.attribs.src!)}" type="${escapeXml(type)}"/>`
        const patches: Patch[] = [insertBefore(page, img, source)]
        const removal = strange && attributeRemoval(textOf(page), img, 'srcset')
        if (removal) patches.push({ kind: 'text', path: page.path, span: removal, after: '' })
        if (own) {
          const frame = placeholderPath(publication, own.path!)
          const content = placeholderSvg(img.attribs.alt?.trim() || decodePath(baseName(own.path!)))
          patches.push({ kind: 'write', path: frame, content })
          patches.push(append(book.resource, book.manifest!, itemXml(book, written(frame, content), fresh(baseName(frame)))))
          patches.push(setAttribute(page, img, 'src', relative(page.path, frame)))
        }
        return [found(page, patches)]
      })
    })
  },

  fix: carriedPatches,
})
