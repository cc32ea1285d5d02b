import { expect } from 'vitest'
import { schemas } from '../node/schemas.ts'
import { book, book2 } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { modelSchema } from './model-schema.ts'

const page = (markup: string) => book({ 'chapter.xhtml': (text) => text.replace('<p>It', `${markup}<p>It`) })
const page2 = (markup: string) => book2({ 'chapter.xhtml': (text) => text.replace('<p>It', `${markup}<p>It`) })
const context = { schemas }
const becomes = (before: string, after: string) => ({ broken: page(before), repaired: page(after), context })
const becomes2 = (before: string, after: string) => ({ broken: page2(before), repaired: page2(after), context })

testRule(modelSchema, {
  cases: {
    'a piece of the text under the name of a title': becomes('<title><p>a</p></title>', '<p>a</p>'),
    'a meta that says nothing': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('<title>', '<meta/><title>') }),
      repaired: book(),
      context,
    },
    'old attributes': {
      ...becomes(
        '<p align="right" bgcolor="#fff" foo="1" class="a">x</p>',
        '<p class="a" data-foo="1" style="text-align: right; background-color: #fff">x</p>',
      ),
      also: ([finding]) =>
        expect(finding).toMatchObject({
          before: '<p align="right" bgcolor="#fff" foo="1" class="a">',
          after: '<p class="a" data-foo="1" style="text-align: right; background-color: #fff">',
        }),
    },
    'a width that is no number': becomes(
      '<img src="picture.png" alt="" width="50%"/>',
      '<img src="picture.png" alt="" style="width: 50%"/>',
    ),
    'old elements': becomes(
      '<center>x</center><p><font color="red">y</font></p>',
      '<div style="text-align: center">x</div><p><span style="color: red">y</span></p>',
    ),
    'a term at the end of a list': becomes(
      '<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>',
      '<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd></dd></dl>',
    ),
    'a name of nobody': becomes('<p><hello>x</hello></p>', '<p><span>x</span></p>'),
    'a style in the body': {
      broken: page('<style type="text/css">p { margin: 0 }</style>'),
      repaired: book({
        'chapter.xhtml': (text) =>
          text.replace('</head>', '<style type="text/css">p { margin: 0 }</style></head>').replace('    <p>It', '    <p>It'),
      }),
      context,
    },
    'items without a list': becomes('<li>a</li> <li>b</li>', '<ul><li>a</li> <li>b</li></ul>'),
    'a paragraph in a list': becomes('<ul><p>a</p><li>b</li></ul>', '<ul><li><p>a</p></li><li>b</li></ul>'),
    'a list beside its item': becomes('<ul><li>a</li><ul><li>b</li></ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'),
    'words in a table': becomes(
      '<table><p>a</p><tr><td>b</td></tr></table>',
      '<table><tr><td><p>a</p></td></tr><tr><td>b</td></tr></table>',
    ),
    'a row in a row': becomes('<table><tr><tr><td>a</td></tr></tr></table>', '<table><tr><td>a</td></tr></table>'),
    'a block in a phrase in a heading': becomes(
      '<h2><span><div>x</div></span></h2>',
      '<h2><span><span style="display: block">x</span></span></h2>',
    ),
    'a formula with a part too many': becomes(
      '<p><math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>a</mi><mi>b</mi><mi>c</mi></mfrac></math></p>',
      '<p><math xmlns="http://www.w3.org/1998/Math/MathML"><mrow><mi>a</mi><mi>b</mi><mi>c</mi></mrow></math></p>',
    ),
    'cells without a row': becomes('<table><td>a</td><td>b</td></table>', '<table><tr><td>a</td><td>b</td></tr></table>'),
    'a block in a paragraph': becomes('<p class="a">x <div>y</div> z</p>', '<p class="a">x</p> <div>y</div> <p class="a">z</p>'),
    'only a block in a paragraph': becomes('<p class="a"><div>y</div></p>', '<div class="a"><div>y</div></div>'),
    'a paragraph in a phrase': becomes('<div><b><p>x</p></b></div>', '<div><p><b>x</b></p></div>'),
    'a block in a heading': becomes('<h2><p>x</p></h2>', '<h2><span style="display: block">x</span></h2>'),
    'EPUB 2: bare words and phrases in the body': becomes2('bare <b>words</b> ', '<div>bare <b>words</b></div> '),
    'EPUB 2: words in a quotation': becomes2('<blockquote>x</blockquote>', '<blockquote><div>x</div></blockquote>'),
    'EPUB 2: sections': becomes2('<section class="a"><p>x</p></section>', '<div class="a"><p>x</p></div>'),
    'EPUB 2: an empty list': { broken: page2('<ul></ul>'), repaired: book2(), context },
    'EPUB 2: a row without cells': becomes2('<table><tr></tr></table>', '<table><tr><td></td></tr></table>'),
    'EPUB 2: a name': becomes2('<p><a name="x">y</a></p>', '<p><a id="x">y</a></p>'),
    'words of nobody in a drawing': becomes(
      '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><foo xmlns="http://a.org/" bar="1">x</foo></foreignObject></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><div xmlns="http://www.w3.org/1999/xhtml">x</div></foreignObject></svg>',
    ),
    'a meaning beside a formula': becomes(
      '<p><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>a</mi><annotation-xml encoding="MathML-Content"><ci>a</ci></annotation-xml></semantics></math></p>',
      '<p><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>a</mi><annotation-xml encoding="MathML-Content" name="contentequiv"><ci>a</ci></annotation-xml></semantics></math></p>',
    ),
    'two ways out of a switch': becomes(
      '<epub:switch><epub:case required-namespace="http://a.org/"><x xmlns="http://a.org/"/></epub:case><epub:default><p>a</p></epub:default><epub:default><p>b</p></epub:default></epub:switch>',
      '<epub:switch><epub:case required-namespace="http://a.org/"><x xmlns="http://a.org/"/></epub:case><epub:default><p>a</p><p>b</p></epub:default></epub:switch>',
    ),
    'a word of EPUB where HTML has one of the same name': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('<link ', '<link epub:type="cover" ') }),
      repaired: book(),
      context,
    },
  },
})
