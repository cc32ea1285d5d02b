import { expect, test } from 'vitest'
import { keyOf, scrambled } from '../package/obfuscation.ts'
import { book, withItems } from '../testing/book.ts'
import { all, swap } from '../testing/changes.ts'
import { applyRule } from '../testing/test-rule.ts'
import { fontKey } from './font-key.ts'

const font = Uint8Array.from({ length: 2000 }, (_, i) => (i < 4 ? [0, 1, 0, 0][i]! : i % 251))
const old = 'urn:uuid:87654321-4321-4321-8321-cba987654321'
const now = 'urn:uuid:12345678-1234-4234-8234-123456789abc'
const encryption = (
  algorithm: string,
) => `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
<enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="EPUB/a.ttf"/></enc:CipherData></enc:EncryptedData></encryption>`
const methods = { idpf: 'http://www.idpf.org/2008/embedding', adobe: 'http://ns.adobe.com/pdf/enc#RC' } as const

const withFont = async (method: keyof typeof methods, identifier: string, alsoSaid = '') =>
  book({
    'a.ttf': scrambled(font, (await keyOf(identifier, method))!, method),
    'META-INF/encryption.xml': encryption(methods[method]),
    'package.opf': all(
      withItems({ id: 'font', href: 'a.ttf', type: 'font/ttf' }),
      swap('    <dc:title>', `    ${alsoSaid && `<dc:identifier>${alsoSaid}</dc:identifier>\n    `}<dc:title>`),
    ),
  })

test.each(['idpf', 'adobe'] as const)(
  'a font that another identifier opens is scrambled with the one the book has: %s',
  async (method) => {
    const broken = await withFont(method, old, old)
    const { findings, result } = await applyRule(fontKey, broken)
    expect(findings).toMatchObject([{ path: 'EPUB/a.ttf', before: old, after: now }])
    expect(scrambled(result.resources.get('EPUB/a.ttf')!.bytes!, (await keyOf(now, method))!, method)).toEqual(font)
    expect((await applyRule(fontKey, result)).result).toBe(result)
  },
)

test('a font that opens, and one that nothing opens, are left alone', async () => {
  for (const sound of [await withFont('idpf', now, old), await withFont('idpf', old), book()])
    expect((await applyRule(fontKey, sound)).result).toBe(sound)
})
