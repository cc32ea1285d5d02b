import { fontFacts, isRestricted } from '../content/font.ts'
import { isEncrypted } from '../package/encryption.ts'
import { magicOf } from '../package/media-types.ts'
import { packageOf } from '../package/package.ts'
import { defineRule, type Finding } from './rule.ts'

/** Fonts larger than this are not read for their flags. Bytes. */
const largest = 5 * 1_048_576

/** A font whose own flag forbids embedding is told, never taken out: only who holds its licence can say (OpenType, OS/2 fsType). */
export const fontEmbedding = defineRule({
  id: 'font-embedding',
  feature: 25,
  answers: [{ id: 'CAL-5' }],
  class: 'report',
  why: 'The maker of the font does not allow it in books without a licence.',

  async detect(publication) {
    const findings: Finding[] = []
    for (const { path } of packageOf(publication)?.items ?? []) {
      const resource = publication.resources.get(path ?? '')
      const type = resource && magicOf(resource)
      if (
        !resource ||
        !/^font\/(ttf|otf)$/.test(type ?? '') ||
        resource.size > largest ||
        isEncrypted(publication, resource.path)
      )
        continue
      const facts = fontFacts(await resource.load())
      if (facts && isRestricted(facts))
        findings.push({
          path: resource.path,
          note: `“${facts.families[0] ?? 'The font'}” may not be embedded, says the font itself.`,
        })
    }
    return findings
  },

  fix: () => [],
})
