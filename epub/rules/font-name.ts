import { rulesOf } from '../content/css-rules.ts'
import { cssUrls } from '../content/css-urls.ts'
import { contentOf } from '../content/documents.ts'
import { fontFacts } from '../content/font.ts'
import { resolve } from '../href.ts'
import { isEncrypted } from '../package/encryption.ts'
import { magicOf } from '../package/media-types.ts'
import { mentions, type Resource, remembered, textOf } from '../publication.ts'
import { defineRule, type Finding } from './rule.ts'

/** Fonts larger than this are not read for their names. Bytes. */
const largest = 5 * 1_048_576

const familiesOf = remembered(
  async (resource: Resource): Promise<readonly string[]> =>
    /^font\/(ttf|otf)$/.test(magicOf(resource) ?? '') && resource.size <= largest
      ? (fontFacts(await resource.load())?.families ?? [])
      : [],
)
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** A font that style calls by another name than its own works in most readers and is lost in some (CAL-5): told, since both may be meant. */
export const fontName = defineRule({
  id: 'font-name',
  feature: 25,
  answers: [{ id: 'CAL-5' }],
  class: 'report',
  why: 'Some programs look a font up by its own name and do not find it.',

  async detect(publication) {
    const findings: Finding[] = []
    for (const sheet of contentOf(publication, 'css')) {
      if (!mentions(sheet, /@font-face/i)) continue
      for (const { selector, body, span } of rulesOf(textOf(sheet))) {
        const said = /^@font-face$/i.test(selector) ? /font-family\s*:\s*(?:"([^"]*)"|'([^']*)'|([^;}]*))/i.exec(body) : null
        const name = (said?.[1] ?? said?.[2] ?? said?.[3] ?? '').trim()
        if (!name) continue
        for (const { value } of cssUrls(body)) {
          const font = publication.resources.get(resolve(sheet.path, value) ?? '')
          const own = font && !isEncrypted(publication, font.path) ? await familiesOf(font) : []
          if (own.length === 0 || own.some((one) => plain(one).includes(plain(name)) || plain(name).includes(plain(one))))
            continue
          findings.push({ path: sheet.path, span, before: name, after: own[0], note: `“${name}” calls itself “${own[0]}”.` })
        }
      }
    }
    return findings
  },

  fix: () => [],
})
