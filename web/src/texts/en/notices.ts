/** Notices of the specification (core, section 8) and our own, as title and text. */
export const notices = {
  signIn: {
    failed: { title: 'Sign-in Failed', description: 'The sign-in did not complete. Please try again.' },
    cancelled: { title: 'Sign-in Cancelled', description: 'You are not signed in.' },
    unavailable: {
      title: 'Sign-in Failed',
      description: 'The sign-in service does not answer. Please try again in a moment.',
    },
  },
  processingError: { title: 'Processing Error', failed: 'Processing failed', unsent: 'Failed to process EPUB' },
  processingComplete: {
    title: 'Processing Complete!',
    sound: 'Nothing to fix: your file is returned byte for byte',
    scanned: (score: number) => `Your EPUB was checked: ${score}% quality score`,
    unchanged: (score: number) => `No safe correction was found: ${score}% quality score`,
    repaired: (score: number) => `Successfully repaired your EPUB with ${score}% quality score`,
  },
  uploadInterrupted: {
    title: 'Upload Interrupted',
    description: 'The page was left before your book had arrived, so nothing was stored. Please choose it again.',
  },
  upgradeRequired: {
    title: 'Upgrade Required',
    description: 'Please upgrade to download fixed EPUB files.',
    action: 'See the plans',
  },
  downloadFailed: {
    title: 'Download Failed',
    result: 'Unable to download the file. Please try again.',
    history: 'Unable to download the file.',
  },
  cancellationFailed: { title: 'Cancellation Failed', repair: 'The repair could not be cancelled. It goes on.' },
  outside: (title: string) => `Bookmender: ${title}`,
} as const
