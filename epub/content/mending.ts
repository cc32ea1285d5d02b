import { mentions, type Publication, type Resource, remembered, textOf } from '../publication.ts'
import { defineRule, type Finding, type Rule, type RuleContext, replaceSpan } from '../rules/rule.ts'
import { contentKind, contentOf, faultOf, knowsEntities } from './documents.ts'
import { isXhtmlEntity } from './entities.ts'
import { type Mend, mendsOf, type Slip } from './mend-xml.ts'
import { clearing } from './suspects.ts'

/**
 * Pages that a strict parser accepts although no reader means what stands there: tags in upper case, `<br>text</br>`,
 * something after the body. Everything else in such a page is left as it is.
 */
const untidy =
  /<\/?(?:[A-Z][A-Z0-9]*|[A-Z][a-z0-9]+)[\s>/]|<\/(?:br|hr|img|meta|link|input|col|param|area|base|wbr)\s*>|<\/body\s*>(?!\s*(?:<!--(?:(?!--)[\s\S])*-->\s*)*<\/html)/
const isUntidy = remembered<Resource, boolean>((resource) => contentKind(resource) === 'xhtml' && mentions(resource, untidy))
const untidySlips: ReadonlySet<Slip> = new Set(['tag', 'trailing', 'nesting'])

/** What it takes to make a page, drawing or other XML file well-formed; empty for one that is. */
export const mendsIn = remembered<Resource, readonly Mend[]>((resource) => {
  const kind = contentKind(resource)
  if (!kind || kind === 'css') return []
  const text = textOf(resource)
  const html = kind === 'xhtml'
  const broken = faultOf(resource) !== undefined
  if (!broken && !isUntidy(resource)) return []
  const mends = mendsOf(text, { html, knows: knowsEntities(resource) ? isXhtmlEntity : undefined })
  return joined(broken ? mends : mends.filter(({ slip }) => untidySlips.has(slip)))
})

/** From so many on, slips that touch each other count as one: a million ampersands in a row are not a million findings. */
const many = 5000

export function joined(mends: readonly Mend[]): readonly Mend[] {
  if (mends.length < many) return mends
  const result: Mend[] = []
  for (let i = 0; i < mends.length; ) {
    const { slip, span } = mends[i]!
    let end = i + 1
    while (mends[end]?.slip === slip && mends[end]!.span[0] === mends[end - 1]!.span[1] && span[1] > span[0]) end++
    const run = mends.slice(i, end)
    result.push({ slip, span: [span[0], run.at(-1)!.span[1]], after: run.map(({ after }) => after).join('') })
    i = end
  }
  return result
}

/** The package document, the NCX and the container are mended by the rules that know them. */
function mended(publication: Publication, context: RuleContext): Resource[] {
  const isCleared = clearing(publication, context)
  return [...contentOf(publication, 'xhtml', 'svg', 'xml')].filter(
    (resource) => !/\.(?:opf|ncx)$/i.test(resource.path) && (!isCleared(resource) || isUntidy(resource)),
  )
}

/** A rule that answers slips of some kinds, wherever they stand. */
export const markupRule = ({
  slips,
  ...rule
}: Pick<Rule, 'id' | 'answers' | 'why' | 'changesText'> & { slips: readonly Slip[] }): Rule =>
  defineRule({
    feature: 6,
    class: 'auto',
    ...rule,

    detect: (publication, context) =>
      mended(publication, context).flatMap((resource) =>
        mendsIn(resource)
          .filter(({ slip }) => slips.includes(slip))
          .map(({ span, after }): Finding => ({ path: resource.path, span, before: textOf(resource).slice(...span), after })),
      ),

    fix: replaceSpan,
  })
