export const notFound = {
  title: '404 Page Not Found · Bookmender',
  heading: '404 Page Not Found',
  text: 'Did you forget to add the page to the router?',
  home: 'To EPUB Repair',
} as const
