/** "Delete now": one book, before its time is over. */
export const deleteNow = {
  name: 'Delete now',
  label: (fileName: string) => `Delete ${fileName} now`,
  title: 'Delete this book now?',
  text: (fileName: string) =>
    `“${fileName}”, its repaired file and its report go from our store at once. Nobody can bring them back, and this repair stays counted.`,
  keep: 'Keep it',
  go: 'Delete now',
  busy: 'Deleting...',
  done: { title: 'Book deleted', text: 'The book, its repaired file and its report are gone.' },
  failed: { title: 'Not deleted', text: 'The book could not be deleted. Please try again.' },
} as const
