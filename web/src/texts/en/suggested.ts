const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`

/** What is suggested for a book, and what its owner decides on it. */
export const suggested = {
  heading: 'For you to decide',
  waiting: (n: number) => `${count(n, 'suggestion')} to decide on`,
  none: 'You have decided on every suggestion.',
  text: 'Nothing of this is done until you accept it. Each acceptance makes a new version of the result, which is checked again; the versions before stay as they are.',
  engine: {
    offline: 'Suggested by our own engine. Nothing of your book was sent to anybody.',
    model: (name: string) => `Suggested by the language model “${name}” and by our own engine.`,
    asked: (questions: number, characters: number, pictures: number) =>
      `Sent to the model: ${count(questions, 'question')} with ${count(characters, 'character')} of the book${pictures > 0 ? ` and ${count(pictures, 'picture')}` : ''}.`,
    spent: (tokens: number, cost: number | undefined) =>
      `It used ${count(tokens, 'token')}${cost === undefined ? '' : `, which cost $${cost.toFixed(4)}`}.`,
    left: {
      'timed-out': 'The model did not answer in time; our own engine went on without it.',
      unreachable: 'The model could not be reached; our own engine went on without it.',
      refused: 'The model refused to answer; our own engine went on without it.',
      'rate-limited': 'The model had too much to do; our own engine went on without it.',
      failing: 'The model failed; our own engine went on without it.',
      'bad-answers': 'The model gave answers that cannot be used; our own engine went on without it.',
      'budget-spent': 'The model was asked as much as one book may ask; our own engine went on from there.',
      'circuit-open': 'The model has failed for others and is left alone for a while; our own engine did the work.',
    },
  },
  by: { offline: 'Our own engine', model: 'Language model', rules: 'By the rules of EPUB' },
  sure: (percent: number) =>
    percent >= 90 ? `${percent} % sure` : percent >= 60 ? `${percent} % sure, please look` : `A guess, ${percent} % sure`,
  now: 'Now',
  accept: 'Accept',
  refuse: 'Refuse',
  acceptAll: 'Accept all',
  refuseAll: 'Refuse all',
  acceptAllOf: (name: string) => `Accept all of “${name}”`,
  refuseAllOf: (name: string) => `Refuse all of “${name}”`,
  words: 'Your own words',
  picture: 'The picture',
  wordsHint: 'Change the words before you accept them.',
  more: (n: number) => `Show ${n} more`,
  bar: (accepted: number, refused: number, opened: number) =>
    [
      accepted > 0 && `${accepted.toLocaleString('en')} accepted`,
      refused > 0 && `${refused.toLocaleString('en')} refused`,
      opened > 0 && `${opened.toLocaleString('en')} taken back`,
    ]
      .filter(Boolean)
      .join(', '),
  apply: 'Make the new version',
  remember: 'Save what you decided',
  applying: 'Making the new version …',
  clear: 'Start over',
  done: 'A new version is ready',
  doneText: (n: number) =>
    n === 0
      ? 'It was checked. The download is the new version.'
      : `${count(n, 'suggestion')} in it. The download is the new version.`,
  notDone: (n: number) =>
    `${count(n, 'suggestion was', 'suggestions were')} tried and taken back, because the checker found more errors after it. All others are done.`,
  saved: 'Saved',
  savedText: 'What you refused is not suggested again.',
  failed: 'Not changed',
  failure: 'The new version could not be made. The result is as it was.',
  accepted: (n: number) => `Accepted: ${n.toLocaleString('en')}`,
  refused: (n: number) => `Refused: ${n.toLocaleString('en')}`,
  takeBack: 'Take back',
  takeBackOf: (what: string) => `Take back: ${what}`,
  offerAgain: 'Offer again',
  offerAgainOf: (what: string) => `Offer again: ${what}`,
  locked: {
    heading: 'With a higher plan',
    text: 'These features found something in this book and are part of Publisher.',
    found: (n: number, isMore: boolean) => (isMore ? `${n.toLocaleString('en')} findings or more` : count(n, 'finding')),
    upgrade: 'See Publisher',
  },
} as const
