export const footer = {
  text: 'Bookmender repairs EPUB books. Uploads and results are deleted within 24 hours.',
  legal: 'Legal',
  guides: 'Guides',
  product: 'Bookmender',
  pages: {
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
    refund: 'Refund Policy',
    calibre: 'Calibre alternative',
    kdp: 'Amazon KDP errors',
    platforms: 'Platform guides',
  },
} as const
