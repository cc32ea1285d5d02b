import { type Book, fileAt, itemAt, type Link, type LinkType, mediaTypeOf } from './book.ts'
import { type Fragment, readFragment } from './fragment.ts'
import type { Item } from './package/item.ts'
import { isAudio, isContentDocument, isCore, isFont, isOldDocument, isVideo } from './package/media-types.ts'
import type { Say } from './report.ts'

/** What a link leads to. */
interface Target {
  readonly mediaType: string
  readonly item: Item | undefined
}

/** Checks where every link of the book leads, once all documents are read. */
export function checkReferences(book: Book) {
  const undeclared = new Set<string>()
  for (const link of book.links) {
    if (link.type === 'region') checkRegion(book, link)
    else if (link.type !== 'toc' && link.type !== 'page-list') checkLink(book, link, undeclared)
  }
  checkOrder(book, 'toc')
  checkOrder(book, 'overlay-text')
}

const nameOf = ({ url }: Link) => (url.is === 'data' ? `${url.key.slice(0, 30)}…` : url.key)

function checkLink(book: Book, link: Link, undeclared: Set<string>) {
  const say = book.report.about(link.from)
  const item = itemAt(book, link.url)
  const mediaType = mediaTypeOf(book, link.url)
  if (link.url.is === 'remote' && !mayBeRemote(book, link, item, say)) return
  if (mediaType === undefined) {
    checkUndeclared(book, link, undeclared, say)
    return
  }
  const target = { mediaType, item }
  checkFallback(link, target, say)
  const fragment = readFragment(link.url.fragment, mediaType)
  if (checkType(book, link, target, fragment, say)) checkFragment(book, link, target, fragment, say)
}

const anywhere = new Set<LinkType>(['cite', 'link', 'hyperlink'])
const remoteMedia = new Set<LinkType>(['font', 'audio', 'video'])

function mayBeRemote({ version }: Book, link: Link, item: Item | undefined, say: Say): boolean {
  const type = item?.mediaType ?? ''
  const isMedia = isAudio(type) || isVideo(type) || isFont(type) || remoteMedia.has(link.type)
  if (!anywhere.has(link.type) && !(version === 3 && (item?.spine !== undefined || isMedia))) {
    say('RSC-006', link.place, `“${nameOf(link)}” lies outside the book; it must be inside.`)
    return false
  }
  const { url } = link
  if (
    version === 3 &&
    link.type !== 'link' &&
    link.type !== 'hyperlink' &&
    url.is === 'remote' &&
    !/^(https|file)$/.test(url.scheme)
  )
    say('RSC-031', link.place, `“${nameOf(link)}” should be loaded by HTTPS.`)
  return true
}

function checkUndeclared(book: Book, link: Link, undeclared: Set<string>, say: Say) {
  const { url, type } = link
  // Like EPUBCheck: an address with a fragment is that of no file.
  const isThere = url.is === 'local' && url.fragment === undefined && fileAt(book, url.path) !== undefined
  if (!isThere && url.is !== 'remote') {
    const id = book.version === 3 && type === 'link' ? 'RSC-007w' : 'RSC-007'
    say(id, link.place, `“${nameOf(link)}” is not in the book, or not in its manifest.`)
  } else if (!undeclared.has(url.key) && type !== 'link' && !(url.is === 'remote' && (type === 'hyperlink' || type === 'cite'))) {
    undeclared.add(url.key)
    say('RSC-008', link.place, `“${nameOf(link)}” is used but not declared in the manifest.`)
  }
}

const needsCore = new Set<LinkType>(['image', 'audio', 'video', 'generic'])

function checkFallback(link: Link, { mediaType, item }: Target, say: Say) {
  if (needsCore.has(link.type) && !link.hasFallback && !isCore(mediaType) && !item?.hasCoreFallback)
    say(
      'RSC-032',
      link.place,
      `“${nameOf(link)}” has the type “${mediaType}”, which not every reader shows; it needs a fallback.`,
    )
}

/** Whether the target is of a kind that such a link may lead to; the fragment is looked at only then. */
function checkType({ version }: Book, link: Link, { mediaType, item }: Target, fragment: Fragment, say: Say): boolean {
  const fail = (id: string, text: string) => {
    say(id, link.place, text)
    return false
  }
  switch (link.type) {
    case 'overlay-text':
      if (!isContentDocument(mediaType, version)) return fail('RSC-010', `“${nameOf(link)}” is no document of the text.`)
      break
    case 'svg-paint':
    case 'svg-symbol':
      if (!fragment.exists) return fail('RSC-015', `“${nameOf(link)}” names no part of a drawing.`)
      break
    case 'hyperlink':
      if (fragment.scheme === 'epubcfi') break
      if (!isContentDocument(mediaType, version) && !isOldDocument(mediaType) && !item?.hasContentFallback)
        return fail('RSC-010', `The link leads to “${nameOf(link)}”, which is no document of the text.`)
      if (item?.spine === undefined)
        return fail('RSC-011', `The link leads to “${nameOf(link)}”, which is not in the reading order.`)
      break
    case 'image':
      if (fragment.scheme !== 'epubcfi' && fragment.exists && mediaType.toLowerCase() !== 'image/svg+xml')
        return fail('RSC-009', `“${nameOf(link)}” is a picture without parts, but a part of it is asked for.`)
      break
    case 'search-key':
      if (fragment.scheme !== 'epubcfi' && item?.spine === undefined)
        return fail('RSC-021', `The search key leads to “${nameOf(link)}”, which is not in the reading order.`)
      break
    case 'stylesheet':
      if (fragment.exists) return fail('RSC-013', `A style sheet has no parts, but “#${link.url.fragment}” is asked for.`)
  }
  return true
}

const ofAnyText = new Set<LinkType>(['overlay-text', 'svg-symbol', 'cite', 'hyperlink'])

function checkFragment({ targets }: Book, link: Link, { mediaType }: Target, fragment: Fragment, say: Say) {
  if (!fragment.exists || !fragment.text) return
  const type = mediaType.toLowerCase()
  const hasIds = type === 'application/xhtml+xml' || type === 'image/svg+xml'
  if (link.type === 'overlay-text') {
    if (type === 'application/xhtml+xml' && !fragment.id)
      say('MED_017', link.place, `“#${fragment.text}” does not point at an element.`)
    else if (type === 'image/svg+xml' && !fragment.isValid)
      say('MED_018', link.place, `“#${fragment.text}” is not a valid reference into a drawing.`)
  }
  if (!fragment.id || link.url.is === 'remote') return
  const kind = targets.get(link.url.key)?.get(fragment.id)
  if (kind === undefined && hasIds) {
    say('RSC-012', link.place, `There is no “${fragment.id}” in “${nameOf(link)}”.`)
    return
  }
  const isWrong = ofAnyText.has(link.type)
    ? kind !== 'generic' && kind !== (link.type as string)
    : link.type === 'svg-paint' && kind !== 'svg-paint'
  if (isWrong) say('RSC-014', link.place, `“${fragment.id}” in “${nameOf(link)}” is not the kind of thing that is asked for.`)
}

function checkRegion(book: Book, link: Link) {
  if (!itemAt(book, link.url)?.fixedLayout)
    book.report.say('NAV-009', link.from, link.place, 'Region-based navigation must lead to a page of fixed layout.')
}

/** Whether the table of contents, or what is read aloud, follows the reading order; one remark for each step back. */
function checkOrder(book: Book, type: 'toc' | 'overlay-text') {
  let lastSpine = -1
  let lastTarget = -1
  for (const link of book.links) {
    if (link.type !== type) continue
    const item = itemAt(book, link.url)
    if (item?.spine === undefined) continue
    const goesBack = item.spine < lastSpine
    if (item.spine !== lastSpine) lastTarget = -1
    lastSpine = item.spine
    if (goesBack) {
      sayOrder(book, link)
      continue
    }
    const { id } = readFragment(link.url.fragment, item.mediaType)
    const position = positionOf(book, link.url.key, id)
    if (position < 0) continue
    if (position < lastTarget) sayOrder(book, link)
    lastTarget = position
  }
}

function sayOrder({ report }: Book, link: Link) {
  const isAloud = link.type === 'overlay-text'
  const what = isAloud ? 'What is read aloud' : 'The table of contents'
  const text = `${what} leads back to “${nameOf(link)}”, against the reading order.`
  report.say(isAloud ? 'MED_015' : 'NAV-011', link.from, link.place, text)
}

const positions = new WeakMap<ReadonlyMap<string, unknown>, Map<string, number>>()

/** 0 for the whole document, then 1 and so on by id; -1 for one that is not there. */
function positionOf({ targets }: Book, path: string, id: string): number {
  if (!id.trim()) return 0
  const ids = targets.get(path)
  if (!ids) return -1
  let known = positions.get(ids)
  if (!known) positions.set(ids, (known = new Map([...ids.keys()].map((key, i) => [key, i + 1]))))
  return known.get(id) ?? -1
}
