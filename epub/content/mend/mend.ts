import type { Span } from '../../xml.ts'

/** What kind of slip an edit answers. */
export type Slip =
  | 'prolog' // what stands before the root: declaration not first, malformed, doctype in lower case
  | 'reference' // & that starts no reference, names that XML does not know
  | 'angle' // < that starts no tag
  | 'attribute' // unquoted, minimised, doubled, malformed
  | 'comment' // -- inside, not closed
  | 'tag' // upper case, void element without slash, tag without its end
  | 'nesting' // elements not closed, closed twice, overlapping
  | 'prefix' // namespace prefix never declared
  | 'trailing' // text or elements after the root
  | 'script' // script or style that needs CDATA

export interface Mend {
  readonly span: Span
  readonly after: string
  readonly slip: Slip
}

export interface MendOptions {
  /** The text is a page: HTML's element names and its rules for tags left out hold. */
  readonly html?: boolean
  /** Names of characters that hold without being declared here, e.g. those of the XHTML DTD. */
  readonly knows?: (entity: string) => boolean
  /** Whether an element that is never closed ends where `next` starts inside it. */
  readonly ends?: (open: string, next: string) => boolean
}

/** Notes one edit. */
export type Mender = (slip: Slip, start: number, end: number, after: string) => void

export function applyMends(source: string, mends: readonly Mend[]): string {
  let text = ''
  let at = 0
  for (const { span, after } of inOrder(mends)) {
    if (span[0] < at) continue
    text += source.slice(at, span[0]) + after
    at = span[1]
  }
  return text + source.slice(at)
}

export const inOrder = (mends: readonly Mend[]) =>
  mends
    .map((mend, order) => ({ ...mend, order }))
    .sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1] || a.order - b.order)
