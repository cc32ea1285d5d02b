import { expect, test } from 'vitest'
import { markupLimits, tooComplex } from './limits.ts'

const laughs = (levels: number) =>
  `<!DOCTYPE html [<!ENTITY a0 "lol">${Array.from({ length: levels }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]><p>&a${levels};</p>`

test('entities that grow, or run in circles, are refused; ordinary ones are not', () => {
  expect(tooComplex(laughs(9))).toMatch(/entities/)
  expect(tooComplex('<!DOCTYPE html [<!ENTITY a "&b;"><!ENTITY b "&a;">]><p>&a;</p>')).toMatch(/entities/)
  expect(tooComplex(`<!DOCTYPE html [<!ENTITY a "${'x'.repeat(50_000)}">]><p>${'&a;'.repeat(1000)}</p>`)).toMatch(/entities/)
  expect(tooComplex(laughs(2))).toBeUndefined()
  expect(tooComplex('<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><p>&x;&nbsp;</p>')).toBeUndefined()
})

test('nesting is bounded, and markup that only looks deep is not refused', () => {
  const deep = markupLimits.depth + 10
  expect(tooComplex(`${'<div>'.repeat(deep)}x${'</div>'.repeat(deep)}`)).toMatch(/deep/)
  for (const tag of [
    '<br>',
    '<p>x',
    '<li>x',
    '<img src="a>b">',
    '<hr/>',
    '<a href="x">y</a>',
    '<!-- <div> -->',
    '<![CDATA[<div>]]>',
  ])
    expect(tooComplex(`<body>${tag.repeat(deep)}</body>`), tag).toBeUndefined()
})

test('attributes on one tag are bounded', () => {
  const many = Array.from({ length: markupLimits.attributes + 1 }, (_, n) => `a${n}="1"`).join(' ')
  expect(tooComplex(`<p ${many}>`)).toMatch(/attributes/)
  expect(tooComplex('<p a="1" b="2">'.repeat(20_000).replaceAll('<p', '</p><p'))).toBeUndefined()
})

test('it takes little time, whatever the text', () => {
  const start = performance.now()
  for (const text of [
    '<'.repeat(2_000_000),
    `<p ${' '.repeat(4_000_000)}>`,
    '&'.repeat(2_000_000),
    '<a href="'.repeat(400_000),
    '<!--'.repeat(500_000),
    `<!DOCTYPE html [${'<!ENTITY '.repeat(200_000)}`,
    `<!DOCTYPE html [<!ENTITY a "${'&'.repeat(1_000_000)}">]>`,
    '</x>'.repeat(500_000),
    `${'<b>'.repeat(4000)}${'</i>'.repeat(100_000)}`,
  ])
    tooComplex(text)
  expect(performance.now() - start).toBeLessThan(8000)
})
