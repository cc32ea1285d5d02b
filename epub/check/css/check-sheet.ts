import { headOf } from '../../content/encoding.ts'
import { type Resource, textOf } from '../../publication.ts'
import type { Book } from '../book.ts'
import type { Item } from '../package/item.ts'
import { checkCss } from './check-css.ts'

/** Checks a style sheet of its own. */
export function checkSheet(resource: Resource, book: Book, item: Item) {
  const charset = charsetOf(resource.bytes ?? new Uint8Array())
  if (charset && charset !== 'utf-8')
    book.report.say(
      charset.startsWith('utf-16') ? 'CSS-003' : 'CSS-004',
      item.path,
      undefined,
      `The style sheet is encoded in ${charset}; it should be UTF-8.`,
    )
  checkCss(textOf(resource), { book, item, isAttribute: false, firstLine: undefined })
}

function charsetOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  return /^@charset\s*(["'])(.*?)\1/.exec(headOf(bytes))?.[2]?.toLowerCase()
}
