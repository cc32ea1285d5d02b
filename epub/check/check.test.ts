import { describe, expect, test } from 'vitest'
import { schemas } from '../node/schemas.ts'
import { publicationOf } from '../publication.ts'
import { book, withItems } from '../testing/book.ts'
import { type CheckCase, cssCases, documentCases, otherCases, packageCases } from '../testing/check-cases.ts'
import { checkPublication, checkWithTotals } from './check.ts'

const said = async ({ book: publication }: CheckCase) => {
  const messages = await checkPublication(publication, { schemas, level: 'WARNING' })
  return [...new Set(messages.map(({ id, path, line }) => `${id} ${path}:${line}`))].sort()
}

describe.each(Object.entries({ documentCases, cssCases, packageCases, otherCases }))('%s', (_, cases) => {
  test.each(Object.entries(cases))('%s', async (_name, one) => {
    expect(await said(one)).toEqual([...one.says].sort())
  })
})

test('what a schema rejects comes as data', async () => {
  const publication = book({ 'chapter.xhtml': (text) => text.replace('<h1 ', '<h1 align="left" ') })
  const [message] = await checkPublication(publication, { schemas })
  expect(message).toMatchObject({ id: 'RSC-005', severity: 'ERROR', line: 9, column: 31 })
  expect(message?.schema).toMatchObject({ kind: 'attribute', element: 'h1', attribute: 'align', value: 'left' })
  expect(message?.schema?.expected).toContain('class')
})

test('the level decides what is told', async () => {
  const publication = book({ 'chapter.xhtml': (text) => text.replace('<title>One</title>', '') })
  const count = async (level: 'ERROR' | 'WARNING') => (await checkPublication(publication, { schemas, level })).length
  expect([await count('ERROR'), await count('WARNING')]).toEqual([0, 1])
})

test('a document that fails everywhere does not hide the rest', async () => {
  const many = Array.from({ length: 5_000 }, () => '<p x="1">a</p>').join('\n')
  const publication = book({
    'chapter.xhtml': (text) => text.replace('</body>', `${many}<p><a href="gone.xhtml">b</a></p></body>`),
  })
  const { messages, unsaid } = await checkWithTotals(publication, { schemas })
  expect([messages.length < 1_000, unsaid > 4_000]).toEqual([true, true])
  expect(messages.map(({ id }) => id)).toContain('RSC-007')
})

test('an archive that the official checker cannot open is not looked into', async () => {
  const files = [...book({ 'chapter.xhtml': '' }).resources.values()]
  const messages = await checkPublication(publicationOf(files, { defects: [{ kind: 'no-directory' }] }), { schemas })
  expect(messages.map(({ id }) => id)).toEqual(['PKG-008'])
})

describe('a book that is checked again', () => {
  const changes: Record<string, (text: string) => string> = {
    'the type of a font that a style sheet loads': (text) => text.replace('media-type="font/otf"', 'media-type="text/plain"'),
    'a property that a page does not have': (text) =>
      text.replace('href="chapter.xhtml"', 'href="chapter.xhtml" properties="scripted"'),
    'the type of a page': (text) =>
      text.replace('href="chapter.xhtml" media-type="application/xhtml+xml"', 'href="chapter.xhtml" media-type="image/svg+xml"'),
    'the version of the book': (text) => text.replace('version="3.0"', 'version="2.0"'),
    'the page in the spine': (text) => text.replace('<itemref idref="chapter"', '<itemref linear="no" idref="chapter"'),
  }
  test.each(Object.entries(changes))('is judged anew where the manifest changes %s', async (_, change) => {
    const files = {
      'chapter.xhtml': (text: string) => text.replace('<p>', '<p style="direction:rtl">'),
      'style.css': '@font-face { font-family: Own; src: url(own.otf) }',
      'own.otf': 'OTTO',
    }
    const declared = withItems({ id: 'own', href: 'own.otf', type: 'font/otf' })
    const first = book({ ...files, 'package.opf': declared })
    const second = book({ ...files, 'package.opf': (text) => change(declared(text)) })
    await checkPublication(first, { schemas })
    const path = 'EPUB/package.opf'
    const changed = { ...first, resources: new Map(first.resources).set(path, second.resources.get(path)!) }
    const again = await checkPublication(changed, { schemas })
    expect(again).toEqual(await checkPublication(second, { schemas }))
    expect(again).not.toEqual(await checkPublication(first, { schemas }))
  })
})
