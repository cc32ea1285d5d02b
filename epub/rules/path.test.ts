import { expect, test } from 'vitest'
import { asciiPath, nameFault, safePath, uniquePath } from '../ocf/safe-path.ts'
import { book, withItems } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { pathAscii } from './path-ascii.ts'
import { pathCase } from './path-case.ts'
import { pathMetaInf } from './path-meta-inf.ts'
import { pathNames } from './path-names.ts'

test('names are judged by what breaks', () => {
  expect(['a/b.xhtml', 'Bücher/第一章.xhtml', "it's-(1)&co+.png", 'mimetype', 'conf.xml'].map(nameFault)).toEqual(
    Array(5).fill(undefined),
  )
  expect(['a:b', 'a"b', 'tab\tx', 'a\u202egpj.exe'].map(nameFault)).toEqual(Array(4).fill('forbidden'))
  expect(['a b', 'dots.', 'dir./x', 'NUL.xhtml', 'x/con', 'a%20b', 'a#b', 'n'.repeat(300)].map(nameFault)).toEqual([
    'space',
    'dot',
    'dot',
    'device',
    'device',
    'url',
    'url',
    'long',
  ])
  for (const path of ['a:b c.', 'x/ /..y/con.txt', '\u0001', `${'n'.repeat(4000)}.png`, 'd/'.repeat(600), 'a%20b#c'])
    expect(nameFault(safePath(path))).toBeUndefined()
  expect(asciiPath('Größe/Éa ł—第.png')).toBe('Grosse/Ea l-u7b2c.png')
  expect(uniquePath('a/B.png', new Set(['a/b.png', 'a/b-2.png']))).toBe('a/B-3.png')
})

const withPicture = (path: string, href: string) =>
  book({
    'picture.png': undefined,
    [path]: Uint8Array.of(1, 2, 3),
    'package.opf': (text) => text.replace('picture.png', href),
    'chapter.xhtml': (text) => text.replace('picture.png', href),
  })
/** A path in the form that the repair gives it: a new file stands where the old one stood. */
const item = (href: string) => withItems({ id: 'more', href, type: 'application/octet-stream' })

testRule(pathNames, {
  sound: [book(), withPicture('bücher-(1).png', 'b%C3%BCcher-(1).png')],
  cases: {
    'spaces and forbidden characters go, in every reference': {
      broken: withPicture('my pic:ture?.png', 'my%20pic%3Ature%3F.png'),
      repaired: withPicture('my_pic_ture_.png', 'my_pic_ture_.png'),
      findings: 1,
    },
    'a reference that was not encoded follows too': {
      broken: withPicture('my picture.png', 'my picture.png'),
      repaired: withPicture('my_picture.png', 'my_picture.png'),
    },
    'names that differ in case only are kept apart': {
      broken: book({ 'a.bin': '1', 'A.bin': '2', 'package.opf': item('A.bin') }),
      repaired: book({ 'a.bin': '1', 'A-2.bin': '2', 'package.opf': item('A-2.bin') }),
      also: ([finding]) => expect(finding?.id).toBe('OPF-060'),
    },
    'a script that names a file keeps its name': {
      broken: book({ 'a b.bin': '1', 'c d.bin': '2', 'code.js': 'load("a b.bin")' }),
      repaired: book({ 'a b.bin': '1', 'c_d.bin': '2', 'code.js': 'load("a b.bin")' }),
    },
  },
})
testRule(pathAscii, {
  cases: {
    'accents go and other letters become their numbers': {
      broken: withPicture('größe.png', 'gr%C3%B6%C3%9Fe.png'),
      repaired: withPicture('grosse.png', 'grosse.png'),
      findings: 1,
    },
  },
})
testRule(pathCase, {
  cases: {
    'a reference in other capitals': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('style.css', 'Style.CSS') }),
      repaired: book(),
      findings: 1,
    },
    'a composed letter for a decomposed one': {
      broken: withPicture('e\u0301.png', '\u00e9.png'),
      repaired: withPicture('e\u0301.png', 'e%CC%81.png'),
    },
  },
})
testRule(pathMetaInf, {
  cases: {
    'a page among the files of the container': {
      broken: book({ 'META-INF/x.bin': '1', 'package.opf': item('../META-INF/x.bin') }),
      repaired: book({ 'x.bin': '1', 'package.opf': item('x.bin') }),
    },
  },
})
