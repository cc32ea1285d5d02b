import { expect, test } from 'vitest'
import { checkPublication } from '../check/check.ts'
import { schemas } from '../node/schemas.ts'
import { book, book2, filesOf } from '../testing/book.ts'
import { all, inChapter, inMetadata, put } from '../testing/changes.ts'
import { applyRule } from '../testing/test-rule.ts'
import { packageUpgrade } from './package-upgrade.ts'

const old = book2({
  ...inMetadata(
    '<dc:creator opf:role="aut" opf:file-as="Orwell, George">George Orwell</dc:creator><dc:date opf:event="publication">1949</dc:date>',
  ),
  ...inChapter('<p><tt>a</tt> <big>b</big> <acronym title="c">C</acronym></p><p align="center">d&nbsp;e</p>'),
  'toc.ncx': put(
    '</ncx>',
    '  <pageList><pageTarget id="p1" type="normal" value="1" playOrder="2"><navLabel><text>1</text></navLabel><content src="chapter.xhtml#one"/></pageTarget></pageList>\n',
  ),
})
const withGuide = book2({
  'package.opf': all(put('</package>', '  <guide><reference type="text" title="Begin" href="chapter.xhtml#one"/></guide>\n')),
})

test('an EPUB 2 becomes an EPUB 3 that says the same', async () => {
  const { findings, result } = await applyRule(packageUpgrade, old, { schemas })
  expect(findings).toMatchObject([{ before: '2.0', after: '3.0' }])
  expect(await checkPublication(result, { schemas })).toEqual([])
  const files = filesOf(result)
  expect(files['EPUB/package.opf']).toMatch(/<meta refines="#creator" property="role" scheme="marc:relators">aut<\/meta>/)
  expect(files['EPUB/package.opf']).toContain('Orwell, George')
  expect(files['EPUB/nav.xhtml']).toContain('<a href="chapter.xhtml">One</a>')
  expect(files['EPUB/nav.xhtml']).toMatch(/epub:type="page-list"[\s\S]*<a href="chapter\.xhtml#one">1<\/a>/)
  expect(files['EPUB/chapter.xhtml']).toContain('<!DOCTYPE html>')
  expect(files['EPUB/toc.ncx']).toBe(filesOf(old)['EPUB/toc.ncx'])
  expect((await applyRule(packageUpgrade, result, { schemas })).result).toBe(result)
})

test('the guide is said again as landmarks and stays', async () => {
  const { result } = await applyRule(packageUpgrade, withGuide, { schemas })
  const files = filesOf(result)
  expect(files['EPUB/nav.xhtml']).toContain('<a epub:type="bodymatter" href="chapter.xhtml#one">Begin</a>')
  expect(files['EPUB/package.opf']).toContain('<guide>')
})

test('an EPUB 3 is left alone, and an offer costs no work', async () => {
  const sound = book()
  expect((await applyRule(packageUpgrade, sound, { schemas })).result).toBe(sound)
  const [offer] = await packageUpgrade.detect(old, { messages: [], targets: [], schemas, offering: true })
  expect(offer?.patches).toHaveLength(1)
})
