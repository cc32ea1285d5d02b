import type { Files } from './sound-book.ts'

/** One planted fault: what was done (a name in `faults`), which repair feature answers it, in which file, in which line. */
export interface Planted {
  readonly fault: FaultName
  readonly feature: number
  readonly file: string
  /** From 1. */
  readonly line: number
  /** Where a line could have several: the word that is hit. */
  readonly word?: string
  /** Where a checker speaks of the archive or of a whole file instead of the line. */
  readonly told?: { readonly file: string; readonly line: number }
}

const swap = (from: string | RegExp, to: string) => (line: string) => line.replace(from, to)
const around = (before: string, after: string) => (line: string, word: string) => line.replace(word, before + word + after)
/** Windows-1252 by byte from 80 to 9F (Encoding Standard, index windows-1252). */
const upper =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'
/** UTF-8 that was read as Windows-1252. */
const garbled = (word: string) =>
  [...new TextEncoder().encode(word)]
    .map((byte) => (byte >= 0x80 && byte < 0xa0 ? upper[byte - 0x80] : String.fromCharCode(byte)))
    .join('')

/** What happens to a line. Each leaves the number of lines as it was, so that a row stays true whatever else is planted. */
export const faults = {
  'a space after the media type': (line) => `${line} `,
  'a container without its version': swap(' version="1.0"', ''),
  'a link in the wrong case': around('<a href="Chapter-01.xhtml">', '</a>'),
  'a picture in the wrong case': swap('plate-', 'Plate-'),

  'letters read in the wrong encoding': (line, word) => line.replace(word, garbled(word)),
  'a control character': (line, word) => line.replace(word, `${word}\u0092`),
  'a reference to a control character': (line, word) => line.replace(word, `${word}&#146;`),
  'UTF-8 that says it is Latin 1': swap('UTF-8', 'ISO-8859-1'),
  'the document type of an older HTML': swap(
    '<!DOCTYPE html>',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">',
  ),
  'another character set in the head': (line) =>
    `${line}<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"/>`,

  'a bare ampersand': (line, word) => line.replace(word, `${word} &`),
  'a character name that XML does not know': (line, word) => line.replace(word, `&nbsp;${word}`),
  'an attribute without quotes': swap(/ id="([^"]+)"/, ' id=$1'),
  'the same attribute twice': swap('<p ', '<p class="a" class="b" '),
  'two hyphens in a comment': (line) => `${line}<!-- page -- break -->`,
  'an element that is never closed': (line, word) => line.replace(word, `<em>${word}`),

  'an id that begins with a digit and has a space': swap(/ id="t([^"]+)"/, ' id="1 $1"'),
  'a part listed twice': (line) => `${line}${line.replace(/ id="[^"]+"/, ' id="again"').replace(/ properties="[^"]+"/, '')}`,
  'a picture that is not there': (line, word) => `${line}<p><img src="../images/${word}.png" alt=""/></p>`,
  'a picture declared as another kind': swap('image/png', 'image/jpeg'),
  'a spine with a word for yes or no': swap(/<itemref /, '<itemref linear="true" '),
  'an entry of the contents that leads nowhere': swap(/href="text\/[^"]+"/, 'href="text/lost.xhtml"'),
  'an NCX id that begins with a digit': swap(/ id="n(\d+)"/, ' id="$1"'),
  'a link to a note that is not there': around('<a href="notes.xhtml">', '</a>'),
  'a link to a place that is not there': around('<a href="#note">', '</a>'),
  'a link with backslashes': around('<a href="..\\text\\chapter-01.xhtml">', '</a>'),
  'an address with spaces': around('<a href="http://example.org/a b c">', '</a>'),
  'an empty language': swap(/>[^<]+</, '><'),
  'an empty publisher': swap(/>[^<]+</, '><'),
  'a date of change without its time': swap('T00:00:00Z', ''),

  'a <center>': swap(/<p ([^>]+)>(.*)<\/p>/, '<center><p $1>$2</p></center>'),
  'a <font>': around('<font color="#336699">', '</font>'),
  'a <tt>': around('<tt>', '</tt>'),
  'a <big>': around('<big>', '</big>'),
  'a <strike>': around('<strike>', '</strike>'),
  'a block inside a paragraph': around('<div>', '</div>'),
  'a paragraph inside a span': (line) => `<span>${line}</span>`,
  'a list entry without a list': swap(/<p ([^>]+)>(.*)<\/p>/, '<li $1>$2</li>'),
  'an align attribute': swap('<p ', '<p align="justify" '),
  'a page colour in an attribute': swap('<body', '<body bgcolor="#ffffff"'),
  'space around a picture in an attribute': swap('<img ', '<img hspace="4" '),
  'a declaration without its colon': swap(': ', ' '),
  'a direction in the style sheet': swap(' }', ' direction: ltr; }'),
  'a background that is not there': swap(' }', ' background: url(paper.png); }'),
  'a prefix that nobody declared': swap('/>', ' properties="calibre:title-page"/>'),
} satisfies Record<string, (line: string, word: string) => string>

export type FaultName = keyof typeof faults

/** Plants the rows in a sound book. Throws where a row would change nothing. */
export function planted(sound: Files, rows: readonly Planted[]): Files {
  const files: Files = new Map(sound)
  for (const { fault, file, line, word = '' } of rows) {
    const change: (line: string, word: string) => string = faults[fault]
    const lines = files.get(file)
    const before = Array.isArray(lines) ? (lines[line - 1] ?? '') : ''
    const after = change(before, word)
    if (!Array.isArray(lines) || after === before) throw new Error(`Nothing to plant: ${fault} in line ${line} of ${file}`)
    files.set(file, lines.with(line - 1, after))
  }
  return files
}
