import { contentOf } from '../content/documents.ts'
import { sheetsOf } from '../content/sheets.ts'
import { setAttribute } from '../package/edit.ts'
import { fixedPages } from '../package/fixed-layout.ts'
import type { Patch } from '../patch.ts'
import { hiddenLimit } from '../platforms/measures.ts'
import { mentions, type Resource, textOf } from '../publication.ts'
import { childElements, descendants, type Element, innerText, isText, type Span, treeOf } from '../xml.ts'
import { defineRule, type Finding } from './rule.ts'

/** Margins that pull text off the page, and positions that Kindle ignores or stumbles over, are neutralised in reflowable books (KIN-14). */
export const kindleStyles = defineRule({
  id: 'kindle-styles',
  feature: 22,
  answers: [{ id: 'KIN-14' }, { id: 'KIN-16' }],
  class: 'ask',
  needs: ['kindle'],
  why: 'Text is cut off at the edge of a Kindle’s page, or the upload fails.',

  detect(publication) {
    if (fixedPages(publication).length > 0) return []
    return [...contentOf(publication, 'css', 'xhtml')].flatMap((resource) => [...declarations(resource), ...hidden(resource)])
  },

  fix: (_publication, findings) => findings.flatMap(({ patches }) => patches ?? []),
})

function declarations(resource: Resource): Finding[] {
  const source = textOf(resource)
  if (!/-\s*[\d.]|position\s*:/.test(source)) return []
  return sheetsOf(resource).flatMap(({ declarations }) =>
    declarations.flatMap(({ property, value, span, valueSpan }): Finding[] => {
      const replaced = (span: Span, after: string): Finding => ({
        path: resource.path,
        span,
        before: source.slice(...span),
        after,
        patches: [{ kind: 'text', path: resource.path, span, after }],
      })
      if (/^(margin|padding)(-|$)/.test(property) && /(^|\s)-[\d.]/.test(value) && !/[()]/.test(value))
        return [replaced(valueSpan, source.slice(...valueSpan).replace(/(^|\s)-\d*\.?\d+(?:[a-z]+|%)?/gi, '$10'))]
      if (property === 'line-height' && /^-/.test(value)) return [replaced(span, '')]
      if (property === 'position' && /^(fixed|absolute)\b/i.test(value))
        return [replaced(valueSpan, source.slice(...valueSpan).replace(/fixed|absolute/i, 'static'))]
      return []
    }),
  )
}

const isHidden = ({ attribs }: Element) => /(^|;)\s*display\s*:\s*none\s*(;|!|$)/i.test(attribs.style ?? '')

/** A long hidden block is hidden part by part: the same is hidden, and no part is longer than what Kindle takes. */
function hidden(resource: Resource): Finding[] {
  if (!mentions(resource, /display\s*:\s*none/i)) return []
  const findings: Finding[] = []
  let covered = -1
  for (const element of descendants(treeOf(resource))) {
    // What stands in a hidden block is hidden with it; the outer one is looked at first.
    if (element.startIndex! < covered || !isHidden(element)) continue
    covered = element.endIndex!
    if (innerText(element).length <= hiddenLimit) continue
    const parts = childElements(element)
    const bare = element.children.some((child) => isText(child) && child.data.trim())
    if (bare || parts.length === 0) continue
    const note = 'A hidden block is longer than Kindle takes; its parts are hidden one by one.'
    const rest = element.attribs.style!.replace(/(^|;)\s*display\s*:\s*none\s*(?:!important\s*)?(;|$)/i, '$1').trim()
    const patches: Patch[] = [
      setAttribute(resource, element, 'style', rest || 'margin: 0'),
      ...parts
        .filter((part) => !isHidden(part))
        .map((part) =>
          setAttribute(
            resource,
            part,
            'style',
            `${part.attribs.style ? `${part.attribs.style.replace(/;\s*$/, '')}; ` : ''}display: none`,
          ),
        ),
    ]
    findings.push({ path: resource.path, before: element.attribs.style, after: rest, id: 'KIN-16', note, patches })
  }
  return findings
}
