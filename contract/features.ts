import type { IssueType, Platform } from './quality.ts'

export type Tier = 'essential' | 'advanced' | 'ai'

export interface Feature {
  /** 1–37. */
  readonly number: number
  readonly name: string
  /** What the reader gains, one sentence. */
  readonly promise: string
  readonly tier: Tier
  readonly issueType: IssueType
  /** Empty for all six. */
  readonly platforms: readonly Platform[]
}

type Row = readonly [name: string, promise: string, issueType: IssueType, platforms?: readonly Platform[]]

const rows: readonly Row[] = [
  ['Archive salvage', 'Opens a book whose archive is cut off or damaged and keeps all that can be read.', 'structure'],
  ['Mimetype and packing', 'Makes stores recognise the file as an EPUB.', 'structure'],
  ['Container and package discovery', 'Finds the book when its signpost is missing.', 'structure'],
  ['Safe names and paths', 'No file name breaks on Windows, a Kindle or a web server.', 'structure'],
  ['UTF-8 and garbled text', 'Garbled characters read as they should and every file is UTF-8.', 'encoding'],
  ['Well-formed pages', 'Pages stop showing red error boxes.', 'content'],
  ['Doctype, namespaces, entities', 'Each page starts the way its EPUB version demands.', 'content'],
  ['Content-model clean-up', 'Removes the markup that validators reject, not the look.', 'content'],
  ['Unique, valid ids', 'Cures duplicate and invalid anchors.', 'content'],
  ['Manifest sync', 'The parts list matches the parts.', 'structure'],
  ['Media types and extensions', 'Every file is labelled as what it is.', 'structure'],
  ['Spine and reading order', 'Nothing is missing from or doubled in the reading order.', 'structure'],
  ['Table of contents', 'Store and device menus work.', 'structure'],
  ['Links and fragments', 'No dead link.', 'link'],
  ['Core metadata', 'Title, language, identifier and dates that stores insist on.', 'metadata'],
  ['Image health', 'No broken picture.', 'image'],
  ['Cover', 'One cover, found by every store.', 'image'],
  ['Style sheet syntax', 'One typo no longer kills the style sheet.', 'content'],
  ['Calibre residue', 'A calibre export reads like hand-made code.', 'content'],
  [
    'EPUB 2 to 3 upgrade',
    'Brings an old book to what Apple and Google prefer.',
    'structure',
    ['appleBooks', 'googlePlay', 'kobo'],
  ],
  ['Properties, prefixes, collections', 'Declarations match the content.', 'structure', ['appleBooks', 'kobo', 'googlePlay']],
  ['Kindle ingest', 'Avoids the errors that stop a Kindle upload.', 'content', ['kindle']],
  ['Old-renderer CSS', 'Valid style that older readers crash on is made safe.', 'content', ['adobe', 'kobo']],
  ['Image and size budget', "Under each store's limits, cheaper delivery.", 'image'],
  ['Fonts', 'Embedded fonts load and may be embedded.', 'content'],
  ['Accessibility', 'Accessibility metadata and structure that are true.', 'metadata'],
  ['Remote resources and active content', 'The book is self-contained and safe.', 'content'],
  ['Fixed layout', 'Pages keep their size and spreads.', 'structure', ['kindle', 'appleBooks', 'kobo', 'googlePlay']],
  ['Audio, video, overlays, fallbacks', 'Media plays or degrades well.', 'content', ['appleBooks', 'kobo', 'googlePlay']],
  ['Split and slim', 'Big chapters and dead weight are cut down.', 'structure', ['adobe', 'kobo', 'kindle']],
  ['Language detection', 'Right hyphenation, voice and store shelf.', 'metadata'],
  ['Alt text', 'Pictures speak.', 'image'],
  ['Metadata inference', 'Fills the form from the book itself.', 'metadata'],
  ['Chapter detection', 'A real table of contents for books without headings.', 'structure'],
  ['Encoding inference', 'Text that was garbled twice is read again.', 'encoding'],
  ['Quality score and advice', 'What to do next, in plain words.', 'metadata'],
  ['Residual repair', 'The last errors.', 'content'],
]

export const features: readonly Feature[] = rows.map(([name, promise, issueType, platforms = []], index) => ({
  number: index + 1,
  name,
  promise,
  tier: index < 18 ? 'essential' : index < 30 ? 'advanced' : 'ai',
  issueType,
  platforms,
}))

export const featureOf = (number: number): Feature | undefined => features[number - 1]
