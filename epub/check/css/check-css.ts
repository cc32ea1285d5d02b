import type { Book } from '../book.ts'
import type { Item } from '../package/item.ts'

export interface CssContext {
  readonly book: Book
  readonly item: Item
  /** Declarations of a `style` attribute, not a style sheet. */
  readonly isAttribute: boolean
  /** Line of the document on which the CSS stands; undefined for a style sheet of its own. */
  readonly firstLine: number | undefined
}

export function checkCss(_text: string, _context: CssContext) {}
