import { describe, expect, test } from 'vitest'
import { checkPublication, hasStumbled } from './check/check.ts'
import { removalOf } from './content/css-removal.ts'
import { renamed } from './content/ids.ts'
import { mendsOf, mendXml } from './content/mend-xml.ts'
import { joined } from './content/mending.ts'
import { isJudgeable } from './judgeable.ts'
import { nodeCodec } from './node/codec.ts'
import { schemas } from './node/schemas.ts'
import { rootType } from './package/media-types.ts'
import { applyPatches } from './patch.ts'
import type { Publication } from './publication.ts'
import { textOf } from './publication.ts'
import { repair } from './repair.ts'
import { fromBytes } from './source.ts'
import { book, bytesOf } from './testing/book.ts'
import { lyingZip } from './testing/lying-zip.ts'
import { findElements, syntaxFault, treeOf } from './xml.ts'

/** Milliseconds that linear work on these sizes takes many times over, and quadratic work never keeps. */
const linear = { timeout: 15_000 }
const many = 60_000

describe('what repeats without end is read in one pass', linear, () => {
  test.each(['<p>', '<br>', '<li>x', '<td>'])('%s never closed', (tag) => {
    expect(syntaxFault(`<html xmlns="http://www.w3.org/1999/xhtml">${tag.repeat(many)}`)).toBeDefined()
  })

  test('elements nested without end are a fault of their own', () => {
    expect(syntaxFault('<p>'.repeat(many) + '</p>'.repeat(many))?.message).toMatch(/nested too deeply/)
    expect(syntaxFault('<p>'.repeat(1000) + '</p>'.repeat(1000))).toBeUndefined()
  })

  test('a prefix declared far above still holds, one declared beside does not', () => {
    const deep = (inside: string) => `<a xmlns:x="urn:x">${'<b>'.repeat(200)}${inside}${'</b>'.repeat(200)}</a>`
    expect(syntaxFault(deep('<x:c/>'))).toBeUndefined()
    expect(syntaxFault(deep('<c xmlns:y="urn:y"/><y:c/>'))).toBeDefined()
  })

  test.each([' ', '<', '&', '&#', '<?x ', '<!--', '<a href="', '<![CDATA['])('%o in a chapter', (part) => {
    const mended = mendXml(`<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${part.repeat(many)}</p></body></html>`, {
      html: true,
    })
    expect(syntaxFault(mended)).toBeUndefined()
  })

  test('comments and declarations before a root that never comes', () => {
    expect(rootType('<!--x-->'.repeat(many))).toBeUndefined()
    expect(rootType('<?x y?>'.repeat(many))).toBeUndefined()
    expect(rootType(`${'<!--x-->'.repeat(100)}<svg xmlns="http://www.w3.org/2000/svg"/>`)).toBe('image/svg+xml')
  })

  test('addresses in one style sheet', () => {
    const part = 'a{b:url(x)}'
    const css = part.repeat(many)
    for (let i = 0; i < many; i++) {
      const at = i * part.length + part.indexOf('x')
      expect(css.slice(...removalOf(css, [at, at + 1]))).toBe('b:url(x)')
    }
  })

  test('ids that follow each other', () => {
    const page = book({ 'chapter.xhtml': (text) => text.replace('</body>', `${'<p id=" a">x</p>'.repeat(many / 4)}</body>`) })
    const resource = page.resources.get('EPUB/chapter.xhtml')!
    const elements = findElements(treeOf(resource), 'p').filter(({ attribs }) => attribs.id === ' a')
    const patches = elements.flatMap((element, i) => renamed(page, resource, { element, id: ' a' }, `a${i}`).patches ?? [])
    expect(textOf(applyPatches(page, patches).resources.get(resource.path)!)).toContain(`<p id="a${elements.length - 1}">`)
  })
})

test('a million slips in a row are one finding, and mend the same', () => {
  const source = `<p>${'&'.repeat(many)} a & b</p>`
  const mends = mendsOf(source)
  const few = joined(mends)
  expect(mends.length).toBe(many + 1)
  expect(few).toHaveLength(2)
  expect(few[0]!.after).toBe('&amp;'.repeat(many))
})

describe('a checker that fails does not end the job', () => {
  /** A book with one file at which everybody who reads its bytes stumbles. */
  const trap = (publication: Publication): Publication => {
    const path = 'EPUB/style.css'
    const file = publication.resources.get(path)!
    const sprung = Object.defineProperty({ ...file }, 'bytes', {
      get() {
        throw new RangeError('stumbled')
      },
    })
    return { ...publication, resources: new Map(publication.resources).set(path, sprung) }
  }

  test('ours says so, and the book is not sound', async () => {
    const messages = await checkPublication(trap(book()), { schemas })
    expect(hasStumbled(messages)).toBe(true)
    expect(messages.some(({ id, severity }) => id === 'CHK-008' && severity === 'ERROR')).toBe(true)
    expect(hasStumbled(await checkPublication(book(), { schemas }))).toBe(false)
  })
})

test('the official checker is not asked about pages that it compares for hours', () => {
  const page = (ids: number) =>
    book({
      'chapter.xhtml': (text) =>
        text.replace('</body>', `${Array.from({ length: ids }, (_, i) => `<p id="p${i}">x</p>`).join('')}</body>`),
    })
  expect(isJudgeable(page(1000))).toBe(true)
  expect(isJudgeable(page(20_000))).toBe(false)
})

test('an archive whose end record lies is not sound, whatever the checker says: it comes back packed anew', async () => {
  const sound = book()
  const entries = await Promise.all(
    [...sound.resources.values()].map(async ({ path, load }) => ({ name: path, data: await load() })),
  )
  const lying = lyingZip([{ name: 'mimetype', data: 'application/epub+zip', method: 0 }, ...entries], { count: 65535 })
  const judge = async () => ({ judge: 'EPUBCheck', valid: true, messages: [] })
  const fix = async (bytes: Uint8Array) =>
    repair(fromBytes(bytes), { schemas, codec: nodeCodec, judge: { source: judge, result: judge } })
  expect((await fix(lying)).changed).toBe(true)
  expect((await fix(await bytesOf(sound))).changed).toBe(false)
})
