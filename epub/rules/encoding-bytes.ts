import { bookLanguages, contentOf } from '../content/documents.ts'
import { census, declaredEncoding, declaredUtf8, recoded } from '../content/recode.ts'
import { decoded, type Resource, textOf } from '../publication.ts'
import { carriedPatches, defineRule } from './rule.ts'

/**
 * Files whose bytes are not what they say: bytes that no UTF-8 has, UTF-8 declared as a code page, names of encodings that
 * nobody knows. XML 1.0 section 4.3.3 calls each of them fatal.
 */
export const encodingBytes = defineRule({
  id: 'encoding-bytes',
  feature: 5,
  answers: [{ id: 'RSC-016', text: /byte|encoding/i }, { id: 'RSC-028' }, { id: 'CHK-008' }, { id: 'CSS-004' }],
  class: 'auto',
  why: 'Letters are stored in another encoding than the file says, so they show as garbage or the page does not open.',
  changesText: true,

  detect(publication) {
    const languages = bookLanguages(publication)
    return [...contentOf(publication, 'xhtml', 'svg', 'css', 'xml')].flatMap((resource) => {
      if (!misread(resource)) return []
      const content = declaredUtf8(recoded(resource.bytes!, languages))
      const at = differing(textOf(resource), content)
      return [
        {
          path: resource.path,
          before: textOf(resource).slice(at, at + 60),
          after: content.slice(at, at + 60),
          patches: [{ kind: 'write' as const, path: resource.path, content }],
        },
      ]
    })
  },

  fix: carriedPatches,
})

function misread(resource: Resource): boolean {
  const bytes = resource.bytes!
  const { encoding, malformed } = decoded(resource)
  if (encoding.startsWith('utf-16')) return bytes[2] === 0 && bytes[3] === 0 && bytes[0] === 0xff
  if (malformed || (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe)) return true
  if (encoding === 'utf-8') return false
  // declared as a code page: many letters that are sound UTF-8 and none that are not is no accident
  const { sequences, strays } = census(bytes)
  return (
    sequences > 0 && strays === 0 && declaredEncoding(resource) !== undefined && !/^(?:gb|big5|shift|euc|iso-2022)/.test(encoding)
  )
}

function differing(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return Math.max(0, at - 20)
}
