/** The three guides. Rules, limits and their sources come from the platform rules, times from `content/measured.json`. */
export const guides = {
  breadcrumb: { label: 'Breadcrumb', home: 'Home', guides: 'Guides' },
  cta: {
    heading: 'See what is wrong with your book',
    text: 'Every error with its file and line, in plain words. The first check is free.',
    signedIn: 'Repair a book',
    signIn: 'Sign In and Repair',
    without: 'Try Without Account',
    plans: 'View Plans',
  },
  rules: {
    levels: { blocks: 'Stops the book', warns: 'Warning', informs: 'Note' },
    rule: 'Rule',
    what: 'What we check',
    limit: 'Limit',
    source: 'Source',
    noLimit: 'none stated',
    caption: 'The rules behind it, as our compatibility check applies them',
    read: (month: string) => `Sources read in ${month}.`,
  },
  calibre: {
    title: 'Calibre alternative for shop-ready EPUBs',
    lead: 'Calibre manages libraries and converts between formats better than anything else that is free. It does not promise that a shop takes what it writes. Keep it for what it is good at, and repair the file before you upload it.',
    figure: 'Calibre stays your library; the repair stands between it and the shop.',
    problems: {
      heading: 'What goes wrong, and what we do about it',
      problem: 'Problem',
      solution: 'What Bookmender does',
      items: [
        {
          problem: 'The shop rejects the file with messages about unknown metadata.',
          why: 'calibre writes its bookkeeping (series, rating, timestamps) into the package document.',
          solution: 'Moves what has a standard place to that place, series included, and leaves out what only calibre reads.',
        },
        {
          problem: 'The table of contents jumps to the wrong chapter, or to none.',
          why: 'Long chapters were split into index_split_000 files after the contents list was made.',
          solution:
            'Follows every entry to its target, finds where the target went, and writes the navigation of EPUB 2 and EPUB 3 alike.',
        },
        {
          problem: 'EPUBCheck says that the NCX identifier does not match.',
          why: 'The NCX kept the id of an earlier conversion while the package got a new one.',
          solution: 'Believes the package document and corrects the copy in the NCX.',
        },
        {
          problem: 'The cover is there in calibre and missing in the shop.',
          why: 'The cover is a page with a picture in SVG, and no manifest item is declared as the cover image.',
          solution: 'Finds the picture, declares it in both the old and the new way, and keeps the page.',
        },
        {
          problem: 'Every paragraph carries a class such as calibre7.',
          why: 'Conversion flattens styles into numbered classes.',
          solution: 'Merges classes that say the same; the computed style of no line changes.',
        },
        {
          problem: 'Curly quotes and dashes turned into â€™ and â€”.',
          why: 'A source in UTF-8 was read as Windows-1252 somewhere on the way.',
          solution: 'Reads the bytes back the way they were written, where that is certain, and shows each place.',
        },
      ],
    },
    measured: {
      heading: 'What it did with a calibre export',
      text: (found: number, fixed: number, seconds: string) =>
        `Our third sample is a calibre export with ${found.toLocaleString('en')} problems. The service fixed ${fixed.toLocaleString('en')} of them in ${seconds} s; you can watch it in the demo.`,
    },
    compare: {
      heading: 'Which tool for which job',
      job: 'Job',
      calibre: 'calibre',
      ours: 'Bookmender',
      yes: 'Yes',
      no: 'No',
      rows: [
        { job: 'Manage a library, sync a reader', calibre: true, ours: false },
        { job: 'Convert between MOBI, AZW3, PDF and EPUB', calibre: true, ours: false },
        { job: 'Edit a book’s pages by hand', calibre: true, ours: false },
        { job: 'Judge a book by the official EPUBCheck', calibre: false, ours: true },
        { job: 'Check against the rules of six platforms', calibre: false, ours: true },
        { job: 'Repair without touching what is sound, with every change shown', calibre: false, ours: true },
      ],
    },
    faq: {
      heading: 'Questions',
      items: [
        {
          question: 'Should I uninstall calibre?',
          answer:
            'No. Nothing here replaces a library manager. Keep calibre for your collection and your conversions, and let the one file that goes to a shop be repaired last, after the final export.',
        },
        {
          question: 'Can Bookmender repair a file that calibre has corrupted?',
          answer:
            'In most cases. Split chapters, stale identifiers, lost covers and leftover metadata are repaired by rules made for them. What a conversion has thrown away, such as pictures that were never copied, cannot be brought back; the result names it.',
        },
        {
          question: 'How fast is it?',
          answer:
            'A usual novel takes seconds: the checks before and after take longer than the repair. The measured times stand on the landing page under “What it did”; large illustrated books take longer, and you may close the page while the work goes on.',
        },
      ],
    },
  },
  kdp: {
    title: 'Amazon KDP errors and what they mean',
    lead: 'Kindle Direct Publishing converts every EPUB that you upload. Where the conversion stumbles, the message is short and the cause is somewhere else. These six cover most refusals.',
    figure: 'Where each of the six errors happens on the way from your file to a Kindle.',
    severity: 'Severity',
    severities: { critical: 'Critical', high: 'High', medium: 'Medium' },
    causes: 'Causes',
    solution: 'Solution',
    features: 'Repaired by',
    fixTime: (seconds: string, books: string) => `Typical fix time: ${seconds} seconds (median of ${books} damaged books)`,
    errors: [
      {
        id: 'not-supported',
        name: 'Not supported for conversion',
        severity: 'critical',
        message: 'The file you uploaded is not supported for conversion.',
        text: 'KDP could not open the file as a book at all. It has not looked at your text yet.',
        causes: [
          'The archive is cut off or damaged, or the “mimetype” entry is missing, compressed or not the first one.',
          '“META-INF/container.xml” is missing or names a package document that is not there.',
          'The file is protected (DRM), or it is a DOCX or PDF with the extension changed to .epub.',
        ],
        solution:
          'Rebuild the archive: “mimetype” first, stored and without line break, then the container and every file once. Protected files must be exported again without protection; no tool may remove it for you.',
        features: [1, 2, 3],
        rules: ['KIN-17'],
      },
      {
        id: 'content-file',
        name: 'Book content file errors',
        severity: 'high',
        message: 'There was an error while processing your content file.',
        text: 'A page of the book could not be read as XHTML, or it holds something that Kindle does not show.',
        causes: [
          'A tag was not closed, an & was not written as &amp;, or an attribute lost its quotation marks.',
          'The page says UTF-8 and is stored in another encoding.',
          'Forms, frames or scripts were left in from a web page.',
        ],
        solution:
          'Make every page well-formed and UTF-8. Unwrap forms and frames so that their text stays, and remove scripts with their fallback shown.',
        features: [5, 6, 7, 8, 22],
        rules: ['KIN-6', 'KIN-7', 'KIN-9'],
      },
      {
        id: 'contents',
        name: 'Missing or invalid table of contents',
        severity: 'high',
        message: 'Table of contents is missing or its links do not work.',
        text: 'Kindle builds its “Go to” menu from the navigation document or the NCX. A list of links on a page of the book is not enough.',
        causes: [
          'There is neither a navigation document nor an NCX, or the spine does not name it.',
          'Entries point to files that were renamed or to ids that no longer exist.',
          'The entries are nested more deeply than the two levels that Kindle shows well.',
        ],
        solution:
          'Write a navigation document and an NCX from the headings of the book, check each target, and declare both in the package.',
        features: [13, 14],
        rules: ['KIN-4', 'KIN-5'],
      },
      {
        id: 'images',
        name: 'Image file errors',
        severity: 'medium',
        message: 'One or more images could not be processed.',
        text: 'Pictures above 127KB (standard) or 256KB (enhanced) are compressed again by KDP; damaged or unknown ones stop the conversion.',
        causes: [
          'The picture is WebP, TIFF or CMYK, or its extension does not match what it is.',
          'The file is cut off, or the page names it with another spelling.',
          'It is larger than Kindle keeps, so that KDP shrinks it with its own settings.',
        ],
        solution:
          'Convert to JPEG or PNG in RGB, correct the names, and shrink photographs yourself before KDP does: you choose the quality, not the machine.',
        features: [16, 17, 24],
        rules: ['KIN-1', 'KIN-2', 'KIN-10', 'KIN-11'],
      },
      {
        id: 'duplicate-fragment',
        name: 'Duplicate fragment identifier',
        severity: 'medium',
        message: 'Duplicate fragment identifier found.',
        text: 'Two elements of one page carry the same id, so a link to it has two ends.',
        causes: [
          'Chapters were merged, and each brought its own “note1”.',
          'A paragraph was copied together with its anchor.',
          'A conversion numbered footnotes anew in every file and then joined the files.',
        ],
        solution: 'Keep the id where the links lead and give the others a new one; the links to them follow.',
        features: [9],
        rules: ['KIN-5'],
      },
      {
        id: 'empty-spine',
        name: 'Spine contains no items',
        severity: 'critical',
        message: 'The spine contains no items.',
        text: 'The package document has no reading order, so the book has no first page.',
        causes: [
          'The spine was emptied by an editor that lost its manifest.',
          'Its itemrefs name ids that are not in the manifest.',
          'Only the navigation document was listed, and it is not linear.',
        ],
        solution:
          'Rebuild the manifest from the files that are there and the spine from the contents list, the links and the file names, in this order.',
        features: [10, 12],
        rules: ['CAL-1'],
      },
    ],
  },
  platforms: {
    title: 'What each shop checks',
    lead: 'All shops ask for a valid EPUB. Beyond that each has rules of its own, and most of them are about covers, contents lists and pictures.',
    figure: 'One file, four doors: each shop has a threshold of its own.',
    tabs: 'Shops',
    issues: 'What goes wrong there',
    fixes: 'What helps',
    items: [
      {
        id: 'apple',
        name: 'Apple Books',
        platform: 'appleBooks',
        text: 'Apple runs the newest EPUBCheck on every upload and refuses a file with a single error. It describes EPUB 3 only.',
        issues: [
          'The cover is smaller than the minimum of 1400x1873 pixels.',
          'A picture inside the book has more than 5.6 million pixels.',
          'The book is EPUB 2, or its navigation document has no entry.',
          'A picture is CMYK, or neither JPEG nor PNG.',
        ],
        fixes: [
          'Replace the cover by one of at least 1400x1873 pixels, RGB, without a shop’s logo on it.',
          'Scale large pictures down; nobody sees more than the screen has.',
          'Upgrade to EPUB 3 and keep the NCX for older readers.',
          'Convert pictures to JPEG or PNG in RGB.',
        ],
      },
      {
        id: 'kobo',
        name: 'Kobo',
        platform: 'kobo',
        text: 'Kobo publishes its guidelines openly. Its readers use two engines: its own for books from the shop, and Adobe’s for files that are copied over.',
        issues: [
          'An EPUB 3 without a navigation document: Kobo does not look at the NCX there.',
          'The cover is a GIF or is not declared, so the shelf shows a grey page.',
          'Pages depend on scripts.',
          'Modern style rules that the Adobe engine does not understand.',
        ],
        fixes: [
          'Write the navigation document from the headings or the NCX.',
          'Declare a JPEG cover in the manifest and in the metadata.',
          'Let every page make sense without its script.',
          'Give flex, grid and var() a plain value before them.',
        ],
      },
      {
        id: 'google',
        name: 'Google Play',
        platform: 'googlePlay',
        text: 'Google converts EPUB files for its own reader and reports problems as “processing failed” with little detail.',
        issues: [
          'EPUBCheck finds errors.',
          'There is no front cover inside the book.',
          'The cover is smaller than 640 or larger than 7200 pixels.',
          'A picture is of a type that Google does not take, or an animated GIF.',
        ],
        fixes: [
          'Repair the book until EPUBCheck is silent.',
          'Put the cover into the file too; the one uploaded beside it is not enough.',
          'Scale the cover to between 640 and 7200 pixels on each side.',
          'Use JPEG, PNG, GIF or SVG, and still pictures.',
        ],
      },
      {
        id: 'barnes',
        name: 'Barnes and Noble',
        platform: 'adobe',
        text: 'NOOK readers are built on Adobe’s engine, which is strict and old: what it does not understand can keep a book from opening. The rules below are those of that engine.',
        issues: [
          'A chapter file larger than 300 KB does not open, or opens slowly.',
          'Style sheets with min(), clamp(), flex or grid stop the whole book.',
          'The menu is empty, because there is no NCX.',
          'A page that is not well-formed shows an error box in place of text.',
        ],
        fixes: [
          'Split long chapters at their headings.',
          'Replace modern style rules by plain ones that look the same.',
          'Keep an NCX beside the navigation document.',
          'Make every page well-formed before you upload.',
        ],
      },
    ],
  },
} as const
