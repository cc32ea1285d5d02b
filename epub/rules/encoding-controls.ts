import { contentOf } from '../content/documents.ts'
import { windows1252 } from '../content/recode.ts'
import { type Resource, remembered, textOf } from '../publication.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

/** Runs of what XML 1.0 section 2.2 forbids, and of C1 controls, which are Windows-1252 quotes and dashes in truth. */
const forbidden =
  /(?:[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\x7f-\x84\x86-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff])+/g

/** Whether any of it can stand in a text: half a pair of surrogates or a whole one, a control. */
const suspicious = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]/

/** References to C1 controls, which HTML reads as Windows-1252 (HTML Living Standard section 13.2.5.80). */
const references = /&#(?:(1(?:2[89]|[345]\d))|[xX]0*([89][0-9a-fA-F]));/g

export const encodingControls = defineRule({
  id: 'encoding-controls',
  feature: 5,
  answers: [{ id: 'RSC-016', text: /invalid XML character|Unicode: 0x|trailing section|prolog/ }],
  class: 'auto',
  why: 'Invisible control characters make strict readers refuse the page.',
  changesText: true,

  detect: (publication) => [...contentOf(publication, 'xhtml', 'svg', 'css', 'xml')].flatMap(findingsIn),

  fix: replaceSpan,
})

const findingsIn = remembered<Resource, readonly Finding[]>((resource) => {
  const text = textOf(resource)
  const finding = (start: number, before: string, after: string): Finding => ({
    path: resource.path,
    span: [start, start + before.length],
    before,
    after,
  })
  const found: Finding[] = []
  if (suspicious.test(text))
    for (const { 0: run, index } of text.matchAll(forbidden)) {
      const after = cleaned(run)
      if (after !== run) found.push(finding(index, run, after))
    }
  if (text.includes('&#'))
    for (const { 0: whole, 1: decimal, 2: hex, index } of text.matchAll(references)) {
      const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
      const after = windows1252(code)
      if (code <= 159 && after.charCodeAt(0) > 159) found.push(finding(index, whole, after))
    }
  return found
})

/** Form feeds part words, the rest goes without a trace; DEL and the five unused C1 codes are legal and stay. */
const cleaned = (run: string) =>
  [...run]
    .map((char) => {
      const code = char.codePointAt(0)!
      if (code === 0x0b || code === 0x0c) return ' '
      if (code >= 0x7f && code <= 0x9f) return windows1252(code)
      return ''
    })
    .join('')
