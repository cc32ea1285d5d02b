import { describe, expect, test } from 'vitest'
import { syntaxFault } from '../xml.ts'
import { isOutside, type Leads, safePage } from './page.ts'
import { safeStyle } from './style.ts'

const leads: Leads = {
  resource: (href) => (/^[\w./]+$/.test(href) ? href : undefined),
  link: (href) => (href.startsWith('#') ? href : isOutside(href) ? 'leave' : undefined),
}
const shown = (body: string, head = '') =>
  safePage(`<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`, leads)

describe('what may be shown of a page', () => {
  test.each([
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<script>x()</script><p>a</p>', '<p>a</p>'],
    ['<ScRiPt>x()</ScRiPt>a', 'a'],
    ['<a href="javascript:x()">a</a>', '<a>a</a>'],
    ['<a href="java&#10;script:x()">a</a>', '<a>a</a>'],
    ['<a href="https://example.org/" target="_top">a</a>', '<a href="leave">a</a>'],
    ['<img src="http://example.org/a.png" srcset="http://example.org/b.png 2x"/>', '<img/>'],
    ['<img src="a.png" onerror="x()"/>', '<img src="a.png"/>'],
    ['<iframe srcdoc="&lt;script>"></iframe><object data="a"><p>b</p></object>', ''],
    ['<form action="https://example.org"><input/><button>go</button></form>', 'go'],
    ['<p style="background:url(http://example.org)">a</p>', '<p style="background:none">a</p>'],
    ['<p>a<!-- <script> -->b</p>', '<p>ab</p>'],
    ['<p>1 &lt; 2 &amp;amp; &nbsp;</p>', '<p>1 &lt; 2 &amp;amp; \u00a0</p>'],
    ['<marquee>a</marquee>', 'a'],
  ])('%s', (body, wanted) => {
    expect(shown(body).content).toBe(wanted)
  })

  test('drawings keep what draws, and lose what acts', () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="x()"><animate attributeName="href"/><linearGradient id="g"/><rect fill="url(#g)" stroke="url(http://a)"/><use href="http://a#b"/><image xlink:href="a.png" xmlns:xlink="http://www.w3.org/1999/xlink"/></svg>'
    expect(shown(svg).content).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><linearGradient id="g"></linearGradient><rect fill="url(#g)"></rect><use></use><image href="a.png"></image></svg>',
    )
  })

  test('whatever comes in, what goes out is well-formed and holds nothing that acts', () => {
    const parts = [
      '<p>',
      '</p>',
      '<b',
      '>',
      '"',
      "'",
      '<script>',
      '</script>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '&',
      '&lt;',
      '<svg ',
      'onload=x',
      '<style>',
      '</style>',
      '\u0000',
      '\ud800',
      '<a href="javascript:x">',
      '<x:y z="',
      '=',
      '/>',
      '<math>',
      '<title>',
      '</body>',
      '<body onload="x">',
      '<br>',
      '<li>',
    ]
    let seed = 7
    const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648)
    for (let round = 0; round < 400; round += 1) {
      const source = Array.from({ length: 1 + (next() % 25) }, () => parts[next() % parts.length]).join('')
      const { html, body, head, content } = safePage(source, leads)
      const page = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${html}><head>${head}</head><body${body}>${content}</body></html>`
      expect(syntaxFault(page), `${source}\n${page}`).toBeUndefined()
      expect(page, source).not.toMatch(/<script|<[^>]*\son\w+=|href="javascript:/i)
    }
  })

  test('a long page takes time in proportion to its length', () => {
    const began = performance.now()
    safePage(`<p>${'<'.repeat(200_000)}${'<a href="'.repeat(20_000)}`, leads)
    safePage('<div>'.repeat(5000), leads)
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe('style sheets', () => {
  test.each([
    ['@import "http://a/b.css";p{}', ' p{}'],
    ['@import url("b.css") print;p{}', '@import url("b.css") print;p{}'],
    ['@import url("x y");a{b:url(c.png)}d{e:url("http://f")}', ' a{b:url("c.png")}d{e:none}'],
    ['a{b:u\\72l(http://c)}', 'a{b:none}'],
    ['a{b:url(data:text/html,x)}', 'a{b:none}'],
    ['a{b:expression(c)}', 'a{b:none-of-these(c)}'],
    ['a{-epub-writing-mode:vertical-rl}', 'a{writing-mode:vertical-rl}'],
    ['a{font-size:10pt}', 'a{font-size:calc(10pt * var(--bookmender-size, 1))}'],
  ])('%s', (css, wanted) => {
    expect(safeStyle(css, leads.resource)).toBe(wanted)
  })
})
