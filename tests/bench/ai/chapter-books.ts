import type { Publication } from '../../../epub/publication.ts'
import { publicationFrom } from '../../../epub/testing/book.ts'
import type { Dice } from './dice.ts'
import { isDense, paragraphsIn } from './texts.ts'

export interface ChapterBook {
  readonly publication: Publication
  /** The first line of each heading, by the page it stands on. */
  readonly truth: readonly { readonly path: string; readonly line: string }[]
  readonly what: string
}

interface Tongue {
  readonly numbered: (n: number) => string
  readonly front: string
  readonly back: string
}

const romans = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII', 'XIII', 'XIV', 'XV', 'XVI']

/** How books in these languages head their chapters. */
export const tongues: Readonly<Record<string, Tongue>> = {
  en: { numbered: (n) => `Chapter ${n}`, front: 'Prologue', back: 'Epilogue' },
  de: { numbered: (n) => `${n}. Kapitel`, front: 'Vorwort', back: 'Nachwort' },
  fr: { numbered: (n) => `Chapitre ${romans[n]}`, front: 'Avant-propos', back: 'Épilogue' },
  es: { numbered: (n) => `Capítulo ${romans[n]}`, front: 'Prólogo', back: 'Epílogo' },
  it: { numbered: (n) => `Capitolo ${n}`, front: 'Prefazione', back: 'Epilogo' },
  pt: { numbered: (n) => `Capítulo ${n}`, front: 'Prefácio', back: 'Epílogo' },
  nl: { numbered: (n) => `Hoofdstuk ${n}`, front: 'Voorwoord', back: 'Nawoord' },
  sv: { numbered: (n) => `Kapitel ${n}`, front: 'Förord', back: 'Efterord' },
  pl: { numbered: (n) => `Rozdział ${romans[n]}`, front: 'Przedmowa', back: 'Posłowie' },
  cs: { numbered: (n) => `Kapitola ${n}`, front: 'Předmluva', back: 'Doslov' },
  hu: { numbered: (n) => `${n}. fejezet`, front: 'Előszó', back: 'Utószó' },
  fi: { numbered: (n) => `Luku ${n}`, front: 'Esipuhe', back: 'Epilogi' },
  tr: { numbered: (n) => `Bölüm ${n}`, front: 'Önsöz', back: 'Sonsöz' },
  ru: { numbered: (n) => `Глава ${n}`, front: 'Предисловие', back: 'Эпилог' },
  uk: { numbered: (n) => `Розділ ${romans[n]}`, front: 'Передмова', back: 'Післямова' },
  el: { numbered: (n) => `Κεφάλαιο ${n}`, front: 'Πρόλογος', back: 'Επίλογος' },
  ja: { numbered: (n) => `第${n}章`, front: '序章', back: '終章' },
  zh: { numbered: (n) => `第${'零一二三四五六七八九十'[n] ?? n}章`, front: '前言', back: '后记' },
}

const layouts = ['a page each', 'all in one page', 'cut anywhere'] as const
const headings = ['words', 'words in capitals', 'numerals', 'titles', 'numbered titles', 'two lines'] as const
const looks = ['plain', 'a class that is bold', 'centred', 'large', 'bold element', 'page break'] as const

const sheet = `.c1 { text-indent: 1.2em; margin: 0 }
.c2 { font-weight: bold; margin: 2em 0 }
.c3 { text-align: center }
.c4 { font-size: 1.6em; margin-top: 3em }
.c5 { page-break-before: always; margin-bottom: 2em }
.c6 { text-align: center; margin: 1em }
`

const xml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** A book whose headings are paragraphs, with what is easily taken for one: scene breaks, signs, letters, lists, verses, dates. */
export function chapterBook(language: string, dice: Dice): ChapterBook {
  const tongue = tongues[language]!
  const source = paragraphsIn(language)
  const layout = dice.pick(layouts)
  const heading = dice.pick(headings)
  // A title that looks like any short line is no heading to anybody.
  const look = heading === 'titles' ? dice.pick(looks.slice(1)) : dice.pick(looks)
  const count = 5 + dice.below(8)
  const prose = () => dice.pick(source)
  const title = () => {
    const text = prose().replace(/[.,;:«»"“”„()。、，；：]/g, '')
    const words = isDense(language) ? [text.slice(0, 4 + dice.below(6))] : text.split(' ').slice(0, 2 + dice.below(4))
    const phrase = words.join(' ')
    return phrase[0]!.toUpperCase() + phrase.slice(1)
  }
  const styled = (line: string) => {
    const text = xml(line)
    if (look === 'a class that is bold') return `<p class="c2">${text}</p>`
    if (look === 'centred') return `<p class="c3">${text}</p>`
    if (look === 'large') return dice.chance(0.5) ? `<p class="c4">${text}</p>` : `<div style="font-size: 150%">${text}</div>`
    if (look === 'bold element') return `<p class="c1"><b>${text}</b></p>`
    if (look === 'page break') return `<p class="c5">${text}</p>`
    return `<p class="c1">${text}</p>`
  }
  const linesFor = (n: number): string[] => {
    if (heading === 'words') return [tongue.numbered(n)]
    if (heading === 'words in capitals') return [tongue.numbered(n).toLocaleUpperCase(language)]
    if (heading === 'numerals') return [dice.chance(0.5) ? `${n}` : `${n}`]
    if (heading === 'titles') return [title()]
    if (heading === 'numbered titles') return [`${n}. ${title()}`]
    return [tongue.numbered(n), title()]
  }
  const decoys = [
    () => '<p class="c6">* * *</p>',
    () => `<p class="c1">– ${xml(title())}?</p>`,
    () => `<p class="c1">${xml(title().toLocaleUpperCase(language))}!</p>`,
    () => `<p class="c6"><i>${xml(title())},</i></p><p class="c6"><i>${xml(title())}.</i></p>`,
    () => [1, 2, 3].map((n) => `<p class="c1">${n}. ${xml(prose())}</p>`).join('\n'),
    () => [1, 2, 3, 4].map((n) => `<p class="c1">${n}. ${xml(title())}</p>`).join('\n'),
    () => `<p class="c1">“${xml(title())},” ${xml(prose())}</p>`,
    () => `<p class="c1">${1900 + dice.below(100)}</p>`,
    () => `<blockquote><p>${xml(title())}</p><p>${xml(title())}</p></blockquote>`,
  ]
  const body = () => {
    const parts = Array.from({ length: 5 + dice.below(9) }, () => `<p class="c1">${xml(prose())}</p>`)
    for (let i = dice.below(3); i > 0; i--) parts.splice(1 + dice.below(parts.length - 1), 0, dice.pick(decoys)())
    return parts
  }
  const withMatter = dice.chance(0.4)
  const heads = [
    ...(withMatter && heading !== 'numerals' ? [[tongue.front]] : []),
    ...Array.from({ length: count }, (_, index) => linesFor(index + 1)),
    ...(withMatter && heading !== 'numerals' ? [[tongue.back]] : []),
  ]
  const chapters = heads.map((lines) => ({ lines, blocks: [...lines.map(styled), ...body()] }))
  const bookTitle = title()
  const author = 'A. N. Author'
  const pages: string[][] = [[`<p class="c4">${xml(bookTitle)}</p>`, `<p class="c3">${author}</p>`, '<p class="c3">MMXX</p>']]
  const truth: { path: string; line: string }[] = []
  const pathOf = (index: number) => `EPUB/part${String(index).padStart(4, '0')}.xhtml`
  for (const [index, { lines, blocks }] of chapters.entries()) {
    const isNew = layout === 'a page each' || index === 0 || (layout === 'cut anywhere' && dice.chance(0.3))
    if (isNew) pages.push([])
    truth.push({ path: pathOf(pages.length - 1), line: lines[0]! })
    if (layout === 'cut anywhere' && dice.chance(0.3) && blocks.length > 6) {
      pages.at(-1)!.push(...blocks.slice(0, 5))
      pages.push(blocks.slice(5))
    } else pages.at(-1)!.push(...blocks)
  }
  if (dice.chance(0.3))
    pages[0]!.push(...truth.map(({ path, line }) => `<p class="c1"><a href="${path.slice(5)}">${xml(line)}</a></p>`))
  const publication = bookOf(
    language,
    bookTitle,
    pages.map((blocks) => blocks.join('\n')),
  )
  return { publication, truth, what: `${heading}, ${look}, ${layout}` }
}

function bookOf(language: string, title: string, pages: readonly string[]): Publication {
  const names = pages.map((_, index) => `part${String(index).padStart(4, '0')}.xhtml`)
  const files: Record<string, string> = {
    'META-INF/container.xml':
      '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'EPUB/package.opf': `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="uid">urn:uuid:0c3ed0a6-1111-4222-8333-444455556666</dc:identifier>
    <dc:title>${xml(title)}</dc:title>
    <dc:language>${language}</dc:language>
    <meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="css" href="style.css" media-type="text/css"/>
${names.map((name, index) => `    <item id="p${index}" href="${name}" media-type="application/xhtml+xml"/>`).join('\n')}
  </manifest>
  <spine>
${names.map((_, index) => `    <itemref idref="p${index}"/>`).join('\n')}
  </spine>
</package>
`,
    'EPUB/nav.xhtml': `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
  <head><title>Contents</title></head>
  <body>
    <nav epub:type="toc">
      <ol>
        <li><a href="${names[0]}">Start</a></li>
      </ol>
    </nav>
  </body>
</html>
`,
    'EPUB/style.css': sheet,
  }
  for (const [index, name] of names.entries())
    files[`EPUB/${name}`] = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="${language}" lang="${language}">
  <head><title>${xml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
  <body>
${pages[index]}
  </body>
</html>
`
  return publicationFrom(files)
}
