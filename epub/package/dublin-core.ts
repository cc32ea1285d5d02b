/** The fifteen elements of the Dublin Core element set, which package metadata are made of (EPUB 3.3 section 5.5.3). */
export const dublinCore: ReadonlySet<string> = new Set([
  'contributor',
  'coverage',
  'creator',
  'date',
  'description',
  'format',
  'identifier',
  'language',
  'publisher',
  'relation',
  'rights',
  'source',
  'subject',
  'title',
  'type',
])
