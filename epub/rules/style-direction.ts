import { contentKind, contentOf, pagesOf, rootOf } from '../content/documents.ts'
import { sheetsOf } from '../content/sheets.ts'
import { resolve } from '../href.ts'
import { type Publication, textOf } from '../publication.ts'
import { attributeInsertion, findElements } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/**
 * Which way a text runs is told by the page, not by its style (EPUB 3.3 section 6.3.1.2; CSS-001): a sheet that turned whole pages
 * round leaves `dir` on them.
 */
export const styleDirection = defineRule({
  id: 'style-direction',
  feature: 18,
  answers: [{ id: 'CSS-001' }],
  class: 'auto',
  why: 'Readers ignore or refuse text direction set in a style sheet; it belongs into the page.',

  detect(publication) {
    const found: Finding[] = []
    for (const resource of contentOf(publication, 'css', 'xhtml', 'svg'))
      for (const { mends, declarations, inline, element } of sheetsOf(resource))
        for (const { kind, span, after } of mends) {
          if (kind !== 'bidi') continue
          const own = declarations.find((one) => one.span[0] === span[0])
          const value = own?.property === 'direction' ? /^(rtl|ltr)\b/i.exec(own.value)?.[1]?.toLowerCase() : undefined
          const turned =
            value === undefined
              ? []
              : inline && element && element.attribs.dir === undefined
                ? [{ path: resource.path, at: attributeInsertion(textOf(resource), element), value }]
                : value === 'rtl' && /^(?:html|body|:root)(?:\s*,\s*(?:html|body))?$/i.test(own?.holder ?? '')
                  ? pagesStyledBy(publication, resource.path).map((page) => ({ ...page, value }))
                  : []
          found.push({
            path: resource.path,
            span,
            before: textOf(resource).slice(...span),
            after,
            patches: [
              { kind: 'text', path: resource.path, span, after },
              ...turned.map(({ path, at, value }) => ({
                kind: 'text' as const,
                path,
                span: [at, at] as const,
                after: ` dir="${value}"`,
              })),
            ],
          })
        }
    return found
  },

  fix: carriedPatches,
})

/** Pages that a sheet styles, each with the place for an attribute on its root. */
function pagesStyledBy(publication: Publication, sheet: string) {
  return [...pagesOf(publication)].flatMap((page) => {
    const root = rootOf(page)
    if (!root || root.attribs.dir !== undefined || contentKind(page) !== 'xhtml') return []
    const linked =
      page.path === sheet ||
      findElements(root, 'link').some(({ attribs }) => attribs.href !== undefined && resolve(page.path, attribs.href) === sheet)
    return linked && !findElements(root, 'body').some(({ attribs }) => attribs.dir !== undefined)
      ? [{ path: page.path, at: attributeInsertion(textOf(page), root) }]
      : []
  })
}
