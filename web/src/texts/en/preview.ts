/** The EPUB preview: `/preview/{jobId}`. */
export const preview = {
  title: (name: string) => `${name} · Preview · Bookmender`,
  heading: 'EPUB Preview',

  invalid: {
    heading: 'Invalid Preview Link',
    text: 'This link does not lead to a book of yours. It may be incomplete, or the book belongs to another account.',
    home: 'Return Home',
  },
  gone: {
    heading: 'This book is not here any more',
    text: 'Its files were deleted, as promised. Upload the book again to look at it.',
  },
  refused: { heading: 'This book cannot be shown' },
  notReady: { heading: 'The repair is not finished yet', text: 'Come back when it is done; the pages are shown then.' },
  loading: 'The pages are being made ready…',
  notLoaded: 'The preview could not be loaded.',
  noPages: 'There is no page in this book that could be shown.',

  version: { legend: 'Version', processed: 'Fixed', original: 'Original' },
  onlyOriginal: 'This book was not changed, so there is only the original to look at.',
  device: { legend: 'Device', desktop: 'Desktop', tablet: 'Tablet', phone: 'Phone' },
  zoom: {
    out: 'Zoom out',
    in: 'Zoom in',
    reset: (percent: number) => `Zoom ${percent} %, set to 100 %`,
    value: (percent: number) => `${percent}%`,
  },
  fullscreen: { enter: 'Fullscreen', leave: 'Leave fullscreen' },
  download: 'Download',
  stage: 'Page of the book',
  frame: (title: string) => `Chapter: ${title}`,

  pager: {
    label: 'Chapters',
    previous: 'Previous',
    next: 'Next',
    place: (at: number, of: number) => `${at} of ${of}`,
    spread: (from: number, to: number, of: number) => `${from} and ${to} of ${of}`,
    hint: 'The arrow keys turn the pages too.',
  },

  marks: {
    label: 'Mark what differs',
    here: (count: number) =>
      count === 0
        ? 'Nothing differs on this page.'
        : count === 1
          ? '1 place differs on this page.'
          : `${count} places differ on this page.`,
    added: 'The other version does not have this page.',
    restyled: 'Its styles differ.',
    inAll: (count: number, chapters: number) =>
      `${count.toLocaleString('en')} ${count === 1 ? 'place differs' : 'places differ'} in ${chapters} ${chapters === 1 ? 'chapter' : 'chapters'}.`,
    changed: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  },

  contents: { heading: 'Table of Contents', none: 'The book has no table of contents; these are its pages.', show: 'Contents' },

  panel: { label: 'About the book', show: 'Details', info: 'Info', issues: 'Issues', stats: 'Stats' },
  info: {
    names: {
      title: 'Title',
      author: 'Author',
      language: 'Language',
      publisher: 'Publisher',
      date: 'Published',
      identifier: 'Identifier',
      subjects: 'Subjects',
      description: 'Description',
      series: 'Series',
      version: 'EPUB version',
      direction: 'Reading direction',
      fileName: 'File',
      status: 'Status',
    },
    directions: { ltr: 'Left to right', rtl: 'Right to left' },
    statuses: { completed: 'Completed', processing: 'In progress', failed: 'Failed', cancelled: 'Cancelled' },
  },
  issues: {
    none: 'No issues were found.',
    more: (count: number) => `+${count.toLocaleString('en')} more`,
    levels: { error: 'Error', warning: 'Warning', info: 'Remark' },
    gone: 'The findings were deleted with the files.',
  },
  stats: {
    chapters: 'Chapters',
    words: 'Words',
    reading: 'Reading time',
    minutes: (count: number) => (count < 60 ? `${count} min` : `${Math.floor(count / 60)} h ${count % 60} min`),
    pictures: 'Pictures',
    styles: 'Style sheets',
    fonts: 'Fonts',
    media: 'Sound and film',
    found: 'Issues found',
    fixed: 'Issues fixed',
    bytes: 'File size',
    quality: 'Content quality',
    longest: 'Longest chapter',
  },
  advice: { heading: 'AI Recommendations', none: 'There is nothing to recommend: the book is as it should be.' },

  settings: {
    heading: 'Settings',
    show: 'Settings and search',
    theme: { legend: 'Theme', light: 'Light', dark: 'Dark', sepia: 'Sepia' },
    size: 'Font size',
    smaller: 'A−, smaller letters',
    larger: 'A+, larger letters',
    pixels: (size: number) => `${size} px`,
    fixed: 'The pages of this book have a fixed layout: theme and font size do not change them.',
  },

  search: {
    heading: 'Search',
    label: 'Search in the book',
    hint: 'A word, or a regular expression such as colou?r',
    go: 'Search',
    busy: 'Searching…',
    none: 'Nothing was found.',
    found: (count: number, isMore: boolean) =>
      `${isMore ? 'The first ' : ''}${count.toLocaleString('en')} ${count === 1 ? 'place' : 'places'} found.`,
    literal: 'This is no valid expression, so it was searched for as it is written.',
    stopped: 'This expression takes too long. It was stopped after 1 second; what was found until then is shown.',
    failed: 'The text of the book could not be loaded.',
    results: 'Search results',
  },
} as const
