import { decode } from '../content/encoding.ts'
import { decodePath, normalise } from '../href.ts'
import type { Resource } from '../publication.ts'
import { BookRefused } from '../refusal.ts'
import { findElement, findElements, parseMarkup } from '../xml.ts'
import { readsAsNamed } from './kind.ts'

/** The two font obfuscations: not protection, and no reason to refuse (EPUB 3.3 section 4.4; Adobe's own). */
const fontObfuscation = /^http:\/\/(www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/

/**
 * Refuses a book whose content is encrypted. What the files are decides: an `encryption.xml`, `rights.xml` or `sinf.xml`
 * that was left behind over readable files is no DRM.
 */
export function refuseProtected(resources: ReadonlyMap<string, Resource>) {
  const list = [...resources.values()].find(({ path }) => path.toLowerCase() === 'meta-inf/encryption.xml')
  const rights = [...resources.keys()].some((path) => /^meta-inf\/(rights\.xml|sinf\.xml|license\.lcpl)$/i.test(path))

  const named = list?.bytes ? encryptedPaths(decode(list.bytes).text) : []
  const sealed = named.map((path) => resources.get(path)).filter((resource) => resource !== undefined && isSealed(resource))
  if (sealed.length > 0 && (rights || sealed.length * 2 >= named.length)) throw new BookRefused('drm')

  if (!rights) return
  const pages = [...resources.values()].filter(({ path }) => /\.x?html?$/i.test(path))
  if (pages.length > 0 && pages.filter(isSealed).length * 2 > pages.length) throw new BookRefused('drm')
}

const isSealed = ({ path, head, survival }: Resource) => survival === 1 && readsAsNamed(path, head) === false

/** Container paths under an algorithm that hides content. */
function encryptedPaths(text: string): string[] {
  const paths: string[] = []
  for (const data of findElements(parseMarkup(text), 'EncryptedData')) {
    const algorithm = findElement(data, 'EncryptionMethod')?.attribs.Algorithm?.trim() ?? ''
    if (fontObfuscation.test(algorithm)) continue
    for (const reference of findElements(data, 'CipherReference')) {
      const path = normalise(decodePath(reference.attribs.URI ?? ''))
      if (path) paths.push(path)
    }
  }
  return paths
}
