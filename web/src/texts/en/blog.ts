export const blog = {
  title: 'Blog',
  hero: {
    heading: 'Making EPUBs that are accepted',
    text: 'What goes wrong in e-books, why, and how it is put right: written from the inside of a repair shop, with examples you can copy.',
  },
  categories: {
    label: 'Subjects',
    names: [
      'All',
      'Calibre',
      'Tutorial',
      'Case Study',
      'Publishing',
      'Features',
      'Troubleshooting',
      'Technical',
      'Repair',
      'Guide',
    ],
  },
  featured: { heading: 'Featured Article', link: 'Read Full Guide' },
  all: { heading: 'All Articles', link: 'Read Article', linkLabel: (title: string) => `Read Article: ${title}` },
  minutes: (minutes: number) => `${minutes} min read`,
  cta: {
    heading: 'Have a book that will not pass?',
    text: 'Check it in your browser, or let it be repaired while you watch.',
    try: 'Try Bookmender Now',
    plans: 'View Plans',
  },
  article: {
    back: 'All articles',
    contents: 'In this article',
    home: 'EPUB Repair',
    next: 'Read on',
  },
} as const
