import { encodeUtf8 } from '../content/encoding.ts'
import { setAttribute } from '../package/edit.ts'
import { encryptedOf, encryptionPath } from '../package/encryption.ts'
import { magicType } from '../package/media-types.ts'
import type { Patch } from '../patch.ts'
import type { Publication } from '../publication.ts'
import { findElements } from '../xml.ts'

const idpf = 'http://www.idpf.org/2008/embedding'
const adobe = 'http://ns.adobe.com/pdf/enc#RC'

/** How many bytes at the start of a font are scrambled. */
const scrambled = { [idpf]: 1040, [adobe]: 1024 } as const
type Scramble = keyof typeof scrambled

const isScramble = (algorithm: string | undefined): algorithm is Scramble => algorithm === idpf || algorithm === adobe

/** The key that a book's identifier gives (EPUB 3.3 section 4.4; Adobe: the UUID's own 16 bytes); undefined where it gives none. */
async function keyOf(algorithm: Scramble, identifier: string): Promise<Uint8Array | undefined> {
  if (algorithm === idpf)
    return new Uint8Array(await crypto.subtle.digest('SHA-1', new Uint8Array(encodeUtf8(identifier.replace(/[ \t\r\n]/g, '')))))
  const hex = identifier.replace(/^urn:uuid:/i, '').replace(/-/g, '')
  return /^[\da-f]{32}$/i.test(hex) ? Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16)) : undefined
}

/** The same to scramble and to read. */
function scramble(bytes: Uint8Array, key: Uint8Array, length: number): Uint8Array {
  const result = bytes.slice()
  for (let at = 0; at < Math.min(length, result.length); at++) result[at] = result[at]! ^ key[at % key.length]!
  return result
}

const isFont = (bytes: Uint8Array) => /font/.test(magicType(bytes.subarray(0, 64)) ?? '')

/** Fonts are scrambled with the book's identifier: with another one they must be scrambled anew, or no reader can load them. */
export async function rekeyedFonts(publication: Publication, from: string, to: string): Promise<Patch[]> {
  const encryption = publication.resources.get(encryptionPath)
  if (!encryption) return []
  const patches: Patch[] = []
  for (const { path, element } of encryptedOf(publication)) {
    const resource = publication.resources.get(path)
    const method = findElements(element, 'EncryptionMethod')[0]
    const algorithm = method?.attribs.Algorithm
    if (!resource || !method || !isScramble(algorithm)) continue
    const oldKey = await keyOf(algorithm, from)
    if (!oldKey) continue
    const plain = scramble(resource.bytes ?? (await resource.load()), oldKey, scrambled[algorithm])
    if (!isFont(plain)) continue
    const sameWay = await keyOf(algorithm, to)
    const way = sameWay ? algorithm : idpf
    const key = sameWay ?? (await keyOf(idpf, to))!
    patches.push({ kind: 'write', path, content: scramble(plain, key, scrambled[way]) })
    if (way !== algorithm) patches.push(setAttribute(encryption, method, 'Algorithm', way))
  }
  return patches
}
