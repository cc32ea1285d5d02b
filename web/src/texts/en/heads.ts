/** What browsers' tabs, search engines and links in other places say of the public pages. */
export const heads = {
  title: (name: string) => `${name} · Bookmender`,
  landing:
    'Bookmender repairs EPUB books that shops and validators refuse, shows every correction line by line, and has the result judged by EPUBCheck. The first check is free.',
  pricing: 'What Bookmender costs: free error detection, Pro for single books, Publisher for all 37 repair features and batches.',
  converterTitle: 'Ebook Converter',
  converter: 'Turn DOCX, HTML and plain text into clean EPUB files, one document or twenty at once.',
  blog: 'Articles about EPUB errors, their causes and their repair: validation, broken links, encodings, calibre exports, Amazon KDP.',
  calibre: 'Where calibre stops and Bookmender begins: shop-ready EPUB repair beside the library you already use.',
  kdp: 'Six reasons why Amazon KDP refuses an EPUB: what each error means, what causes it and how it is repaired.',
  platforms: 'What Apple Books, Kobo, Google Play and Barnes and Noble check in an EPUB, and how to pass.',
} as const
