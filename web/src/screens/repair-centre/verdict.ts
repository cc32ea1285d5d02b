import type { JobRecord } from '../../../../contract/calls/epub.ts'
import type { Report } from '../../../../contract/report.ts'

export interface Verdict {
  /** One sentence, or two short ones. */
  readonly headline: string
  /** What it means for the book. */
  readonly meaning: string
  readonly isGood: boolean
}

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`
const problems = (n: number) => count(n, 'problem', 'problems')

/** The result in a sentence, from what was measured. */
export function verdictOf({ outcome, found, fixed, report }: Pick<JobRecord, 'outcome' | 'found' | 'fixed' | 'report'>): Verdict {
  const kept = report ? `, ${wordsKept(report)}` : ''
  const left = found - fixed
  switch (outcome) {
    case 'sound':
      return {
        headline: 'Nothing to fix: your file is returned byte for byte',
        meaning: 'The checker finds no error in this book, so we did not touch it.',
        isGood: true,
      }
    case 'valid':
      return {
        headline: `Valid. ${problems(found)} found, ${fixed.toLocaleString('en')} fixed${kept}.`,
        meaning:
          left > 0
            ? `The checker accepts the book now. ${count(left, 'remark is', 'remarks are')} left to you; none makes it invalid.`
            : 'The checker accepts the book now.',
        isGood: true,
      }
    case 'improved':
      return {
        headline: `Better, but not valid yet. ${problems(found)} found, ${fixed.toLocaleString('en')} fixed${kept}.`,
        meaning: `${count(left, 'problem needs', 'problems need')} your eye. The cards below say which, and why we left them.`,
        isGood: false,
      }
    case 'unchanged':
      return {
        headline: `Not repaired. ${problems(found)} found, none fixed.`,
        meaning: 'We found no correction that is safe for the text, so the book is as it was. The cards below say why.',
        isGood: false,
      }
    case 'scanned':
      return scanVerdict(found, report?.before.valid)
    case undefined:
      return { headline: 'This job has no result.', meaning: '', isGood: false }
  }
}

function scanVerdict(found: number, isValid: boolean | undefined): Verdict {
  if (found === 0) return { headline: 'Valid. No problems found.', meaning: 'The checker accepts this book.', isGood: true }
  if (isValid)
    return {
      headline: `Valid. ${count(found, 'remark', 'remarks')} found.`,
      meaning: 'The checker accepts this book. The remarks below are offers, not errors.',
      isGood: true,
    }
  return {
    headline: `Checked. ${problems(found)} found.`,
    meaning: 'This was a check only: nothing in the book was changed.',
    isGood: false,
  }
}

function wordsKept({ words, lost }: Report): string {
  if (words.after < words.before)
    return `${(words.before - words.after).toLocaleString('en')} of ${count(words.before, 'word', 'words')} lost`
  return lost.length > 0 ? `${count(lost.length, 'part', 'parts')} of the file lost` : 'not a word lost'
}

const ownsUp = /original is unchanged|not counted/

/** What a failure means for the book, where its own sentence has not said so. */
export const meaningOfFailure = (sentence: string) =>
  ownsUp.test(sentence)
    ? 'You can try again, or upload another copy of the book.'
    : 'Your original is unchanged, and this job was not counted.'
