import type { Book, LinkType } from '../book.ts'
import type { Item } from './item.ts'
import { isAudio, isContentDocument, isFont, isVideo } from './media-types.ts'

/** Links by which a file is part of what is shown. */
const loading = new Set<LinkType>(['generic', 'stylesheet', 'overlay', 'font', 'image', 'audio', 'video', 'track'])

/** What can be said of an item of an EPUB 3 only when all documents are read. */
export function checkAfterwards(book: Book, item: Item) {
  const say = book.report.about(book.packagePath)
  const { mediaType } = item
  const hasScripts = book.features.has('scripts')
  const links = book.links.filter(({ url }) => url.key === item.url.key)
  const isMedia = isAudio(mediaType) || isVideo(mediaType) || isFont(mediaType) || mediaType === 'application/x-shockwave-flash'
  if (item.url.is === 'remote' && !isMedia) {
    if (item.spine !== undefined) say('RSC-006', item, `“${item.path}” lies outside the book; documents must be inside.`)
    else if (links.length === 0)
      say(hasScripts ? 'RSC-006b' : 'RSC-006', item, `“${item.path}” lies outside the book; it must be inside.`)
  }
  if (item.spine === undefined && !item.isNav && !item.isNcx && !links.some(({ type }) => loading.has(type)))
    say('OPF-097', item, `“${item.path}” is declared but nothing uses it.`)

  if (isContentDocument(mediaType, 3)) checkOverlay(book, item)
  if (item.spine !== undefined && !item.linear && !links.some(({ type }) => type === 'hyperlink'))
    say(hasScripts ? 'OPF-096b' : 'OPF-096', item, `“${item.path}” is outside the reading order, and no link leads to it.`)
}

function checkOverlay({ report, packagePath, overlays }: Book, item: Item) {
  const say = report.about(packagePath)
  const overlay = overlays.get(item.url.key)
  if (overlay !== undefined) {
    if (!item.overlay) say('MED_010', item, `“${item.path}” is read aloud by an overlay, but its item does not name one.`)
    else if (item.overlay !== overlay) say('MED_012', item, `“${item.path}” names another overlay than the one that reads it.`)
  } else if (item.overlay) say('MED_013', item, `“${item.path}” names an overlay that does not read it.`)
}
