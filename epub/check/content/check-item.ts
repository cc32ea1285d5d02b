import type { Resource } from '../../publication.ts'
import { type Book, fileAt } from '../book.ts'
import { checkSheet } from '../css/check-sheet.ts'
import { checkDocument, kinds } from '../documents.ts'
import type { Item } from '../package/item.ts'
import { withProfile } from '../rules/profiles/select.ts'
import { checkAttributes } from './attributes.ts'
import { checkBitmap } from './bitmap.ts'
import { createVisit } from './document-visit.ts'
import { visitDtbook } from './dtbook.ts'
import { visitOnce } from './kept-visit.ts'
import { visitNcx } from './ncx.ts'
import { visitOverlay } from './overlay.ts'
import { visitSearchKeyMap } from './search-key-map.ts'
import { remarkStrictSvg } from './strict-svg.ts'
import { visitDocument2 } from './xhtml2.ts'
import { visitDocument3 } from './xhtml3.ts'

/** Checks the file of a manifest item by what the manifest says it is. */
export async function checkItemDocument(book: Book, item: Item) {
  const { report, packagePath, version } = book
  const path = item.url.key
  if (path === packagePath) return
  const wanted = item.isNcx ? 'application/x-dtbncx+xml' : item.isNav ? 'application/xhtml+xml' : undefined
  if (wanted && item.mediaType !== wanted) {
    report.say(
      'CHK-008',
      packagePath,
      undefined,
      `“${path}” cannot be checked as what it is used for: its type is “${item.mediaType}”.`,
    )
    return
  }
  if (item.isNav && version === 2) report.say('NAV-001', path, undefined, 'An EPUB 2 has no navigation document.')
  const { fragment } = item.url
  // Like EPUBCheck: an address with a fragment is that of no file.
  const file = fragment === undefined ? fileAt(book, path) : undefined
  if (!file) {
    report.say(
      'RSC-001',
      fragment === undefined ? path : `${path}#${fragment}`,
      undefined,
      `The manifest declares “${path}”, but it is not in the book.`,
    )
    return
  }
  if (book.encrypted.has(path)) {
    report.say('RSC-004', path, undefined, `“${path}” is encrypted and could not be checked.`)
    return
  }

  const visit = createVisit(book, item)
  const type = item.mediaType.toLowerCase()
  if (item.isNcx) visitNcx(await checkDocument(file, kinds.ncx, version, book), visit)
  else if (item.isNav || type === 'application/xhtml+xml' || type === 'image/svg+xml')
    await visitOnce(book, item, file, (own) => checkPage(own, item, file))
  else if (type === 'text/css') await visitOnce(book, item, file, (own) => checkSheet(file, own, item))
  else if (type === 'image/jpeg' || type === 'image/gif' || type === 'image/png')
    await checkBitmap(file, item.mediaType, visit.say)
  else if (type === 'application/x-dtbook+xml') visitDtbook(await checkDocument(file, kinds.dtbook, version, book), visit)
  else if (version === 2 && (type === 'text/html' || type === 'text/x-oeb1-document'))
    visitDocument2(await checkDocument(file, kinds.plain(type), version, book), visit)
  else if (version === 3 && type === 'application/smil+xml')
    visitOverlay(await checkDocument(file, kinds.overlay, version, book), visit)
  else if (version === 3 && type === 'application/vnd.epub.search-key-map+xml')
    visitSearchKeyMap(await checkDocument(file, kinds.searchKeyMap, version, book), visit)
}

/** A page or a drawing: by itself, then what it says to the rest of the book. */
async function checkPage(book: Book, item: Item, file: Resource) {
  const { version } = book
  const visit = createVisit(book, item)
  const type = item.mediaType.toLowerCase()
  const kind = item.isNav ? kinds.nav : type === 'image/svg+xml' ? kinds.svg(version) : kinds.xhtml(version)
  const document = await checkDocument(file, version === 3 ? withProfile(kind, book, item) : kind, version, book)
  if (version === 2) return visitDocument2(document, visit)
  checkAttributes(document, item.mediaType, visit.say)
  visitDocument3(document, visit, { isNav: item.isNav })
  if (!item.isNav && book.report.tells('USAGE')) await remarkStrictSvg(document, type, book.library, visit.say)
}
