import { attributeOf, type Place, type XmlDocument } from '../document/xml-document.ts'
import type { Say } from '../report.ts'
import { createResolver } from '../url.ts'

export const encryptionPath = 'META-INF/encryption.xml'

export interface EncryptionFacts {
  /** Container paths of what cannot be read as it is. */
  readonly encrypted: ReadonlySet<string>
  /** Where fonts are obfuscated as the IDPF describes, by path. */
  readonly obfuscated: ReadonlyMap<string, Place>
}

const obfuscation = 'http://www.idpf.org/2008/embedding'

export function readEncryption({ elements }: XmlDocument, contains: (path: string) => boolean, say: Say): EncryptionFacts {
  const resolver = createResolver('')
  const encrypted = new Set<string>()
  const obfuscated = new Map<string, Place>()
  for (const element of elements) {
    if (element.local !== 'CipherReference') continue
    const written = attributeOf(element, 'URI')
    const url = written === undefined ? undefined : resolver.resolve(written, (id, text) => say(id, element, text))
    if (!url) continue
    if (url.is !== 'local' || !contains(url.path)) {
      say('RSC-007', element, `“${written}” is said to be encrypted, but it is not in the book.`)
      continue
    }
    const data = element.parent?.parent
    const method =
      data?.local === 'EncryptedData'
        ? elements.find((one) => one.local === 'EncryptionMethod' && one.parent === data)
        : undefined
    encrypted.add(url.path)
    if (method && attributeOf(method, 'Algorithm') === obfuscation) obfuscated.set(url.path, element)
  }
  return { encrypted, obfuscated }
}
