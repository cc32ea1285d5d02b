import { type Resource, remembered } from '../../publication.ts'
import { addFeature, addTarget, type Book, itemAt } from '../book.ts'
import type { Message } from '../message.ts'
import type { Item } from '../package/item.ts'
import { createReport } from '../report.ts'

/** What one file told of itself when it was read, and which types it asked the manifest for. */
interface Kept extends Pick<Book, 'links' | 'targets' | 'features'> {
  readonly messages: readonly Message[]
  readonly unsaid: number
  readonly asked: NonNullable<Book['asked']>
}

const kept = remembered((_: Resource) => new Map<string, Kept>())

/** All of book and item that reading a page or a style sheet depends on, but for the types of what it loads. */
const keyOf = ({ version, profile, types, packagePath, report, package: { activeClasses } }: Book, item: Item) =>
  [
    ...[version, profile, [...types], packagePath, report.level, [...activeClasses]],
    ...[
      item.path,
      item.mediaType,
      item.isNav,
      item.fixedLayout,
      item.overlay !== undefined,
      item.spine !== undefined,
      item.linear,
    ],
    ...item.properties,
  ].join('\n')

/**
 * Reads a page or a style sheet into the book, or tells the book again what was read last time: of a book that is checked
 * again after a repair, only what changed is read.
 */
export async function visitOnce(book: Book, item: Item, file: Resource, read: (book: Book) => void | Promise<void>) {
  const visits = kept(file)
  const key = keyOf(book, item)
  const known = visits.get(key)
  if (known && [...known.asked].every(([url, type]) => itemAt(book, url)?.mediaType === type)) return tell(book, known)

  const report = createReport(book.report.level)
  const own = { ...book, report, links: [], targets: new Map(), features: new Map(), asked: new Map() }
  await read(own)
  const { links, targets, features, asked } = own
  const said: Kept = { links, targets, features, asked, messages: report.messages(), unsaid: report.unsaid() }
  visits.set(key, said)
  tell(book, said)
}

function tell(book: Book, { messages, unsaid, links, targets, features }: Kept) {
  messages.forEach(book.report.add)
  book.report.skip(unsaid)
  for (const link of links) book.links.push(link)
  for (const [path, ids] of targets) for (const [id, type] of ids) addTarget(book, path, id, type)
  for (const [feature, places] of features) for (const { path, place } of places) addFeature(book, feature, path, place)
}
