import { decodePath, normalise } from '../href.ts'
import { type Publication, remembered } from '../publication.ts'
import { type Element, findElements, treeOf } from '../xml.ts'

export const encryptionPath = 'META-INF/encryption.xml'

/** Entries of META-INF/encryption.xml with the container path each one is about. */
export const encryptedOf = remembered((publication: Publication): readonly { path: string; uri: string; element: Element }[] => {
  const resource = publication.resources.get(encryptionPath)
  if (!resource) return []
  return findElements(treeOf(resource), 'EncryptedData').map((element) => {
    const uri = findElements(element, 'CipherReference')[0]?.attribs.URI?.trim() ?? ''
    return { path: normalise(decodePath(uri)) ?? '', uri, element }
  })
})

export const isEncrypted = (publication: Publication, path: string) => encryptedOf(publication).some((one) => one.path === path)
