import { expect, test } from 'vitest'
import { attachment, fixedName, isEpubName, shownName } from './file-name.ts'

test.each([
  ['Moby Dick.epub', 'Moby Dick.epub'],
  ['../../etc/passwd.epub', 'passwd.epub'],
  ['Mein %22Buch%22.epub', 'Mein "Buch".epub'],
  ['C:\\books\\Ärger.epub', 'Ärger.epub'],
  ['a\r\nSet-Cookie: x=1.epub', 'a.epub'],
  ['a"\r\nX-Injected: 1\r\n.epub', 'a".epub'],
  ['a%22%0D%0AX-Injected: 1%0D%0A.epub', 'a".epub'],
  ['a\u2028X-Injected: 1', 'a'],
  ['gpj.\u202Ebupe.epub', 'gpj.bupe.epub'],
  ['\u0000.epub', '.epub'],
  [undefined, ''],
])('%o is shown as %o', (sent, shown) => {
  expect(shownName(sent)).toBe(shown)
})

test('a long name keeps its ending', () => {
  const name = shownName(`${'界'.repeat(400)}.epub`)
  expect(name).toHaveLength(200)
  expect(name.endsWith('….epub')).toBe(true)
})

test.each([
  ['a.epub', true],
  ['a.EPUB', true],
  ['.epub', true],
  ['a.epub.exe', false],
  ['a.pdf', false],
  ['', false],
])('%o is an EPUB name: %s', (name, expected) => {
  expect(isEpubName(name)).toBe(expected)
})

test.each([
  ['Moby Dick.EPUB', 'Moby Dick-fixed.epub'],
  ['.epub', 'book-fixed.epub'],
])('%o comes back as %o', (name, fixed) => {
  expect(fixedName(name)).toBe(fixed)
})

test.each([
  ['plain.epub', `attachment; filename="plain.epub"; filename*=UTF-8''plain.epub`],
  ['Éa "b".epub', `attachment; filename="Ea _b_.epub"; filename*=UTF-8''%C3%89a%20%22b%22.epub`],
  ["it's (1)*.epub", `attachment; filename="it's (1)_.epub"; filename*=UTF-8''it%27s%20%281%29%2A.epub`],
  ['本.epub', `attachment; filename="_.epub"; filename*=UTF-8''%E6%9C%AC.epub`],
  ['\ud800.epub', `attachment; filename="_.epub"; filename*=UTF-8''%EF%BF%BD.epub`],
])('the header of %o', (name, header) => {
  expect(attachment(name)).toBe(header)
})
