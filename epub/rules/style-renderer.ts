import { isModern, nearValue, plainValue, type Variables } from '../content/css-values.ts'
import { contentOf } from '../content/documents.ts'
import { sheetsOf } from '../content/sheets.ts'
import { mentions, type Publication, type Resource, remembered, textOf } from '../publication.ts'
import { localName, type Span } from '../xml.ts'
import { defineRule, type Finding } from './rule.ts'

/** Functions, variables and layouts of which one makes readers on Adobe's engine refuse the whole book (ADE-2). */
const modern =
  /\b(?:min|max|clamp|var)\(|\bcalc\(|display\s*:\s*(?:inline-)?(?:flex|grid)|@supports|@container|(?:^|[{;\s"'])--[\w-]+\s*:/i

/**
 * Style that old renderers crash on is said in older words: variables and constant sums by their value, `@supports` by what it holds,
 * flexible boxes and grids by plain blocks. Never in a copy that nobody aims at such a reader.
 */
export const styleRenderer = defineRule({
  id: 'style-renderer',
  feature: 23,
  answers: [{ id: 'ADE-2' }, { id: 'KOB-11' }],
  class: 'ask',
  needs: ['adobe', 'kobo'],
  why: 'Readers on Adobe’s engine may refuse to open a book with newer style.',

  detect: (publication) =>
    [...contentOf(publication, 'css', 'xhtml')].flatMap((resource) => {
      if (!mentions(resource, modern)) return []
      return [...conditions(resource), ...declarations(publication, resource)]
    }),

  fix: (_publication, findings) => findings.flatMap(({ patches }) => patches ?? []),
})

/** Takes a declaration away with the spaces behind it. */
function dropped(resource: Resource, [start, end]: Span, note: string): Finding {
  const space = /^[ \t]*/.exec(textOf(resource).slice(end, end + 100))![0].length
  return replaced(resource, [start, end + space], '', note)
}

/** Another value between the spaces that stand there. */
function revalued(resource: Resource, [start, end]: Span, after: string, note: string): Finding {
  const text = textOf(resource).slice(start, end)
  return replaced(
    resource,
    [start + text.length - text.trimStart().length, end - (text.length - text.trimEnd().length)],
    after.trim(),
    note,
  )
}

function replaced(resource: Resource, span: Span, after: string, note: string): Finding {
  const before = textOf(resource).slice(...span)
  return { path: resource.path, span, before, after, note, patches: [{ kind: 'text', path: resource.path, span, after }] }
}

/** Custom properties of `:root` and the like, when the whole book gives them one value. */
const variablesOf: (publication: Publication) => Variables = remembered((publication: Publication): Variables => {
  const values = new Map<string, Set<string>>()
  for (const resource of contentOf(publication, 'css', 'xhtml')) {
    if (!textOf(resource).includes('--')) continue
    for (const { declarations } of sheetsOf(resource))
      for (const { property, value } of declarations)
        if (property.startsWith('--')) {
          const known = values.get(property)
          if (known) known.add(value)
          else values.set(property, new Set([value]))
        }
  }
  return new Map([...values].flatMap(([name, set]) => (set.size === 1 ? [[name, [...set][0]!] as const] : [])))
})

/** What a reader that knows CSS 2 would have met: nothing of what it was asked whether it knows. */
function conditions(resource: Resource): Finding[] {
  const source = textOf(resource)
  return sheetsOf(resource).flatMap(({ inline, span: [from, to] }) => {
    if (inline) return []
    const css = source.slice(from, to).replace(/\/\*[\s\S]*?(?:\*\/|$)/g, (comment) => ' '.repeat(comment.length))
    const findings: Finding[] = []
    const start = /@(?:supports|container)\b[^{};]*\{/gi
    for (let found = start.exec(css); found; found = start.exec(css)) {
      const end = blockEnd(css, start.lastIndex - 1)
      const isNot = /^@supports\s+not\b/i.test(found[0])
      const inner = source.slice(from + start.lastIndex, from + end).trim()
      const note = isNot ? 'What old readers were to use is used.' : 'What old readers were to leave out is left out.'
      findings.push(replaced(resource, [from + found.index, from + Math.min(css.length, end + 1)], isNot ? inner : '', note))
      start.lastIndex = end + 1
    }
    return findings
  })
}

/** The bracket that closes the one at `open`; the end of the text where none does. */
function blockEnd(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++)
    if (css[at] === '{') depth++
    else if (css[at] === '}' && --depth === 0) return at
  return css.length
}

/** Properties that mean something only in a flexible box or a grid. */
const layout = /^(?:flex|grid|justify-|align-(?:items|self|content)|place-|order$|(?:row-|column-)?gap$)/
const keptProperty = /^(?:justify-self|column-gap)$/

function declarations(publication: Publication, resource: Resource): Finding[] {
  const variables = variablesOf(publication)
  const skip = conditions(resource).flatMap(({ span }) => (span ? [span] : []))
  let next = 0
  return sheetsOf(resource).flatMap(({ declarations, element }) => {
    if (element && localName(element) === 'svg') return []
    return declarations.flatMap(({ property, value, span, valueSpan }): Finding[] => {
      // Both come in the order of the text.
      while (next < skip.length && skip[next]![1] <= span[0]) next++
      if (next < skip.length && skip[next]![0] <= span[0]) return []
      if (property.startsWith('--')) return [dropped(resource, span, 'A variable is written out where it is used.')]
      if (property === 'display' && /^(inline-)?(flex|grid)\b/i.test(value)) {
        const plain = /^inline/i.test(value) ? 'inline-block' : 'block'
        return [revalued(resource, valueSpan, plain + important(value), 'A flexible box becomes a plain one.')]
      }
      if (layout.test(property) && !keptProperty.test(property))
        return [dropped(resource, span, 'This has a meaning in flexible boxes and grids only.')]
      if (!isModern(value)) return []
      const exact = plainValue(value, variables)
      const after = exact ?? nearValue(value)
      // The browser takes what it understands of several declarations; the last that is left is then the one before.
      if (after === undefined || isModern(after))
        return [dropped(resource, span, 'A computed value is left out; the one before it, or none, holds.')]
      const note = exact === undefined ? 'A value near the computed one stands in its place.' : 'A computed value is written out.'
      return [revalued(resource, valueSpan, after, note)]
    })
  })
}

const important = (value: string) => (/!\s*important/i.test(value) ? ' !important' : '')
