import { magicType } from './media-types.ts'

/** The two ways of scrambling fonts that are no DRM (EPUB 3.3 section 4.2.6.3.2, and Adobe's older one). */
export type Obfuscation = 'idpf' | 'adobe'

const algorithms: Readonly<Record<string, Obfuscation>> = {
  'http://www.idpf.org/2008/embedding': 'idpf',
  'http://ns.adobe.com/pdf/enc#RC': 'adobe',
}
export const obfuscationOf = (algorithm: string | undefined): Obfuscation | undefined =>
  algorithm !== undefined && Object.hasOwn(algorithms, algorithm) ? algorithms[algorithm] : undefined

const scrambledBytes: Readonly<Record<Obfuscation, number>> = { idpf: 1040, adobe: 1024 }

/** Key of a unique identifier; undefined where the method cannot make one of it. */
export async function keyOf(identifier: string, method: Obfuscation): Promise<Uint8Array | undefined> {
  if (method === 'idpf') {
    const text = identifier.replace(/[\x20\x09\x0d\x0a]/g, '')
    return text ? new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))) : undefined
  }
  const digits = identifier.replace(/^urn:uuid:/i, '').replace(/[-:\s]/g, '')
  return /^[0-9a-f]{32}$/i.test(digits)
    ? Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16))
    : undefined
}

/** Scrambles and unscrambles: the same thing. */
export function scrambled(bytes: Uint8Array, key: Uint8Array, method: Obfuscation): Uint8Array {
  const result = Uint8Array.from(bytes)
  for (let i = 0; i < Math.min(result.length, scrambledBytes[method]); i++) result[i]! ^= key[i % key.length]!
  return result
}

/** Whether these first bytes are those of a font once the key is taken off. */
export const opensWith = (head: Uint8Array, key: Uint8Array, method: Obfuscation) =>
  magicType(scrambled(head.subarray(0, 64), key, method))?.startsWith('font/') ?? false
