import { expect, test } from 'vitest'
import { syntaxFault } from '../xml.ts'
import { applyMends, mendsOf, mendXml } from './mend-xml.ts'

const page = (body: string, head = '<head><title>T</title></head>') =>
  `<html xmlns="http://www.w3.org/1999/xhtml">${head}<body>${body}</body></html>`

const pages: Readonly<Record<string, [broken: string, mended: string]>> = {
  'a bare ampersand': [page('<p>AT&T & co</p>'), page('<p>AT&amp;T &amp; co</p>')],
  'a bare less-than': [page('<p>a < b and i<j</p>'), page('<p>a &lt; b and i&lt;j</p>')],
  'a named character': [page('<p>a&nbsp;b&hellip; &foo;</p>'), page('<p>a&#160;b… &amp;foo;</p>')],
  'references to what no text may hold': [page('<p>a&#0;b&#x1F;c&#8217;</p>'), page('<p>abc&#8217;</p>')],
  'a link with bare ampersands': [page('<a href="x?a=1&b=2&copy=3">x</a>'), page('<a href="x?a=1&amp;b=2&amp;copy=3">x</a>')],
  'no quotes': [page('<p class=a id=b>x</p>'), page('<p class="a" id="b">x</p>')],
  'no value': [page('<p hidden class>x</p>'), page('<p hidden="hidden" class="">x</p>')],
  'an attribute twice': [page('<p class="a" id="i" class="b">x</p>'), page('<p class="a" id="i">x</p>')],
  'attributes without a space': [page('<p class="a"id="i">x</p>'), page('<p class="a" id="i">x</p>')],
  'a quote that is never closed': [
    page('<a href="a.html>x</a> <a href="b.html">y</a>'),
    page('<a href="a.html">x</a> <a href="b.html">y</a>'),
  ],
  'void elements as in HTML': [
    page('<p>a<br>b<img src="i.png" alt="">c<hr></p>'),
    page('<p>a<br/>b<img src="i.png" alt=""/>c<hr/></p>'),
  ],
  'upper case': [page('<P CLASS="a">x <B>y</B></P>'), page('<p class="a">x <b>y</b></p>')],
  'hyphens in a comment': [page('<!-- a -- b ---><p>x</p>'), page('<!-- a - - b - --><p>x</p>')],
  'a comment that is never closed': [page('<p>x</p><!-- oh'), page('<p>x</p><!-- oh-->')],
  'overlapping phrases': [page('<p><b><i>x</b></i></p>'), page('<p><b><i>x</i></b></p>')],
  'overlapping phrases with text between': [page('<p><b><i>x</b>y</i></p>'), page('<p><b><i>x</i></b><i>y</i></p>')],
  'paragraphs left open': [page('<p>one\n<p>two</p>\n<div>three</div>'), page('<p>one</p>\n<p>two</p>\n<div>three</div>')],
  'list items left open': [page('<ul><li>a<li>b<ul><li>c</ul></ul>'), page('<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>')],
  'cells left open': [
    page('<table><tr><td>a<td>b<tr><td>c</table>'),
    page('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>'),
  ],
  'an end tag too many': [page('<div>a</div></div><p>b</p>'), page('<div>a</div><p>b</p>')],
  'a heading closed as another': [page('<h1>a</h2><p>b</p>'), page('<h1>a</h1><p>b</p>')],
  'a page that was cut off': [
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><div><p>one <b>two',
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><div><p>one <b>two</b></p></div></body></html>',
  ],
  'a page cut off inside a tag': [
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>one</p><p cla',
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>one</p></body></html>',
  ],
  'words after the end': [
    `${page('<p>x</p>')}\nMade by ABC\n`,
    page('<p>x</p>').replace('</body></html>', '\n<p>Made by ABC</p>\n</body></html>'),
  ],
  'two pages in one file': [
    `${page('<p>one</p>')}${page('<p>two</p>')}`,
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><p>one</p><p>two</p></body></html>',
  ],
  'white space before the declaration': [`\n\n<?xml version="1.0"?>${page('x')}`, `<?xml version="1.0"?>${page('x')}`],
  'a comment before the declaration': [
    `<!-- saved --><?xml version="1.0"?>\n${page('x')}`,
    `<?xml version="1.0"?><!-- saved -->\n${page('x')}`,
  ],
  'a prefix not declared': [
    page('<p epub:type="x" w:rsid="1">x</p><o:p>y</o:p>'),
    page('<p epub:type="x">x</p><span>y</span>').replace('xhtml">', 'xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'),
  ],
  'a script with operators': [
    page('', '<head><script>if (1 < 2 && a) {}</script></head>'),
    page('', '<head><script>//<![CDATA[\nif (1 < 2 && a) {}\n//]]></script></head>'),
  ],
  'a title in the text': [page('<p>a<title>b</p>'), page('<p>ab</p>')],
  'a page that lost its first tag': [
    '<head><title>T</title></head><body><p>x</p></body></html>',
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><p>x</p></body></html>',
  ],
  'a processing instruction that never ends': [page('<p>a <?x</p>'), page('<p>a &lt;?x</p>')],
  'angle brackets that are words': [
    page('<p>say <hello> and List<String> or <me@x.org></p>'),
    page('<p>say &lt;hello> and List&lt;String> or &lt;me@x.org></p>'),
  ],
}

for (const [name, [broken, mended]] of Object.entries(pages))
  test(name, () => {
    expect(applyMends(broken, mendsOf(broken, { html: true }))).toBe(mended)
    expect(syntaxFault(mended)).toBeUndefined()
    expect(mendsOf(mended, { html: true })).toEqual([])
  })

const dialects: Readonly<Record<string, [broken: string, mended: string]>> = {
  'an item that is never closed': [
    '<package><manifest><item id="a"><item id="b"/></manifest></package>',
    '<package><manifest><item id="a"></item><item id="b"/></manifest></package>',
  ],
  'a section that is never closed': [
    '<package><metadata><title>x</title><manifest/></package>',
    '<package><metadata><title>x</title></metadata><manifest/></package>',
  ],
  'another letter case at the end': ['<package><spine></Spine></package>', '<package><spine></spine></package>'],
  'cut off': [
    '<package><metadata><dc:title xmlns:dc="x">A &',
    '<package><metadata><dc:title xmlns:dc="x">A &amp;</dc:title></metadata></package>',
  ],
  'junk behind the root': ['<package><spine/></package>\n</html>\n', '<package><spine/></package>\n\n'],
  'a prefix not declared': [
    '<package><dc:title>x</dc:title></package>',
    '<package xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>x</dc:title></package>',
  ],
}

for (const [name, [broken, mended]] of Object.entries(dialects))
  test(`in XML: ${name}`, () => {
    expect(mendXml(broken)).toBe(mended)
    expect(syntaxFault(mended)).toBeUndefined()
  })

test('a well-formed page is not touched', () => {
  const sound = `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n${page('<p>a &amp; b<br></br></p><!-- c --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><linearGradient id="g"/></svg>')}\n`
  expect(mendsOf(sound, { html: true })).toEqual([])
})

test('hostile text takes time in proportion to its length', () => {
  const started = process.cpuUsage()
  for (const piece of ['<b ', '</x', '<!--', '<p>', '&a', '<a b="', '<![CDATA[']) mendsOf(piece.repeat(50_000), { html: true })
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1000, 'milliseconds of CPU').toBeLessThan(5000)
})
