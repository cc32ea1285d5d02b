import { declaredLanguage } from '../ai/language/book.ts'
import { nameOf } from '../ai/language/name.ts'
import { isDecorative, isEmptyWord, longestAlt, picturesOf, roundabout, type Shown, wordingFor } from '../ai/pictures.ts'
import type { Model, Question } from '../ai/port.ts'
import { found, setAttribute } from '../package/edit.ts'
import { magicType } from '../package/media-types.ts'
import type { Publication } from '../publication.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Largest picture that a model is shown, in bytes, and how many of one book. */
const largest = 4_000_000
const mostAsked = 40

/** A picture without an alternative text is silence to who cannot see it (WCAG 1.1.1): its caption, its title or a model speak for it. */
export const altText = defineRule({
  id: 'alt-text',
  feature: 32,
  answers: [{ id: 'ACC-009' }],
  class: 'ask',
  why: 'Readers who cannot see the picture were told nothing of it.',

  async detect(publication, { model, signal }) {
    const findings: Finding[] = []
    let asked = 0
    for (const shown of picturesOf(publication)) {
      const { element, page, path, alt } = shown
      // An empty one says that the picture adorns; that is doubted only where a caption says otherwise.
      if (alt !== undefined && alt.trim() !== '' && !isEmptyWord(alt, path)) continue
      const set = (text: string) => setAttribute(page, element, 'alt', text)
      const suggest = (text: string, more: Partial<Finding>) =>
        findings.push(
          found(page, set(text), {
            span: [element.startIndex!, element.startIndex! + 1],
            before: alt ?? '',
            after: text,
            reworded: (own) => [set(own)],
            ...(path !== undefined && { picture: path }),
            ...more,
          }),
        )
      if (await isDecorative(publication, shown)) {
        if (alt === undefined)
          suggest('', {
            note: `The picture ${path ?? ''} only adorns the page: screen readers pass it over.`,
            confidence: 0.8,
            by: 'offline',
          })
        continue
      }
      const offline = wordingFor(publication, shown)
      const seen =
        model?.hasVision && asked < mostAsked && (offline?.confidence ?? 0) < 0.9
          ? await described(publication, shown, model, signal)
          : undefined
      if (model?.hasVision) asked++
      if (seen !== undefined)
        suggest(seen, { note: `${path ?? 'A picture'} was looked at by a model: please read it.`, confidence: 0.75, by: 'model' })
      else if (offline && (alt === undefined || alt.trim() !== '' || offline.confidence >= 0.8))
        suggest(offline.text, {
          note: `${path ?? 'A picture'} has no text. ${offline.because}`,
          confidence: offline.confidence,
          by: 'offline',
        })
    }
    return findings
  },

  fix: carriedPatches,
})

async function described(
  publication: Publication,
  shown: Shown,
  model: Model,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const resource = shown.path === undefined ? undefined : publication.resources.get(shown.path)
  if (!resource || resource.size > largest) return undefined
  const bytes = resource.bytes ?? (await resource.load())
  const mediaType = magicType(bytes.subarray(0, 64))
  if (!mediaType || !/^image\/(jpeg|png|gif|webp)$/.test(mediaType)) return undefined
  return model.ask(question(declaredLanguage(publication), { bytes, mediaType }, roundabout(shown)), signal)
}

const question = (language: string | undefined, image: Question<string>['image'], round: string): Question<string> => ({
  feature: 32,
  instruction: `Describe this picture of a book for a reader who cannot see it, in ${language ? nameOf(language) : 'the language of the text round it'}, in at most ${longestAlt} characters. Say what is shown, not that it is a picture. An excerpt of the text round it may help.`,
  excerpts: round ? [round] : [],
  image,
  schema: {
    type: 'object',
    properties: { alt: { type: 'string', maxLength: longestAlt } },
    required: ['alt'],
    additionalProperties: false,
  },
  parse(value) {
    const alt = (value as { alt?: unknown } | null)?.alt
    if (typeof alt !== 'string') return undefined
    const plain = alt.replace(/\s+/g, ' ').trim()
    return plain.length > 2 && plain.length <= longestAlt && !/[<>{}]|https?:/.test(plain) ? plain : undefined
  },
  maxTokens: 120,
})
