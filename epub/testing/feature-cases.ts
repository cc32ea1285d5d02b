import type { Platform } from '../platforms/platform.ts'
import type { PictureTools } from '../ports.ts'
import type { RepairOptions } from '../repair.ts'
import { book, book2, bytesOf, type Overrides, withItems } from './book.ts'
import { all, type Change, inChapter, inHead, inMetadata, put, simple, swap, withCss } from './changes.ts'
import { idCases } from './id-cases.ts'

/** One fault and the feature that answers it. */
export interface FeatureCase {
  readonly feature: number
  readonly what: string
  readonly bytes: () => Promise<Uint8Array>
  readonly fileName?: string
  /** What is said before and no longer after: ids of EPUBCheck, or of platform rules as `KIN-9`. */
  readonly before: readonly string[]
  readonly options?: Pick<RepairOptions, 'only' | 'ask' | 'skip' | 'targets' | 'upgrade'>
}

type Options = FeatureCase['options']
const of = (feature: number, what: string, before: string, overrides: Overrides, options?: Options): FeatureCase => ({
  feature,
  what,
  bytes: () => bytesOf(book(overrides)),
  before: before.split(' '),
  options,
})
const two = (feature: number, what: string, before: string, overrides: Overrides, options?: Options): FeatureCase => ({
  ...of(feature, what, before, {}, options),
  bytes: () => bytesOf(book2(overrides)),
})
/** A book that raises one id, from the checker's own tests. */
const raised = (feature: number, id: string, what: string, options?: Options): FeatureCase => ({
  feature,
  what,
  before: [id],
  options,
  ...idCases[id]!,
})

const opf = (...changes: readonly Change[]): Overrides => ({ 'package.opf': all(...changes) })
const aim = (...targets: readonly Platform[]): Options => ({ targets })
const pick = (...only: readonly number[]): Options => ({ only })
const long = (count: number) =>
  Array.from(
    { length: count },
    (_, i) =>
      `<h2 id="part-${i}">Part ${i}</h2><p>${`It was part ${i} of a long story. `.repeat(120)}<a href="#part-${(i * 7) % count}">See</a></p>\n`,
  ).join('')

const pageMap = `<page-map xmlns="http://www.idpf.org/2007/opf"><page name="1" href="chapter.xhtml#one"/></page-map>`

/** A sound, cut book: everything after the last page is gone, with the directory. */
const cut = async () => {
  const bytes = await bytesOf(book())
  return bytes.subarray(0, bytes.length - 200)
}

const woff = (path: Uint8Array): Overrides => ({
  'plex.woff2': path,
  'style.css':
    "@font-face { font-family: Plex; src: url(plex.woff2) format('woff2'); }\nbody { font-family: Plex, monospace; }\n",
  ...opf(withItems({ id: 'plex', href: 'plex.woff2', type: 'font/woff2' })),
})

/** What only a library of pictures or fonts can make, for the cases that need them. */
export interface Materials {
  readonly photo: Uint8Array
  readonly printed: Uint8Array
  readonly webp: Uint8Array
  readonly woff2: Uint8Array
  readonly pictures: PictureTools
}

/** A real before and after for every feature of the engine. */
export const featureCases = ({ photo, printed, webp, woff2 }: Materials): readonly FeatureCase[] => [
  { feature: 1, what: 'an archive that is cut off', bytes: cut, before: ['PKG-008'] },
  raised(2, 'PKG-007', 'a mimetype with something else in it'),
  of(3, 'no signpost to the package', 'RSC-002', { 'META-INF/container.xml': undefined }),
  of(4, 'a file name that Windows forbids', 'PKG-009', {
    'a*b.css': 'p { margin: 0 }',
    ...opf(withItems({ id: 'odd', href: 'a*b.css', type: 'text/css' })),
  }),
  of(5, 'a page in Latin-1 that says UTF-8', 'RSC-016', {
    'chapter.xhtml': new TextEncoder().encode(simple('caf?')).map((byte) => (byte === 0x3f ? 0xe9 : byte)),
  }),
  of(6, 'tags that are not closed', 'RSC-016', inChapter('<p>a<br>b</p>')),
  of(7, 'the document type of an older HTML', 'HTM-004', {
    'chapter.xhtml': swap(
      '<!DOCTYPE html>',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    ),
  }),
  of(8, 'attributes of old HTML', 'RSC-005', inChapter('<p align="center">a</p>')),
  of(9, 'an id that stands twice', 'RSC-005', inChapter('<p id="one">a</p>')),
  of(10, 'a part that is listed and not there', 'RSC-001', opf(withItems({ id: 'gone', href: 'gone.css', type: 'text/css' }))),
  of(11, 'a picture that is labelled as another kind', 'OPF-029', opf(swap('media-type="image/png"', 'media-type="image/gif"'))),
  two(12, 'a page that stands twice in the reading order', 'OPF-034', opf(put('  </spine>', '<itemref idref="chapter"/>'))),
  of(13, 'a table of contents of another book', 'NCX-001', { 'toc.ncx': swap('12345678', '87654321') }),
  of(14, 'a link to a place that is not there', 'RSC-012', inChapter('<p><a href="#gone">a</a></p>')),
  of(15, 'no title', 'RSC-005', opf(swap('<dc:title>A Small Book</dc:title>', ''))),
  of(16, 'a picture whose bytes are none', 'PKG-021', { 'picture.png': new Uint8Array(64).fill(7) }),
  of(
    17,
    'a page that is marked as the cover picture',
    'OPF-012',
    opf(swap('id="chapter"', 'id="chapter" properties="cover-image"')),
  ),
  of(18, 'a slip in the style sheet', 'CSS-008', withCss('body { margin: 1em; color }\n')),

  of(
    19,
    'a page map for one old reader',
    'OPF-062',
    {
      'map.xml': pageMap,
      ...opf(
        withItems({ id: 'map', href: 'map.xml', type: 'application/oebps-page-map+xml' }),
        swap('<spine toc="ncx"', '<spine toc="ncx" page-map="map"'),
      ),
    },
    pick(19),
  ),
  of(
    19,
    'what calibre noted for itself',
    'CAL-7',
    inMetadata('<meta name="calibre:timestamp" content="2020-01-01"/><meta name="calibre:series" content="Small Books"/>'),
    pick(19),
  ),
  two(
    20,
    'an EPUB 2',
    'APL-7 GOO-5',
    {
      'chapter.xhtml': all(
        swap('<h1 id="one">', '<h1 id="one"><a id="top"></a>'),
        put('  </body>', '<p><tt>a</tt> <acronym>b</acronym></p>\n'),
      ),
    },
    { upgrade: true },
  ),
  of(
    21,
    'a formula that is not declared',
    'OPF-014',
    inChapter('<math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x"><mi>x</mi></math>'),
  ),

  of(
    22,
    'a form',
    'KIN-9',
    {
      ...inChapter('<form action="#"><p><label>Name <input type="text"/></label> <button>Go</button></p></form>'),
      ...opf(swap('id="chapter"', 'id="chapter" properties="scripted"')),
    },
    aim('kindle'),
  ),
  of(
    22,
    'letters without a declaration',
    'KIN-6',
    { 'chapter.xhtml': all(swap('<?xml version="1.0" encoding="UTF-8"?>\n', ''), swap('April', 'Avril, café')) },
    aim('kindle'),
  ),
  of(
    22,
    'margins that pull the text off the page',
    'KIN-14',
    withCss('p { margin: 0 -2em; position: absolute }\n'),
    aim('kindle'),
  ),
  of(
    22,
    'a link to the id of a whole page',
    'KIN-16',
    {
      ...inChapter('<p><a href="two.xhtml#all">a</a></p>'),
      'two.xhtml': simple('b').replace('<body>', '<body id="all">'),
      ...opf(withItems({ id: 'two', href: 'two.xhtml', type: 'application/xhtml+xml' })),
    },
    aim('kindle'),
  ),
  of(
    22,
    'no older table of contents',
    'ADE-5',
    { 'toc.ncx': undefined, ...opf(swap(/ {4}<item id="ncx".*\n/, ''), swap(' toc="ncx"', '')) },
    aim('adobe'),
  ),

  of(
    23,
    'style that old readers crash on',
    'ADE-2 KOB-11',
    withCss(
      ':root { --wide: 2em }\nbody { display: flex; margin: min(1em, 20px); padding: var(--wide) }\n@supports (display: grid) { p { margin: 0 } }\n',
    ),
    aim('adobe'),
  ),

  of(
    24,
    'a picture beyond the store’s limit',
    'APL-3',
    {
      'picture.jpg': photo,
      'picture.png': undefined,
      ...opf(swap('href="picture.png" media-type="image/png"', 'href="picture.jpg" media-type="image/jpeg"')),
      'chapter.xhtml': swap('picture.png', 'picture.jpg'),
    },
    aim('appleBooks'),
  ),
  of(
    24,
    'a picture in the colours of print',
    'APL-4',
    {
      'picture.jpg': printed,
      'picture.png': undefined,
      ...opf(swap('href="picture.png" media-type="image/png"', 'href="picture.jpg" media-type="image/jpeg"')),
      'chapter.xhtml': swap('picture.png', 'picture.jpg'),
    },
    aim('appleBooks'),
  ),
  of(
    24,
    'a picture of a kind that the store does not take',
    'KIN-10 GOO-3',
    {
      'picture.webp': webp,
      'picture.png': undefined,
      ...opf(swap('href="picture.png" media-type="image/png"', 'href="picture.webp" media-type="image/webp"')),
      'chapter.xhtml': swap('picture.png', 'picture.webp'),
    },
    aim('kindle'),
  ),

  of(25, 'a font that old readers do not know', 'ADE-9 KOB-7', woff(woff2), aim('kobo')),
  of(25, 'a font that is named and not there', 'KOB-7', withCss('body { font-family: "Some Sans" }\n'), pick(25)),

  of(
    26,
    'a formula without words',
    'ACC-009',
    {
      ...inChapter('<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mo>=</mo><mn>2</mn></math>'),
      ...opf(swap('id="chapter"', 'id="chapter" properties="mathml"')),
    },
    pick(26),
  ),

  of(27, 'a style sheet on the web', 'RSC-006', inHead('<link rel="stylesheet" href="http://example.org/a.css"/>')),
  of(
    28,
    'a fixed page that does not say its size',
    'HTM-046',
    inMetadata('<meta property="rendition:layout">pre-paginated</meta>'),
  ),
  of(28, 'a size on a page that flows', 'HTM-060b', inHead('<meta name="viewport" content="width=600, height=800"/>'), pick(28)),
  two(29, 'a fallback that is not there', 'OPF-040', opf(swap('id="picture"', 'id="picture" fallback="gone"'))),

  of(30, 'a page too large for old readers', 'ADE-1', inChapter(long(90)), aim('adobe')),
  of(
    30,
    'a file that nothing leads to',
    'OPF-097',
    { 'idle.css': 'p { margin: 0 }', ...opf(withItems({ id: 'idle', href: 'idle.css', type: 'text/css' })) },
    pick(30),
  ),

  of(37, 'an error that only a search answers', 'RSC-005', inChapter('<p>a <blink>b</blink></p>'), pick(37)),
]
