import type { Facts } from './facts.ts'
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
  readonly failures: (facts: Facts) => readonly { measured?: string; path?: string }[]
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
      message: 'The book has no unique identifier.',
      source: calibreNotes,
      date,
      failures: (f) => when(!f.pack?.uniqueIdentifier),
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
