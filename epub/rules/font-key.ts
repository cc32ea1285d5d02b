import { ncxOf } from '../navigation/navigation.ts'
import { encryptedOf } from '../package/encryption.ts'
import { keyOf, obfuscationOf, opensWith, scrambled } from '../package/obfuscation.ts'
import { packageOf } from '../package/package.ts'
import type { Publication } from '../publication.ts'
import { findElement, findElements, innerText, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/**
 * Scrambled fonts are opened with the book's identifier (EPUB 3.3 section 4.2.6.3.2). Where somebody changed it, the fonts are
 * scrambled anew, if another identifier of the book still opens them.
 */
export const fontKey = defineRule({
  id: 'font-key',
  feature: 25,
  answers: [{ id: 'RSC-004' }, { id: 'PKG-026' }],
  class: 'auto',
  why: 'The fonts of the book could not be opened, because its identifier had been changed.',

  async detect(publication) {
    const book = packageOf(publication)
    const identifier = book?.uniqueIdentifier
    if (!book || !identifier) return []
    const findings: Finding[] = []
    for (const { path, element } of encryptedOf(publication)) {
      const method = obfuscationOf(findElements(element, 'EncryptionMethod')[0]?.attribs.Algorithm?.trim())
      const resource = publication.resources.get(path)
      const key = method && resource && (await keyOf(identifier, method))
      if (!method || !resource || (key && opensWith(resource.head, key, method))) continue
      for (const candidate of candidates(publication)) {
        const old = await keyOf(candidate, method)
        if (!old || !key || !opensWith(resource.head, old, method)) continue
        const content = scrambled(scrambled(await resource.load(), old, method), key, method)
        findings.push({
          path,
          before: candidate,
          after: identifier,
          note: 'The font opens with the identifier that the book has now.',
          patches: [{ kind: 'write', path, content }],
        })
        break
      }
    }
    return findings
  },

  fix: carriedPatches,
})

/** Every identifier that the book still knows. */
function candidates(publication: Publication): string[] {
  const book = packageOf(publication)
  const ncx = ncxOf(publication)
  const uid = ncx && findElement(treeOf(ncx), 'meta', { name: 'dtb:uid' })?.attribs.content?.trim()
  const said = (book?.metas('identifier') ?? []).map((one) => innerText(one).trim())
  const all = [...said, ...(uid ? [uid] : [])].filter(Boolean)
  return [...new Set(all.flatMap((one) => [one, `urn:uuid:${one}`, one.replace(/^urn:uuid:/i, '')]))]
}
