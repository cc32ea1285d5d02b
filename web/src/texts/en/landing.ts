import { plans } from '../../../../contract/plans.ts'
import { dollars } from '../../parts/money.ts'

const { free, pro, publisher } = plans

/** The landing page. Prices and limits come from `contract/plans.ts`, measured numbers from `content/measured.json`. */
export const landing = {
  title: 'Bookmender: EPUB repair',
  hero: {
    heading: 'Your EPUB, corrected line by line.',
    text: 'A shop, a reader or a validator refused your book. Bookmender finds what is wrong, corrects what can be corrected without losing a word, and shows you every change. EPUBCheck has the last word.',
    start: 'Get Started Free',
    plans: 'See the plans',
    note: 'One check a day is free. No card needed.',
  },
  galley: {
    caption: 'Three kinds of corrections, as you will see them.',
    lines: [
      {
        where: 'Text/chapter-03.xhtml, line 12',
        before: '<p>Itâ€™s late, she said.</p>',
        after: '<p>It’s late, she said.</p>',
        note: 'Garbled characters read as they should',
      },
      {
        where: 'toc.ncx, line 6',
        before: '<meta name="dtb:uid" content="calibre:42"/>',
        after: '<meta name="dtb:uid" content="urn:isbn:9780000000000"/>',
        note: 'The table of contents names the same book',
      },
      {
        where: 'Text/chapter-07.xhtml, line 88',
        before: '<a href="Chapter_12.xhtml#note4">',
        after: '<a href="chapter-12.xhtml#note4">',
        note: 'The link finds its page again',
      },
    ],
  },
  instant: {
    heading: 'Check a book right here',
    text: 'Drop an EPUB anywhere on this page. It is checked in your browser, at once; nothing is uploaded.',
    choose: 'Choose EPUB File',
    input: 'EPUB file to check in this browser',
    drop: 'Let go: your book is checked here, on your own machine.',
    checking: (name: string) => `Checking ${name}`,
    checkingText: 'Reading the archive, the package, every page and every link. This happens in your browser.',
    sound: 'Valid. No error found.',
    soundText: 'Nothing in this book would make EPUBCheck refuse it.',
    soundRemarks: (count: number) => `Valid. ${count.toLocaleString('en')} ${count === 1 ? 'remark' : 'remarks'}, no error.`,
    faulty: (errors: number) => `Not valid. ${errors.toLocaleString('en')} ${errors === 1 ? 'error' : 'errors'} found.`,
    faultyText: 'A shop that checks its books would refuse this one. These are the first things to mend:',
    unreadable: 'We could not open this file',
    time: (seconds: string) => `Checked in ${seconds} s in this browser. Nothing was uploaded.`,
    more: (count: number) => `and ${count.toLocaleString('en')} more`,
    others: (count: number) => `${count.toLocaleString('en')} more ${count === 1 ? 'place' : 'places'}`,
    repair: 'Have it repaired',
    repairText: 'Sign in to have the errors corrected and every change shown.',
    another: 'Check another book',
    failed: {
      unavailable: 'The rules of the check could not be loaded. Check your connection and drop the book again.',
      'too-long': 'This book takes too long to check in a browser. Sign in, and our machines will do it.',
      broken: 'The check itself failed on this book. The fault is ours; sign in, and the full checker will read it.',
    },
    where: (path: string, line: number) => (line > 0 ? `${path}, line ${line}` : path || 'The whole book'),
  },
  calibre: {
    heading: 'When calibre made the file',
    text: 'Calibre is a fine library. What it exports was meant for your own reader, and shops look closer. Three things go wrong most often:',
    problems: [
      {
        title: 'Bookkeeping left inside',
        text: 'Files and metadata that only calibre reads travel along and confuse validators.',
        before: '<meta name="calibre:timestamp" content="2024-03-02"/>',
        after: '',
      },
      {
        title: 'A contents list that points nowhere',
        text: 'Splitting and renaming leaves entries whose targets have moved.',
        before: '<content src="index_split_004.html#ch5"/>',
        after: '<content src="index_split_005.html#ch5"/>',
      },
      {
        title: 'An identifier that changed halfway',
        text: 'The package says one thing, the NCX another, and shops refuse the book.',
        before: '<meta name="dtb:uid" content="calibre:42"/>',
        after: '<meta name="dtb:uid" content="urn:uuid:6f0c…"/>',
      },
    ],
    article: 'Solving calibre’s EPUB problems, step by step',
    guide: 'What to use calibre for, and what not',
  },
  plans: {
    heading: 'Plans',
    text: 'Finding errors costs nothing. Repairing them needs a plan; every plan can be cancelled at any time.',
    compare: 'Compare every feature',
  },
  how: {
    heading: 'How it works',
    steps: [
      { title: 'Bring your book', text: 'Sign in and drop the EPUB that a shop, a reader or a validator refuses.' },
      {
        title: 'Watch it being read',
        text: 'EPUBCheck and our own rules go through the archive, the package, every page and every link.',
      },
      { title: 'See every correction', text: 'Struck out and inserted, with file and line, and why it matters to a reader.' },
      {
        title: 'Take it home',
        text: 'The repaired book is checked again before you get it. Uploads are deleted within 24 hours.',
      },
    ],
    guides: 'Guides for the shop you sell in:',
    links: { kdp: 'Amazon KDP errors', platforms: 'Apple Books, Kobo, Google Play, Barnes and Noble' },
  },
  measured: {
    heading: 'What it did',
    text: 'Our three sample books, broken on purpose and repaired by the service as it runs today. You can repeat each of them in the demo.',
    sample: 'Book',
    found: 'Problems found',
    fixed: 'Fixed',
    time: 'Time',
    errors: 'Errors by EPUBCheck',
    beforeAfter: (before: number, after: number) => `${before.toLocaleString('en')} before, ${after.toLocaleString('en')} after`,
    seconds: (seconds: string) => `${seconds} s`,
    lost: (parts: number) =>
      parts === 0 ? 'Nothing of the book was lost' : `${parts.toLocaleString('en')} parts could not be kept`,
    method: (date: string, machine: string) => `Measured on ${date}: ${machine}.`,
    typical: (books: number, seconds: string) =>
      `Over ${books.toLocaleString('en')} damaged books of our test collection, half of the repairs took less than ${seconds} s, both checks included.`,
    article: 'Read the case study: a memoir with 1,847 errors',
  },
  faq: {
    heading: 'Questions',
    items: [
      {
        question: 'What does Bookmender repair?',
        answer:
          'EPUB 2 and EPUB 3 files that a shop, a reading app or a validator refuses: damaged archives, wrong or missing package entries, broken links and contents lists, garbled characters, invalid markup, missing metadata, unusable pictures and covers. All 37 repair features are listed with what they do on our pricing page.',
      },
      {
        question: 'Will my text be changed?',
        answer:
          'No. A correction that would cost a word, a picture, a working link or a line of metadata is not made. The words are counted before and after, and every change is shown to you as struck out and inserted, with file and line.',
      },
      {
        question: 'How do I know that the result is valid?',
        answer:
          'The official EPUBCheck, the validator that shops use, reads your book before and after the repair, and the result names its version. What it still finds is listed, with the reason why we left it.',
      },
      {
        question: 'Can I try it without an account?',
        answer:
          'Yes. Drop a book on this page and it is checked in your own browser, without an upload; or watch the demo repair one of our sample books. To have your own book repaired you sign in.',
      },
      {
        question: 'What is free, and what costs something?',
        answer: `Free finds and explains every error, ${free.scansPerDay === 1 ? 'one scan' : `${free.scansPerDay} scans`} a day, in files of up to ${free.maxFileSize} MB. Pro repairs ${pro.repairsPerMonth} books a month with ${pro.repairFeatures} features for ${dollars(pro.monthlyPrice)}; Publisher repairs without a limit, with all ${publisher.repairFeatures} features and batches of up to ${publisher.maxFilesPerBatch}, for ${dollars(publisher.monthlyPrice)} a month.`,
      },
      {
        question: 'What happens to my files?',
        answer: `Uploads and results are deleted within ${free.keepsFilesHours[0]} hours; on the Publisher plan you may choose to keep them for ${Math.max(...publisher.keepsFilesHours) / 24} days. Support staff see counts, never your text.`,
      },
      {
        question: 'What if my book cannot be repaired?',
        answer:
          'Then we say so and say why. Only a repair that made the book valid, or left it with fewer errors, counts towards your plan; and within 7 days of a purchase you can ask for your money back.',
      },
      {
        question: 'Will every shop accept the repaired book?',
        answer:
          'No honest service can promise that: shops also judge content, covers and rights. We check the published technical rules of six platforms and tell you which one your book meets, which it breaks, and by how much.',
      },
    ],
  },
  close: {
    heading: 'Bring the book that nobody would take.',
    text: 'The first check is free, and you see every finding.',
  },
} as const
