import type { Facts } from './facts.ts'
import { measures } from './measures.ts'
import type { Platform, PlatformFinding, PlatformFindings, PlatformLevel } from './platform.ts'
import { platforms } from './platform.ts'

interface PlatformRule {
  readonly id: string
  readonly level: PlatformLevel
  readonly message: string
  readonly limit?: string
  /** Where the platform says so, and when we read it. */
  readonly source: string
  readonly date: string
  /** The measured value of each failure; empty when the rule is met. */
  readonly failures: (facts: Facts) => readonly { readonly measured?: string; readonly path?: string }[]
}

const kindleGuide = 'Kindle Publishing Guidelines 2026.1'
const appleGuide = 'Apple Books Asset Guide 5.3'
const koboGuide = 'Kobo EPUB Guidelines'
const googleGuide = 'Google Books Partner Center, file and EPUB pages'
const adobeNotes = 'Field reports on RMSDK readers'
const calibreNotes = "calibre's book check and importer"
const date = '2026-11'

const MB = 1_048_576
const when = (condition: boolean, measured?: string, path?: string) => (condition ? [{ measured, path }] : [])
const each = (paths: readonly string[]) => paths.slice(0, 20).map((path) => ({ path }))
const megapixels = ({ width, height }: { width: number; height: number }) => (width * height) / 1e6
const size = ({ width, height }: { width: number; height: number }) => `${width} × ${height} pixels`
const megabytes = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`
const errorCount = ({ errors }: Facts) => when(errors.length > 0, `${errors.length} errors`)
const noContents = ({ tocEntries, ncxEntries }: Facts) => when(tocEntries === 0 && ncxEntries === 0)
const foreignImages = (facts: Facts, allowed: RegExp) =>
  facts.images.filter(({ mediaType }) => !allowed.test(mediaType)).map(({ path, mediaType }) => ({ path, measured: mediaType }))
const imagesOver = ({ images }: Facts, limit: number) =>
  images.flatMap(({ path, pixels }) =>
    pixels && megapixels(pixels) > limit ? [{ path, measured: `${megapixels(pixels).toFixed(1)} million pixels` }] : [],
  )
const drawnCss = /\b(?:min|max|clamp|var)\(|display\s*:\s*(?:inline-)?(?:flex|grid)|@supports|(?:^|[{;\s])--[\w-]+\s*:/
const modernStyles = ({ styles }: Facts) => each(styles.filter(({ text }) => drawnCss.test(text)).map(({ path }) => path))
const pagesOver = ({ pages }: Facts, bytes: number) =>
  pages.filter((page) => page.size > bytes).map((page) => ({ path: page.path, measured: `${Math.round(page.size / 1024)} KB` }))

/** The compatibility grid's rules as data: one row a rule, with where it comes from. */
export const platformRules: Readonly<Record<Platform, readonly PlatformRule[]>> = {
  kindle: [
    {
      id: 'KIN-1',
      level: 'blocks',
      message: 'The book has no cover that the package declares.',
      source: kindleGuide,
      date,
      failures: (f) => when(!f.coverDeclared),
    },
    {
      id: 'KIN-2',
      level: 'blocks',
      message: 'The cover is too small for the store.',
      limit: 'short side at least 500 pixels',
      source: 'KDP cover image guidelines',
      date,
      failures: ({ cover }) =>
        when(
          !!cover?.pixels && Math.min(cover.pixels.width, cover.pixels.height) < 500,
          cover?.pixels && size(cover.pixels),
          cover?.path,
        ),
    },
    {
      id: 'KIN-2',
      level: 'warns',
      message: 'The cover is smaller than the store recommends.',
      limit: '1000 × 625 pixels, best 2560 × 1600',
      source: 'KDP cover image guidelines',
      date,
      failures: ({ cover }) =>
        when(
          !!cover?.pixels &&
            (Math.max(cover.pixels.width, cover.pixels.height) < 1000 || Math.min(cover.pixels.width, cover.pixels.height) < 625),
          cover?.pixels && size(cover.pixels),
          cover?.path,
        ),
    },
    {
      id: 'KIN-4',
      level: 'blocks',
      message: 'There is no table of contents for the menu.',
      source: kindleGuide,
      date,
      failures: noContents,
    },
    {
      id: 'KIN-5',
      level: 'blocks',
      message: 'A link or contents entry leads nowhere.',
      source: kindleGuide,
      date,
      failures: ({ errors }) =>
        when(
          errors.some((id) => id === 'RSC-007' || id === 'RSC-012'),
          `${errors.filter((id) => id === 'RSC-007' || id === 'RSC-012').length} dead targets`,
        ),
    },
    {
      id: 'KIN-6',
      level: 'blocks',
      message: 'A page is not in UTF-8.',
      source: kindleGuide,
      date,
      failures: ({ notUtf8 }) => each(notUtf8),
    },
    {
      id: 'KIN-7',
      level: 'blocks',
      message: 'A page is not well-formed.',
      source: kindleGuide,
      date,
      failures: ({ malformed }) => each(malformed),
    },
    {
      id: 'KIN-9',
      level: 'blocks',
      message: 'A page holds forms, frames or plug-ins, which Kindle does not show.',
      source: kindleGuide,
      date,
      failures: (f) => each(f.pagesWith(/<(?:form|input|button|select|textarea|frame|iframe|object|embed|applet|canvas)[\s/>]/i)),
    },
    {
      id: 'KIN-9',
      level: 'warns',
      message: 'Scripts are stripped on Kindle.',
      source: kindleGuide,
      date,
      failures: (f) => each(f.pagesWith(/<script[\s>]/i)),
    },
    {
      id: 'KIN-10',
      level: 'blocks',
      message: 'An image is not JPEG, PNG, GIF or SVG.',
      source: kindleGuide,
      date,
      failures: (f) => foreignImages(f, /jpeg|png|gif|svg/),
    },
    {
      id: 'KIN-11',
      level: 'warns',
      message: 'An image is larger than Kindle keeps.',
      limit: '5 million pixels',
      source: kindleGuide,
      date,
      failures: (f) => imagesOver(f, 5),
    },
    {
      id: 'KIN-17',
      level: 'blocks',
      message: 'The file is larger than the store takes.',
      limit: '650 MB',
      source: kindleGuide,
      date,
      failures: (f) => when(f.fileBytes > 650 * MB, megabytes(f.fileBytes)),
    },
    {
      id: 'KIN-17',
      level: 'warns',
      message: 'Sending by mail fails for files of this size.',
      limit: '50 MB',
      source: 'Send to Kindle reports',
      date,
      failures: (f) => when(f.fileBytes > 50 * MB, megabytes(f.fileBytes)),
    },
    {
      id: 'KIN-2',
      level: 'warns',
      message: 'The cover is larger than the store takes, or in the colours of print.',
      limit: '10,000 pixels a side, 50 MB, RGB',
      source: 'KDP cover image guidelines',
      date,
      failures: ({ cover, publication }) => {
        if (!cover) return []
        const isLarge = cover.bytes > 50 * MB || (cover.pixels && Math.max(cover.pixels.width, cover.pixels.height) > 10_000)
        const isPrinted = measures.fourColours(publication).some(({ path }) => path === cover.path)
        return when(!!isLarge || isPrinted, isLarge ? megabytes(cover.bytes) : 'CMYK', cover.path)
      },
    },
    {
      id: 'KIN-3',
      level: 'warns',
      message: 'A page of its own shows the cover, which Kindle shows by itself.',
      source: kindleGuide,
      date,
      failures: (f) => measures.coverPages(f.publication, f.cover?.path),
    },
    {
      id: 'KIN-4',
      level: 'warns',
      message: 'The older table of contents is not named by the reading order.',
      source: kindleGuide,
      date,
      failures: (f) => measures.contentsNotOnSpine(f.publication),
    },
    {
      id: 'KIN-4',
      level: 'warns',
      message: 'The table of contents has more levels than Kindle shows.',
      limit: '2 levels',
      source: kindleGuide,
      date,
      failures: (f) => measures.contentsDepth(f.publication),
    },
    {
      id: 'KIN-6',
      level: 'blocks',
      message: 'A page with accented letters does not say that it is in UTF-8.',
      source: 'Send to Kindle reports',
      date,
      failures: (f) => measures.undeclaredText(f.publication),
    },
    {
      id: 'KIN-7',
      level: 'blocks',
      message: 'A paragraph stands inside a paragraph.',
      source: kindleGuide,
      date,
      failures: (f) => measures.nestedParagraphs(f.publication),
    },
    {
      id: 'KIN-8',
      level: 'blocks',
      message: 'A page is in XML 1.1.',
      source: kindleGuide,
      date,
      failures: (f) => measures.xml11(f.publication),
    },
    {
      id: 'KIN-11',
      level: 'informs',
      message: 'Kindle compresses pictures of this size again.',
      limit: '127 KB',
      source: kindleGuide,
      date,
      failures: ({ images }) =>
        images
          .filter(({ bytes }) => bytes > 127 * 1024)
          .map(({ path, bytes }) => ({ path, measured: `${Math.round(bytes / 1024)} KB` })),
    },
    {
      id: 'KIN-12',
      level: 'warns',
      message: 'A table is too large for a small screen.',
      limit: '50 rows, 10 columns, none in another',
      source: kindleGuide,
      date,
      failures: (f) => measures.largeTables(f.publication),
    },
    {
      id: 'KIN-13',
      level: 'blocks',
      message: 'A link differs from its file in capital letters.',
      source: kindleGuide,
      date,
      failures: (f) => measures.caseMisses(f.publication),
    },
    {
      id: 'KIN-14',
      level: 'warns',
      message: 'Style pulls text off the page or fixes its place.',
      source: kindleGuide,
      date,
      failures: (f) => measures.negativeMargins(f.publication),
    },
    {
      id: 'KIN-15',
      level: 'warns',
      message: 'The store does not take books in this language.',
      source: 'KDP help, supported languages',
      date,
      failures: (f) => measures.kindleLanguage(f.publication),
    },
    {
      id: 'KIN-16',
      level: 'warns',
      message: 'A link leads to the id of a whole page.',
      source: 'Send to Kindle reports',
      date,
      failures: (f) => measures.bodyLinks(f.publication),
    },
    {
      id: 'KIN-16',
      level: 'warns',
      message: 'A hidden block is longer than Kindle takes.',
      limit: '10,000 characters',
      source: kindleGuide,
      date,
      failures: (f) => measures.longHidden(f.publication),
    },
    {
      id: 'KIN-18',
      level: 'blocks',
      message: 'A page of fixed layout does not say its size.',
      source: kindleGuide,
      date,
      failures: (f) => measures.sizelessPages(f.publication),
    },
    {
      id: 'KIN-19',
      level: 'blocks',
      message: 'The book is protected.',
      source: kindleGuide,
      date,
      failures: (f) => measures.protection(f.publication),
    },
  ],
  appleBooks: [
    {
      id: 'APL-1',
      level: 'blocks',
      message: 'EPUBCheck finds errors.',
      limit: '0 errors',
      source: appleGuide,
      date,
      failures: errorCount,
    },
    {
      id: 'APL-2',
      level: 'blocks',
      message: 'The file is larger than the store takes.',
      limit: '2 GB',
      source: appleGuide,
      date,
      failures: (f) => when(f.fileBytes > 2048 * MB, megabytes(f.fileBytes)),
    },
    {
      id: 'APL-3',
      level: 'blocks',
      message: 'An image inside the book is too large.',
      limit: '5.6 million pixels',
      source: appleGuide,
      date,
      failures: (f) => imagesOver({ ...f, images: f.images.filter((image) => image !== f.cover) }, 5.6),
    },
    {
      id: 'APL-4',
      level: 'blocks',
      message: 'An image is neither JPEG nor PNG.',
      source: appleGuide,
      date,
      failures: (f) => foreignImages(f, /jpeg|png|gif/),
    },
    {
      id: 'APL-5',
      level: 'warns',
      message: 'The cover is smaller than the store wants.',
      limit: '1400 × 1873 pixels',
      source: 'Books partner help',
      date,
      failures: ({ cover }) =>
        when(
          !!cover?.pixels && (cover.pixels.width < 1400 || cover.pixels.height < 1873),
          cover?.pixels && size(cover.pixels),
          cover?.path,
        ),
    },
    {
      id: 'APL-6',
      level: 'blocks',
      message: 'There is no table of contents.',
      source: appleGuide,
      date,
      failures: (f) => (f.version === '3.0' ? when(f.tocEntries === 0) : noContents(f)),
    },
    {
      id: 'APL-7',
      level: 'warns',
      message: 'The book is EPUB 2; Apple describes EPUB 3 only.',
      source: appleGuide,
      date,
      failures: (f) => when(f.version === '2.0', 'EPUB 2'),
    },
    {
      id: 'APL-2',
      level: 'warns',
      message: 'The file is very large.',
      limit: '1 GB',
      source: appleGuide,
      date,
      failures: (f) => when(f.fileBytes > 1024 * MB, megabytes(f.fileBytes)),
    },
    {
      id: 'APL-3',
      level: 'warns',
      message: 'An image inside the book is larger than partners are asked for.',
      limit: '4 million pixels',
      source: 'Books partner help',
      date,
      failures: (f) => imagesOver({ ...f, images: f.images.filter((image) => image !== f.cover) }, 4),
    },
    {
      id: 'APL-4',
      level: 'blocks',
      message: 'An image has the colours of print.',
      limit: 'RGB',
      source: appleGuide,
      date,
      failures: (f) => measures.fourColours(f.publication),
    },
    {
      id: 'APL-8',
      level: 'warns',
      message: 'The pictures of one page are very large.',
      limit: '10 MB',
      source: appleGuide,
      date,
      failures: (f) => measures.heavyPages(f.publication, 10 * MB),
    },
    {
      id: 'APL-9',
      level: 'informs',
      message: 'A picture is wrapped in a drawing.',
      source: appleGuide,
      date,
      failures: (f) => measures.wrappedPictures(f.publication),
    },
    {
      id: 'APL-9',
      level: 'informs',
      message: 'Sound is best as AAC.',
      source: appleGuide,
      date,
      failures: (f) => measures.oddAudio(f.publication),
    },
    {
      id: 'APL-11',
      level: 'blocks',
      message: 'The book is protected.',
      source: appleGuide,
      date,
      failures: (f) => measures.protection(f.publication),
    },
  ],
  kobo: [
    {
      id: 'KOB-1',
      level: 'blocks',
      message: 'EPUBCheck finds errors.',
      limit: '0 errors',
      source: koboGuide,
      date,
      failures: errorCount,
    },
    {
      id: 'KOB-2',
      level: 'warns',
      message: 'The file is very large.',
      limit: '1 GB',
      source: koboGuide,
      date,
      failures: (f) => when(f.fileBytes > 1024 * MB, megabytes(f.fileBytes)),
    },
    {
      id: 'KOB-3',
      level: 'blocks',
      message: 'The cover is a GIF.',
      source: koboGuide,
      date,
      failures: ({ cover }) => when(cover?.mediaType === 'image/gif', 'GIF', cover?.path),
    },
    { id: 'KOB-4', level: 'blocks', message: 'There is no table of contents.', source: koboGuide, date, failures: noContents },
    {
      id: 'KOB-4',
      level: 'warns',
      message: 'EPUB 3 without a navigation document: Kobo ignores the NCX there.',
      source: koboGuide,
      date,
      failures: (f) => when(f.version === '3.0' && !f.hasNav),
    },
    {
      id: 'KOB-5',
      level: 'warns',
      message: 'No cover is declared.',
      source: koboGuide,
      date,
      failures: (f) => when(!f.coverDeclared),
    },
    {
      id: 'KOB-8',
      level: 'warns',
      message: 'Pages depend on scripts.',
      source: koboGuide,
      date,
      failures: (f) => each(f.pagesWith(/<script[\s>]/i)),
    },
    {
      id: 'KOB-11',
      level: 'warns',
      message: 'Style that ADE-based readers do not understand.',
      source: koboGuide,
      date,
      failures: modernStyles,
    },
    {
      id: 'KOB-2',
      level: 'warns',
      message: 'One page embeds very much.',
      limit: '10 MB',
      source: koboGuide,
      date,
      failures: (f) => measures.heavyPages(f.publication, 10 * MB),
    },
    {
      id: 'KOB-2',
      level: 'warns',
      message: 'A page of fixed layout has too large a picture.',
      limit: '3.8 million pixels',
      source: koboGuide,
      date,
      failures: (f) => measures.largeFixedPages(f.publication, 3_800_000),
    },
    {
      id: 'KOB-3',
      level: 'blocks',
      message: 'An image has the colours of print.',
      limit: 'RGB',
      source: koboGuide,
      date,
      failures: (f) => measures.fourColours(f.publication),
    },
    {
      id: 'KOB-3',
      level: 'warns',
      message: 'A picture has a transparent background, which is black at night.',
      source: koboGuide,
      date,
      failures: (f) => measures.transparent(f.publication),
    },
    {
      id: 'KOB-6',
      level: 'warns',
      message: 'The book has no ISBN.',
      source: koboGuide,
      date,
      failures: (f) => measures.withoutIsbn(f.publication),
    },
    {
      id: 'KOB-7',
      level: 'warns',
      message: 'A font is of a kind that Kobo does not read.',
      limit: 'TTF, OTF or WOFF 1',
      source: koboGuide,
      date,
      failures: (f) => measures.fonts(f.publication, /woff2|collection/),
    },
    {
      id: 'KOB-7',
      level: 'warns',
      message: 'Style names a font that is not in the book, without one like it.',
      source: koboGuide,
      date,
      failures: (f) => measures.absentFonts(f.publication),
    },
    {
      id: 'KOB-9',
      level: 'informs',
      message: 'Style sets colours, margins or sizes that readers like to choose.',
      source: koboGuide,
      date,
      failures: (f) => measures.bodyStyles(f.publication),
    },
    {
      id: 'KOB-10',
      level: 'warns',
      message: 'Two pages are always shown side by side.',
      source: koboGuide,
      date,
      failures: (f) => measures.bothSpread(f.publication),
    },
    {
      id: 'KOB-12',
      level: 'blocks',
      message: 'The book is protected.',
      source: koboGuide,
      date,
      failures: (f) => measures.protection(f.publication),
    },
  ],
  googlePlay: [
    {
      id: 'GOO-1',
      level: 'blocks',
      message: 'EPUBCheck finds errors.',
      limit: '0 errors',
      source: googleGuide,
      date,
      failures: errorCount,
    },
    {
      id: 'GOO-2',
      level: 'blocks',
      message: 'The file is larger than the store takes.',
      limit: '2 GB',
      source: googleGuide,
      date,
      failures: (f) => when(f.fileBytes >= 2048 * MB, megabytes(f.fileBytes)),
    },
    {
      id: 'GOO-3',
      level: 'blocks',
      message: 'An image is not GIF, JPEG, PNG or SVG.',
      source: googleGuide,
      date,
      failures: (f) => foreignImages(f, /jpeg|png|gif|svg/),
    },
    {
      id: 'GOO-4',
      level: 'blocks',
      message: 'The book has no front cover.',
      source: googleGuide,
      date,
      failures: (f) => when(!f.coverDeclared),
    },
    {
      id: 'GOO-4',
      level: 'warns',
      message: 'The cover is outside the sizes the store shows well.',
      limit: '640 to 7200 pixels',
      source: googleGuide,
      date,
      failures: ({ cover }) =>
        when(
          !!cover?.pixels &&
            (Math.min(cover.pixels.width, cover.pixels.height) < 640 || Math.max(cover.pixels.width, cover.pixels.height) > 7200),
          cover?.pixels && size(cover.pixels),
          cover?.path,
        ),
    },
    {
      id: 'GOO-5',
      level: 'informs',
      message: 'Google prefers the newest EPUB version.',
      source: googleGuide,
      date,
      failures: (f) => when(f.version === '2.0', 'EPUB 2'),
    },
    {
      id: 'GOO-3',
      level: 'warns',
      message: 'A picture is animated.',
      source: googleGuide,
      date,
      failures: (f) => measures.animated(f.publication),
    },
    {
      id: 'GOO-3',
      level: 'blocks',
      message: 'A drawing is too wide or too high.',
      limit: '3200 pixels',
      source: googleGuide,
      date,
      failures: (f) => measures.wideDrawings(f.publication, 3200),
    },
    {
      id: 'GOO-6',
      level: 'informs',
      message: 'The book is very short.',
      limit: 'four pages',
      source: googleGuide,
      date,
      failures: (f) => measures.shortBook(f.publication),
    },
    {
      id: 'GOO-7',
      level: 'blocks',
      message: 'The book is protected.',
      source: googleGuide,
      date,
      failures: (f) => measures.protection(f.publication),
    },
  ],
  adobe: [
    {
      id: 'ADE-1',
      level: 'blocks',
      message: 'A page is too large for the reader.',
      limit: '300 KB',
      source: adobeNotes,
      date,
      failures: (f) => pagesOver(f, 300 * 1024),
    },
    {
      id: 'ADE-1',
      level: 'warns',
      message: 'A page is close to what the reader can hold.',
      limit: '260 KB',
      source: adobeNotes,
      date,
      failures: (f) => pagesOver(f, 260 * 1024),
    },
    {
      id: 'ADE-2',
      level: 'blocks',
      message: 'Style that stops the reader from opening the book.',
      source: 'Public reports of CSS min() and flexbox stopping books',
      date,
      failures: modernStyles,
    },
    {
      id: 'ADE-5',
      level: 'warns',
      message: 'There is no NCX, the only contents that ADE shows.',
      source: adobeNotes,
      date,
      failures: (f) => when(f.ncxEntries === 0),
    },
    {
      id: 'ADE-7',
      level: 'blocks',
      message: 'A page is not well-formed or a style sheet is broken.',
      source: adobeNotes,
      date,
      failures: (f) => [...each(f.malformed), ...when(f.errors.includes('CSS-008'), 'style sheet error')],
    },
    {
      id: 'ADE-3',
      level: 'warns',
      message: 'An entry of the contents leads to a name that the reader does not understand.',
      source: adobeNotes,
      date,
      failures: (f) => measures.oddFragments(f.publication),
    },
    {
      id: 'ADE-4',
      level: 'warns',
      message: 'Markup that the reader stumbles over.',
      source: adobeNotes,
      date,
      failures: (f) => measures.adobeQuirks(f.publication),
    },
    {
      id: 'ADE-6',
      level: 'warns',
      message: 'Invisible characters that the reader shows as boxes.',
      source: adobeNotes,
      date,
      failures: (f) => measures.invisibleCharacters(f.publication),
    },
    {
      id: 'ADE-8',
      level: 'informs',
      message: 'Style that the reader lays out badly.',
      source: adobeNotes,
      date,
      failures: (f) => measures.preformatted(f.publication),
    },
    {
      id: 'ADE-9',
      level: 'warns',
      message: 'A font is a WOFF2, which the reader does not know.',
      source: adobeNotes,
      date,
      failures: (f) => measures.fonts(f.publication, /woff2/),
    },
  ],
  calibre: [
    {
      id: 'CAL-1',
      level: 'blocks',
      message: 'The package document or its reading order cannot be found.',
      source: calibreNotes,
      date,
      failures: (f) => when(!f.pack || f.pack.itemrefs.length === 0),
    },
    {
      id: 'CAL-2',
      level: 'warns',
      message: 'A page is not well-formed or not in UTF-8.',
      source: calibreNotes,
      date,
      failures: (f) => each([...new Set([...f.malformed, ...f.notUtf8])]),
    },
    {
      id: 'CAL-3',
      level: 'warns',
      message: 'Files are missing, undeclared or wrongly labelled.',
      source: calibreNotes,
      date,
      failures: ({ errors }) => when(errors.some((id) => ['RSC-001', 'RSC-007', 'RSC-008', 'OPF-029'].includes(id))),
    },
    {
      id: 'CAL-6',
      level: 'warns',
      message: 'A page stands twice in the reading order, or the book has several covers.',
      source: calibreNotes,
      date,
      failures: ({ pack }) => {
        const ids = pack?.itemrefs.flatMap(({ idref }) => idref ?? []) ?? []
        const covers = pack?.items.filter(({ properties }) => properties.includes('cover-image')) ?? []
        return [
          ...when(new Set(ids).size < ids.length, `${ids.length - new Set(ids).size} times`),
          ...when(covers.length > 1, `${covers.length} covers`),
        ]
      },
    },
    {
      id: 'CAL-6',
      level: 'warns',
      message: 'The book has no unique identifier.',
      source: calibreNotes,
      date,
      failures: (f) => when(!f.pack?.uniqueIdentifier),
    },
    {
      id: 'CAL-1',
      level: 'blocks',
      message: 'The book is protected.',
      source: calibreNotes,
      date,
      failures: (f) => measures.protection(f.publication),
    },
    {
      id: 'CAL-4',
      level: 'warns',
      message: 'An id stands twice on one page.',
      source: calibreNotes,
      date,
      failures: (f) => measures.duplicateIds(f.publication),
    },
    {
      id: 'CAL-5',
      level: 'warns',
      message: 'A picture has the colours of print.',
      source: calibreNotes,
      date,
      failures: (f) => measures.fourColours(f.publication),
    },
    {
      id: 'CAL-5',
      level: 'warns',
      message: 'A font may not be embedded, says the font itself.',
      source: calibreNotes,
      date,
      failures: (f) => f.restrictedFonts,
    },
    {
      id: 'CAL-7',
      level: 'informs',
      message: 'Notes of calibre are left in the book.',
      source: calibreNotes,
      date,
      failures: (f) => measures.calibreResidue(f.publication),
    },
  ],
}

/** Failing rules by platform, at most 20 places a rule. */
export function platformFindings(facts: Facts): PlatformFindings {
  const failing = ({ id, level, message, limit, failures }: PlatformRule): PlatformFinding[] =>
    failures(facts)
      .slice(0, 20)
      .map(({ measured, path }) => ({ rule: id, level, message, limit, measured, path }))
  return Object.fromEntries(
    platforms.map((platform) => [platform, platformRules[platform].flatMap(failing)]),
  ) as unknown as PlatformFindings
}
