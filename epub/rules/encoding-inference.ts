import { ungarbled } from '../ai/encoding/document.ts'
import { declaredLanguage } from '../ai/language/book.ts'
import { plain } from '../ai/language/detect.ts'
import { bookLanguages, contentOf } from '../content/documents.ts'
import { type Publication, type Resource, remembered, textOf } from '../publication.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** From here on a passage is set right without asking. */
const sure = 0.9

/** Text that went through two wrong code pages, or lost the name of its own: read back as far as its letters prove it. */
export const encodingInference = defineRule({
  id: 'encoding-inference',
  feature: 35,
  answers: [],
  class: 'auto',
  why: 'Letters showed as garbage, because the text was stored in one encoding and read in another.',
  changesText: true,

  detect(publication, { offering }) {
    const languages = [...new Set(bookLanguages(publication).map(plain))].filter((language) => language !== 'und')
    if (languages.length === 0 && declaredLanguage(publication)) languages.push(plain(declaredLanguage(publication)!))
    return [...contentOf(publication, 'xhtml', 'xml')].flatMap((resource) => [
      ...findings(resource, languages),
      ...(offering ? lost(publication, resource) : []),
    ])
  },

  fix: carriedPatches,
})

const known = remembered((_: Resource) => new Map<string, ReturnType<typeof ungarbled>>())

function findings(resource: Resource, languages: readonly string[]): Finding[] {
  const key = languages.join()
  const results = known(resource)
  let found = results.get(key)
  if (!found) results.set(key, (found = ungarbled(resource, languages)))
  return found.map(({ start, before, after, steps, confidence }): Finding => {
    const [head, tail] = common(before, after)
    return {
      path: resource.path,
      span: [start + head, start + before.length - tail],
      before: excerpt(before, head, tail),
      after: excerpt(after, head, tail),
      note: `The text was garbled on its way: ${steps.map(({ from, to }) => `${to} read as ${from}`).join(', then ')}.`,
      patches: [{ kind: 'text', path: resource.path, span: [start, start + before.length], after }],
      confidence,
      by: 'offline',
      class: confidence >= sure ? 'auto' : 'ask',
    }
  })
}

/** Lengths of what both begin and end with. */
function common(one: string, other: string): readonly [head: number, tail: number] {
  const most = Math.min(one.length, other.length)
  let head = 0
  while (head < most && one[head] === other[head]) head++
  let tail = 0
  while (tail < most - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail++
  return [head, tail]
}

/** The words round the place that differs. */
function excerpt(text: string, head: number, tail: number): string {
  const from = text.lastIndexOf(' ', Math.max(0, head - 1)) + 1
  const to = text.indexOf(' ', text.length - tail)
  return text.slice(from, to < 0 ? text.length : to).trim()
}

/** Characters that were thrown away before the book came here: nobody can tell what they were. */
function lost(publication: Publication, resource: Resource): Finding[] {
  const text = textOf(resource)
  const count = text.split('\ufffd').length - 1
  const at = text.indexOf('\ufffd')
  return count === 0 || !publication.resources.has(resource.path)
    ? []
    : [
        {
          path: resource.path,
          span: [at, at + 1],
          before: text.slice(Math.max(0, at - 20), at + 20),
          note: `${count === 1 ? 'A character was' : `${count} characters were`} lost before the book came here, and cannot be guessed.`,
          class: 'report',
          by: 'offline',
        },
      ]
}
