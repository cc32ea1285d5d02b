import { texts } from '../texts/texts.ts'

const { pages } = texts.footer

/** Pages that others link to: the footer, and running text. */
export const footerPages = [
  { path: '/terms-of-service', name: pages.terms },
  { path: '/privacy-policy', name: pages.privacy },
  { path: '/refund-policy', name: pages.refund },
  { path: '/guides/calibre-alternative', name: pages.calibre },
  { path: '/guides/amazon-kdp-errors', name: pages.kdp },
  { path: '/guides/platform-specific', name: pages.platforms },
] as const
