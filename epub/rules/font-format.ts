import { baseName, directoryOf } from '../href.ts'
import { freePath } from '../navigation/write.ts'
import { setAttribute } from '../package/edit.ts'
import { isEncrypted } from '../package/encryption.ts'
import { magicOf, magicType } from '../package/media-types.ts'
import { packageOf } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import { textOf } from '../publication.ts'
import { referencesTo, renamePatches } from '../references.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** WOFF2 came after the engines of Adobe and Kobo (ADE-9, KOB-7): the font inside it, unchanged, is what they read. */
export const fontFormat = defineRule({
  id: 'font-format',
  feature: 25,
  answers: [{ id: 'KOB-7' }, { id: 'ADE-9' }],
  class: 'ask',
  needs: ['kobo', 'adobe'],
  platforms: ['kobo', 'adobe'],
  why: 'Older readers do not know this kind of font and show another one.',

  async detect(publication, { fonts, offering }) {
    const book = packageOf(publication)
    if (!book) return []
    const findings: Finding[] = []
    for (const item of book.items) {
      const resource = publication.resources.get(item.path ?? '')
      if (!resource || magicOf(resource) !== 'font/woff2' || isEncrypted(publication, resource.path)) continue
      const note = 'The font is a WOFF2; the TrueType or OpenType font inside it stands in its place.'
      if (offering || !fonts) {
        findings.push({ path: resource.path, note })
        continue
      }
      const content = await fonts.fromWoff2(await resource.load())
      const type = content && magicType(content)
      if (!content || (type !== 'font/ttf' && type !== 'font/otf')) continue
      const declared =
        book.version === '3.0' ? type : type === 'font/ttf' ? 'application/x-font-ttf' : 'application/vnd.ms-opentype'
      const to = freePath(publication, directoryOf(resource.path), baseName(resource.path).replace(/\.[^.]*$/, ''), type.slice(5))
      const patches: Patch[] = [
        { kind: 'write', path: resource.path, content },
        ...renamePatches(publication, new Map([[resource.path, to]])),
        setAttribute(book.resource, item.element, 'media-type', declared),
      ]
      for (const { from, kind, span } of referencesTo(publication).get(resource.path) ?? []) {
        const sheet = publication.resources.get(from)
        const hint =
          kind === 'css' && sheet
            ? /^["']?\s*\)\s*format\(\s*["']?(woff2)/di.exec(textOf(sheet).slice(span[1], span[1] + 80))
            : null
        const [start, end] = hint?.indices?.[1] ?? []
        if (start !== undefined && end !== undefined)
          patches.push({
            kind: 'text',
            path: from,
            span: [span[1] + start, span[1] + end],
            after: type === 'font/ttf' ? 'truetype' : 'opentype',
          })
      }
      findings.push({ path: resource.path, before: baseName(resource.path), after: baseName(to), note, patches })
    }
    return findings
  },

  fix: carriedPatches,
})
