/** Pages that others link to. Only those that stand are linked from the footer and from running text. */
export const footerPages = [
  { path: '/terms-of-service', name: 'Terms of Service', stands: false },
  { path: '/privacy-policy', name: 'Privacy Policy', stands: false },
  { path: '/refund-policy', name: 'Refund Policy', stands: false },
  { path: '/guides/calibre-alternative', name: 'Calibre alternative', stands: false },
  { path: '/guides/amazon-kdp-errors', name: 'Amazon KDP errors', stands: false },
  { path: '/guides/platform-specific', name: 'Platform guides', stands: false },
] as const

export const pageStands = (path: string) => footerPages.some((page) => page.path === path && page.stands)
