import { contentOf } from '../content/documents.ts'
import { sheetsOf } from '../content/sheets.ts'
import { mentions, textOf } from '../publication.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

/** Generic families of CSS and words that are no family. */
const generic =
  /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[\w-]+|math|emoji|fangsong|inherit|initial|unset|revert|default)$/i
const mono = /mono|courier|consol|typewriter|\bcode\b|menlo|inconsolata/i
const sans =
  /sans|arial|helvetica|verdana|tahoma|calibri|gothic|grotes[kq]|futura|frutiger|univers|roboto|lato|montserrat|franklin|gill|optima|avenir|segoe|trebuchet|open dyslexic|atkinson/i
const script = /script|hand|brush|cursive|comic/i

/** A list of fonts ends with a kind of font, so that a reader without any of them picks a like one (CSS Fonts, section 2.1). */
export const fontFallback = defineRule({
  id: 'font-fallback',
  feature: 25,
  answers: [{ id: 'KOB-7' }],
  class: 'ask',
  why: 'Where the font is missing, a reader may choose one of quite another kind.',

  detect: (publication) =>
    [...contentOf(publication, 'css', 'xhtml')].flatMap((resource) => {
      if (!mentions(resource, /font-family/i)) return []
      return sheetsOf(resource).flatMap(({ declarations, inline }) =>
        declarations.flatMap(({ property, value, valueSpan, holder }): Finding[] => {
          if (property !== 'font-family' || holder.startsWith('@') || /var\(/i.test(value)) return []
          const plain = value.replace(/\s*!\s*important\s*$/i, '')
          const names = plain.split(',').map((name) => name.trim().replace(/^(['"])(.*)\1$/, '$2'))
          const last = names.at(-1) ?? ''
          if (names.some((name) => generic.test(name)) || last === '') return []
          const kind = names.some((name) => mono.test(name))
            ? 'monospace'
            : names.some((name) => script.test(name))
              ? 'cursive'
              : names.some((name) => sans.test(name))
                ? 'sans-serif'
                : 'serif'
          const before = textOf(resource).slice(...valueSpan)
          const end = /(\s*!\s*important)?\s*$/i.exec(before)!.index
          const at = valueSpan[0] + end
          if (inline && /[<>]/.test(before)) return []
          return [
            {
              path: resource.path,
              span: [at, at],
              before: plain,
              after: `, ${kind}`,
              note: `The list of fonts ends with “${kind}” now.`,
            },
          ]
        }),
      )
    }),

  fix: replaceSpan,
})
