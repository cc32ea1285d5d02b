import type { FaultName, Planted } from './faults.ts'
import type { Scene } from './picture.ts'
import { type Design, soundText } from './sound-book.ts'
import { alice } from './texts/alice.ts'
import { candide } from './texts/candide.ts'
import { carol } from './texts/carol.ts'

/** A broken book of the demo: the sound one and what was done to it. How many issues that makes, only the checker says. */
export interface Sample {
  readonly design: Design
  readonly rows: readonly Planted[]
}

type Place = readonly [line: number, fault: FaultName, feature: number, word?: string]

const rowsOf = (file: string, places: readonly Place[]): Planted[] =>
  places.map(([line, fault, feature, word]) => ({ fault, feature, file, line, ...(word && { word }) }))

const text = (chapter: number) => `EPUB/text/chapter-0${chapter}.xhtml`
const opf = 'EPUB/package.opf'
const nav = 'EPUB/nav.xhtml'
const ncx = 'EPUB/toc.ncx'
const css = 'EPUB/styles/book.css'

const scenes = (count: number, first: Scene): Scene[] =>
  Array.from({ length: count }, (_, index) => ({ ...first, seed: first.seed + index }))

const plain = ['body { margin: 5%; }', 'h1 { text-align: center; }', '.plate { text-align: center; }', 'p { margin: 0; }']

/** What careless editing leaves: the archive, the package, the links and the markup do not hold together. */
const brokenStructure: Sample = {
  design: {
    text: alice,
    id: '3b0e0c0a-51d3-4d7e-9d0c-0a6a4be4a101',
    styles: plain,
    scenes: scenes(5, {
      width: 568,
      height: 760,
      seed: 11,
      top: [44, 72, 140],
      foot: [246, 196, 150],
      light: [255, 244, 214],
      hill: [38, 66, 52],
    }),
  },
  rows: [
    { fault: 'a space after the media type', feature: 2, file: 'mimetype', line: 1, told: { file: '', line: 0 } },
    ...rowsOf('META-INF/container.xml', [[2, 'a container without its version', 3]]),
    ...rowsOf(opf, [
      [7, 'an empty language', 15],
      [9, 'an empty publisher', 15],
      [11, 'a date of change without its time', 15],
      [31, 'a part listed twice', 10],
      [38, 'a spine with a word for yes or no', 15],
    ]),
    {
      fault: 'a picture declared as another kind',
      feature: 11,
      file: opf,
      line: 29,
      told: { file: 'EPUB/images/plate-02.png', line: 0 },
    },
    ...rowsOf(nav, [[15, 'an entry of the contents that leads nowhere', 13]]),
    ...rowsOf(ncx, [
      [9, 'an NCX id that begins with a digit', 13],
      [12, 'an NCX id that begins with a digit', 13],
    ]),
    ...rowsOf(text(1), [
      [12, 'a bare ampersand', 6, 'once'],
      [13, 'a bare ampersand', 6, 'getting'],
      [14, 'a character name that XML does not know', 6, 'hurried'],
      [15, 'an attribute without quotes', 6],
      [16, 'the same attribute twice', 6],
      [17, 'a bare ampersand', 6, 'plenty'],
      [18, 'a character name that XML does not know', 6, 'brave'],
      [19, 'two hyphens in a comment', 6],
    ]),
    ...rowsOf(text(2), [
      [12, 'a link to a note that is not there', 14, 'telescope'],
      [13, 'an address with spaces', 14, 'garden'],
      [14, 'a link to a place that is not there', 14, 'hopeless'],
      [15, 'a link with backslashes', 14, 'White'],
      [16, 'a link to a note that is not there', 14, 'fan'],
      [17, 'a link to a place that is not there', 14, 'splash'],
      [18, 'an address with spaces', 14, 'swam'],
    ]),
    ...rowsOf(text(3), [
      [11, 'a picture in the wrong case', 4],
      [12, 'a link in the wrong case', 4, 'party'],
      [13, 'an id that begins with a digit and has a space', 9],
      [15, 'an id that begins with a digit and has a space', 9],
      [16, 'a link in the wrong case', 4, 'Dodo'],
      [18, 'an id that begins with a digit and has a space', 9],
    ]),
    ...rowsOf(text(4), [
      [12, 'a picture that is not there', 10, 'map'],
      [13, 'a link to a note that is not there', 14, 'gloves'],
      [14, 'a picture that is not there', 10, 'key'],
      [15, 'a link to a note that is not there', 14, 'bottle'],
      [16, 'a picture that is not there', 10, 'house'],
    ]),
    ...rowsOf(text(5), [
      [11, 'a bare ampersand', 6, 'hookah'],
      [12, 'a bare ampersand', 6, 'Who'],
      [13, 'an element that is never closed', 6, 'shyly'],
      [14, 'a character name that XML does not know', 6, 'understand'],
      [15, 'a character name that XML does not know', 6, 'thought'],
      [16, 'a bare ampersand', 6, 'mushroom'],
    ]),
    ...rowsOf(text(6), [
      [11, 'a link to a place that is not there', 14, 'footman'],
      [12, 'an id that begins with a digit and has a space', 9],
      [14, 'a link to a place that is not there', 14, 'claws'],
      [16, 'an address with spaces', 14, 'grin'],
    ]),
  ],
}

const french: Design = {
  text: candide,
  id: '7c1d7d0b-62e4-4e8f-8e1d-1b7b5cf5b202',
  styles: plain,
  scenes: scenes(4, {
    width: 597,
    height: 796,
    seed: 31,
    top: [96, 120, 150],
    foot: [232, 222, 200],
    light: [255, 250, 236],
    hill: [92, 74, 60],
  }),
}

const frenchText = soundText(french)

/** Each word with one accented letter or pair, the first time it stands in its line. */
const accented = (file: string): Planted[] =>
  (frenchText.get(file) ?? []).flatMap((line, index) => {
    const words = /^<(p|h1|li)[ >]/.test(line) ? [...line.matchAll(/[\p{L}-]+/gu)].map(([word]) => word) : []
    const once = words.filter((word) => /^[^\u0080-\uffff]*[\u0080-\uffff]+[^\u0080-\uffff]*$/.test(word))
    return [...new Set(once)].map((word) => ({
      fault: 'letters read in the wrong encoding' as const,
      feature: 5,
      file,
      line: index + 1,
      word,
    }))
  })

/** What a passage through the wrong code page leaves: accents as pairs of letters, declarations that are not true. */
const encodingIssues: Sample = {
  design: french,
  rows: [
    ...[1, 2, 3, 4, 5].flatMap((chapter) => accented(text(chapter))),
    ...accented(nav),
    ...rowsOf(text(4), [[12, 'a reference to a control character', 5, 'Candide']]),
    ...rowsOf(text(1), [[2, 'the document type of an older HTML', 7]]),
    ...rowsOf(text(2), [[5, 'another character set in the head', 7]]),
    ...rowsOf(text(3), [[2, 'the document type of an older HTML', 7]]),
    ...rowsOf(text(4), [[5, 'another character set in the head', 7]]),
    ...rowsOf(text(5), [
      [11, 'a reference to a control character', 5, 'passagers'],
      [12, 'a control character', 5, 'voiles'],
      [13, 'a reference to a control character', 5, 'port'],
      [14, 'a control character', 5, 'flammes'],
      [15, 'a reference to a control character', 5, 'Pangloss'],
    ]),
    {
      fault: 'UTF-8 that says it is Latin 1',
      feature: 5,
      file: text(6),
      line: 1,
      told: { file: text(6), line: 0 },
    },
  ],
}

const exported = [
  'body { margin: 5%; }',
  '.calibre { display: block; font-size: 1em; }',
  '.calibre1 { font-weight: bold; }',
  '.calibre2 { margin-top: 1em; }',
  '.calibre3 { text-align: center; }',
  '.calibre4 { font-style: italic; }',
  '.calibre5 { line-height: 1.3; }',
  '.calibre6 { text-indent: 1.2em; }',
  '.calibre7 { margin-left: 2em; }',
  '.calibre8 { margin-right: 2em; }',
  '.calibre9 { font-variant: small-caps; }',
  '.calibre10 { text-decoration: none; }',
  '.calibre11 { vertical-align: super; }',
  '.calibre12 { page-break-after: always; }',
  '.calibre13 { color: #333333; }',
  '.calibre14 { border-top: 1px solid; }',
  '.calibre15 { padding-top: 1em; }',
  '.calibre16 { letter-spacing: 0.1em; }',
  '.calibre17 { text-transform: uppercase; }',
  '.calibre18 { width: 100%; }',
  '.calibre19 { height: auto; }',
  '.calibre20 { clear: both; }',
  '.calibre21 { float: none; }',
  '.calibre22 { margin-bottom: 1em; }',
  '.calibre23 { text-align: justify; }',
  '.calibre24 { text-align: right; }',
  '.calibre25 { font-size: 0.9em; }',
  '.calibre26 { font-family: serif; }',
  '.calibre27 { border-bottom: 1px solid; }',
  '.calibre28 { padding-bottom: 1em; }',
  '.plate { text-align: center; }',
]

const noColon = 'a declaration without its colon'

/** What a conversion by a desktop tool leaves: old HTML, half a style sheet, notes of its own. */
const calibreExport: Sample = {
  design: {
    text: carol,
    id: '9d2e8e1c-73f5-4f90-9f2e-2c8c6d06c303',
    styles: exported,
    scenes: scenes(6, {
      width: 625,
      height: 836,
      seed: 57,
      top: [22, 28, 62],
      foot: [120, 130, 168],
      light: [250, 246, 226],
      hill: [226, 232, 240],
    }),
  },
  rows: [
    ...rowsOf(opf, [
      [17, 'a prefix that nobody declared', 21],
      [18, 'a prefix that nobody declared', 21],
      [19, 'a prefix that nobody declared', 21],
    ]),
    ...rowsOf(nav, [[12, 'an entry of the contents that leads nowhere', 13]]),
    ...rowsOf(ncx, [
      [8, 'an NCX id that begins with a digit', 13],
      [11, 'an NCX id that begins with a digit', 13],
    ]),
    ...rowsOf(
      css,
      [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24].map(
        (line) => [line, noColon, 18] as const,
      ),
    ),
    ...rowsOf(css, [
      [25, 'a direction in the style sheet', 18],
      [26, 'a direction in the style sheet', 18],
      [27, 'a direction in the style sheet', 18],
      [28, 'a direction in the style sheet', 18],
      [29, 'a background that is not there', 14],
      [30, 'a background that is not there', 14],
    ]),
    ...rowsOf(text(1), [
      [8, 'a page colour in an attribute', 8],
      [11, 'space around a picture in an attribute', 8],
      [12, 'an align attribute', 8],
      [13, 'a <center>', 8],
      [14, 'a <font>', 8, 'ironmongery'],
      [15, 'an align attribute', 8],
      [16, 'a <big>', 8, 'warehouse'],
      [17, 'a <font>', 8, 'flint'],
      [18, 'an align attribute', 8],
      [19, 'a <tt>', 8, 'street'],
      [20, 'a <strike>', 8, 'bleak'],
      [21, 'an align attribute', 8],
      [22, 'a <font>', 8, 'cheerful'],
      [23, 'a <big>', 8, 'pudding'],
    ]),
    ...rowsOf(text(2), [
      [8, 'a page colour in an attribute', 8],
      [11, 'space around a picture in an attribute', 8],
      [12, 'an align attribute', 8],
      [13, 'a <font>', 8, 'Twelve'],
      [14, 'a <tt>', 8, 'visitor'],
      [15, 'a block inside a paragraph', 8, 'medium'],
      [16, 'an align attribute', 8],
      [17, 'a <center>', 8],
      [18, 'a <font>', 8, 'country'],
      [19, 'a <strike>', 8, 'shadows'],
      [20, 'an align attribute', 8],
      [21, 'a <big>', 8, 'fiddler'],
    ]),
    ...rowsOf(text(3), [
      [8, 'a page colour in an attribute', 8],
      [11, 'space around a picture in an attribute', 8],
      [12, 'an align attribute', 8],
      [13, 'a <font>', 8, 'strange'],
      [14, 'a paragraph inside a span', 8],
      [15, 'an align attribute', 8],
      [16, 'a <big>', 8, 'goose'],
      [17, 'a <font>', 8, 'ribbons'],
      [18, 'a <center>', 8],
      [19, 'an align attribute', 8],
      [20, 'a <tt>', 8, 'twelve'],
    ]),
    ...rowsOf(text(4), [
      [8, 'a page colour in an attribute', 8],
      [11, 'space around a picture in an attribute', 8],
      [12, 'an align attribute', 8],
      [13, 'a <font>', 8, 'garment'],
      [14, 'a list entry without a list', 8],
      [15, 'an align attribute', 8],
      [16, 'a <strike>', 8, 'shadows'],
      [17, 'a <big>', 8, 'Ebenezer'],
      [18, 'a <font>', 8, 'Christmas'],
    ]),
    ...rowsOf(text(5), [
      [8, 'a page colour in an attribute', 8],
      [11, 'space around a picture in an attribute', 8],
      [12, 'an align attribute', 8],
      [13, 'a <font>', 8, 'quite'],
      [14, 'a <center>', 8],
      [15, 'an align attribute', 8],
      [16, 'a <big>', 8, 'second'],
      [17, 'a <tt>', 8, 'heart'],
      [18, 'an align attribute', 8],
    ]),
  ],
}

export const samples = { 'broken-structure': brokenStructure, 'encoding-issues': encodingIssues, 'calibre-export': calibreExport }
