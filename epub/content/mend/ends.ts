import { blockElements, phrasingElements, textBlocks } from '../elements.ts'
import { isSvgOrMath, localOf } from './tokens.ts'

/** Package, NCX and SMIL elements that hold no others, and sections that end where the next one starts. */
const leaves = new Set(
  'item itemref reference meta link content site param text audio img rootfile title creator identifier language date'.split(' '),
)
const sections: Readonly<Record<string, RegExp>> = {
  metadata: /^(?:manifest|spine|guide|collection|bindings)$/,
  manifest: /^(?:spine|guide|collection|bindings|itemref)$/,
  spine: /^(?:guide|collection|bindings|reference)$/,
  head: /^(?:docTitle|docAuthor|navMap|body)$/,
  docTitle: /^(?:docAuthor|navMap)$/,
  docAuthor: /^navMap$/,
  navLabel: /^(?:content|navPoint|navTarget|pageTarget)$/,
  navMap: /^(?:pageList|navList)$/,
  pageTarget: /^pageTarget$/,
}

/** Whether an element of some other dialect ends where `next` starts, when its own end tag is missing. */
export const endsInXml = (open: string, next: string) =>
  localOf(open) === localOf(next)
    ? localOf(open) !== 'navPoint'
    : leaves.has(localOf(open)) || (sections[localOf(open)]?.test(localOf(next)) ?? false)

const tableParts = /^(?:td|th|tr|tbody|thead|tfoot|caption|colgroup)$/

/** Whether an element whose end tag is missing ends where `next` starts (HTML Living Standard section 13.1.2.4, and its spirit for the rest). */
export function endsInHtml(open: string, next: string): boolean {
  if (textBlocks.has(open)) return blockElements.has(next)
  switch (open) {
    case 'li':
      return next === 'li'
    case 'dt':
    case 'dd':
      return next === 'dt' || next === 'dd'
    case 'td':
    case 'th':
    case 'caption':
      return tableParts.test(next)
    case 'tr':
    case 'colgroup':
      return /^(?:tr|tbody|thead|tfoot)$/.test(next)
    case 'thead':
    case 'tbody':
    case 'tfoot':
      return /^(?:tbody|thead|tfoot)$/.test(next)
    case 'head':
      return next === 'body' || (blockElements.has(next) && next !== 'head')
    case 'title':
      return true
    case 'a':
      return next === 'a' || blockElements.has(next)
    case 'option':
      return next === 'option' || next === 'optgroup'
    case 'mi':
    case 'mo':
    case 'mn':
    case 'ms':
    case 'mtext':
      return isSvgOrMath(next) || blockElements.has(next)
    case 'rt':
    case 'rp':
      return next === 'rt' || next === 'rp'
    default:
      if (/^(?:m(?!ap$|ark$|eta$|eter$|enu$|ain$|arquee$)[a-z]+|semantics)$/.test(open)) return blockElements.has(next)
      return phrasingElements.has(open) && open !== 'ruby' && blockElements.has(next)
  }
}
