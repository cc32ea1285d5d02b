import type { PreviewChapter } from '../../../../contract/calls/preview.ts'

type Page = Pick<PreviewChapter, 'size' | 'spread'>

/**
 * The pages of a book as they lie side by side on a wide screen: numbers of chapters, one or two together, in reading order.
 * Only pages of a fixed layout make spreads; the first one is a right-hand page (a left-hand one where the book is read from the
 * right), as in print, unless the book says otherwise.
 */
export function spreadsOf(pages: readonly Page[], direction: 'ltr' | 'rtl'): readonly (readonly number[])[] {
  const [first, second] = direction === 'ltr' ? (['left', 'right'] as const) : (['right', 'left'] as const)
  const spreads: number[][] = []
  let expected: 'left' | 'right' = second
  for (let at = 0; at < pages.length; at += 1) {
    const { size, spread } = pages[at]!
    const next = pages[at + 1]
    const side = spread ?? expected
    if (!size || side === 'center') {
      spreads.push([at])
      expected = first
    } else if (side === first && next?.size && (next.spread ?? second) === second) {
      spreads.push([at, at + 1])
      at += 1
      expected = first
    } else {
      spreads.push([at])
      expected = side === first ? second : first
    }
  }
  return spreads
}
