import { type Resource, remembered, textOf } from '../publication.ts'
import { attributeSites, contentSpan, descendants, type Element, localName, type Span, treeOf } from '../xml.ts'
import { type CssReading, readCss } from './css.ts'
import { contentKind } from './documents.ts'

/** A piece of CSS in a file: a whole sheet, a `style` element, a `style` attribute. */
export interface Sheet extends CssReading {
  readonly span: Span
  readonly inline: boolean
  readonly element: Element | undefined
}

/** All CSS of a style sheet or page, read once. */
export const sheetsOf: (resource: Resource) => readonly Sheet[] = remembered((resource: Resource): readonly Sheet[] => {
  const kind = contentKind(resource)
  const source = textOf(resource)
  if (kind === 'css') return [{ ...readCss(source), span: [0, source.length], inline: false, element: undefined }]
  if ((kind !== 'xhtml' && kind !== 'svg') || !/style/i.test(source)) return []

  const sheets: Sheet[] = []
  for (const element of descendants(treeOf(resource))) {
    if (localName(element) === 'style') {
      const span = styleSpan(source, element)
      if (span) sheets.push({ ...readCss(plain(source, span), { from: span[0], to: span[1] }), span, inline: false, element })
    }
    if (element.attribs.style !== undefined) {
      const span = attributeSites(source, element).find(({ name }) => name === 'style')?.value
      if (span)
        sheets.push({
          ...readCss(plain(source, span), { from: span[0], to: span[1], inline: true }),
          span,
          inline: true,
          element,
        })
    }
  }
  return sheets
})

/** The source with references in a span read as characters, each padded to the length it had, so that positions hold. */
function plain(source: string, [from, to]: Span): string {
  const css = source.slice(from, to)
  if (!css.includes('&')) return source
  const read = css.replace(
    /&(?:(gt|lt|amp|quot|apos)|#(\d+)|#x([\da-fA-F]+));/g,
    (whole, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
      const char = name
        ? names[name]!
        : String.fromCodePoint(Math.min(0x10ffff, decimal ? Number(decimal) : Number.parseInt(hex!, 16)))
      return char.padEnd(whole.length)
    },
  )
  return source.slice(0, from) + read + source.slice(to)
}

const names: Readonly<Record<string, string>> = { gt: '>', lt: '<', amp: '&', quot: '"', apos: "'" }

/** What is between the tags, without comment or CDATA round it. */
function styleSpan(source: string, element: Element): Span | undefined {
  const span = contentSpan(source, element)
  if (!span) return undefined
  const text = source.slice(...span)
  const before = /^\s*(?:\/\*\s*)?<!\[CDATA\[(?:\s*\*\/)?|^\s*<!--/.exec(text)?.[0].length ?? 0
  const after = /(?:\/\*\s*)?\]\]>(?:\s*\*\/)?\s*$|-->\s*$/.exec(text)?.[0].length ?? 0
  const inner: Span = [span[0] + before, Math.max(span[0] + before, span[1] - after)]
  const css = source.slice(...inner)
  if (/<!--|\]\]>|<!\[/.test(css)) return undefined
  return inner
}
