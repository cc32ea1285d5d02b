import { expect, test } from 'vitest'
import { checkPublication } from '../check/check.ts'
import { schemas } from '../node/schemas.ts'
import type { Publication } from '../publication.ts'
import { book, withItems } from '../testing/book.ts'
import { all, inChapter, inMetadata, simple, swap, withCss } from '../testing/changes.ts'
import { factsOf } from './facts.ts'
import { compatibility, platforms } from './platform.ts'
import { platformFindings, platformRules } from './rules.ts'

const failing = async (publication: Publication, fileBytes = 1000) => {
  const messages = await checkPublication(publication, { schemas })
  return platformFindings(await factsOf(publication, messages, fileBytes))
}
const ids = async (publication: Publication) => {
  const found = await failing(publication)
  return new Set(platforms.flatMap((platform) => found[platform].map(({ rule, level }) => `${rule} ${level}`)))
}

const fixed = '<meta property="rendition:layout">pre-paginated</meta>'
const rows = (count: number) => `<table>${'<tr><td>a</td></tr>'.repeat(count)}</table>`
const two = { id: 'two', href: 'two.xhtml', type: 'application/xhtml+xml' }
const nested =
  '<li><a href="chapter.xhtml">a</a><ol><li><a href="chapter.xhtml">b</a><ol><li><a href="chapter.xhtml">c</a></li></ol></li></ol></li>'

/** One fault for each rule that is not shown by a feature's own case. */
const cases: Readonly<Record<string, Publication>> = {
  'KIN-3 warns': book({
    'two.xhtml': simple('<img src="picture.png" alt=""/>'),
    'package.opf': all(
      withItems(two),
      swap('<itemref idref="two"/>', ''),
      swap('<itemref idref="chapter"/>', '<itemref idref="two"/><itemref idref="chapter"/>'),
      swap('id="picture"', 'id="picture" properties="cover-image"'),
    ),
  }),
  'KIN-4 warns': book({ 'nav.xhtml': swap('<li><a href="chapter.xhtml">One</a></li>', nested) }),
  'KIN-7 blocks': book(inChapter('<p>a <p>b</p></p>')),
  'KIN-8 blocks': book({ 'chapter.xhtml': swap('version="1.0"', 'version="1.1"') }),
  'KIN-12 warns': book(inChapter(rows(51))),
  'KIN-13 blocks': book({ 'chapter.xhtml': swap('src="picture.png"', 'src="Picture.PNG"') }),
  'KIN-15 warns': book({ 'package.opf': swap('<dc:language>en<', '<dc:language>ru<') }),
  'KIN-18 blocks': book(inMetadata(fixed)),
  'APL-9 informs': book(
    inChapter(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="picture.png"/></svg>',
    ),
  ),
  'KOB-6 warns': book(),
  'KOB-9 informs': book(withCss('body { font-size: 90% }\n')),
  'KOB-10 warns': book(inMetadata(`${fixed}<meta property="rendition:spread">both</meta>`)),
  'GOO-6 informs': book(),
  'ADE-3 warns': book({
    'toc.ncx': swap('chapter.xhtml', 'chapter.xhtml#caf%C3%A9'),
    'nav.xhtml': swap('chapter.xhtml', 'chapter.xhtml#caf%C3%A9'),
  }),
  'ADE-4 warns': book(inChapter('<br/>')),
  'ADE-6 warns': book(inChapter('<p>a\u00adb</p>')),
  'ADE-8 informs': book(withCss('pre { white-space: pre }\n')),
  'CAL-6 warns': book({ 'package.opf': swap('  </spine>', '  <itemref idref="chapter"/></spine>') }),
  'CAL-4 warns': book(inChapter('<p id="one">a</p>')),
}

test.each(Object.entries(cases))('%s', async (rule, publication) => {
  expect(await ids(publication)).toContain(rule)
})

test('a book that meets them fails none of them', async () => {
  const sound = await ids(book({ 'package.opf': swap('id="picture"', 'id="picture" properties="cover-image"') }))
  const always = new Set(['KOB-6 warns', 'GOO-6 informs', 'KIN-2 blocks', 'KIN-2 warns', 'APL-5 warns', 'GOO-4 warns'])
  expect([...sound.difference(always)]).toEqual([])
})

test('only what blocks makes a platform incompatible, and every rule says where it comes from', async () => {
  const found = await failing(book({ 'package.opf': swap('<dc:language>en<', '<dc:language>ru<') }))
  expect(compatibility(found)).toMatchObject({ kindle: false, kobo: true, adobe: true, calibre: true })
  for (const rule of platforms.flatMap((platform) => platformRules[platform])) {
    expect(rule.source, rule.id).toBeTruthy()
    expect(rule.date, rule.id).toMatch(/^20\d\d-\d\d$/)
    expect(rule.message, rule.id).toMatch(/^[A-Z].*\.$/)
  }
})
