import type { JobRecord } from '../../../../contract/calls/epub.ts'
import type { Report } from '../../../../contract/report.ts'
import { texts } from '../../texts/texts.ts'

export interface Verdict {
  /** One sentence, or two short ones. */
  readonly headline: string
  /** What it means for the book. */
  readonly meaning: string
  readonly isGood: boolean
}

const words = texts.repair.verdict

/** The result in a sentence, from what was measured. */
export function verdictOf({ outcome, found, fixed, report }: Pick<JobRecord, 'outcome' | 'found' | 'fixed' | 'report'>): Verdict {
  const kept = report ? `, ${wordsKept(report)}` : ''
  const left = found - fixed
  switch (outcome) {
    case 'sound':
      return { headline: words.sound, meaning: words.soundMeaning, isGood: true }
    case 'valid':
      return {
        headline: words.valid(found, fixed, kept),
        meaning: left > 0 ? words.acceptedWithRemarks(left) : words.accepted,
        isGood: true,
      }
    case 'improved':
      return {
        headline: words.improved(found, fixed, kept),
        meaning: words.improvedMeaning(left),
        isGood: false,
      }
    case 'unchanged':
      return {
        headline: words.unchanged(found),
        meaning: words.unchangedMeaning,
        isGood: false,
      }
    case 'scanned':
      return scanVerdict(found, report?.before.valid)
    case undefined:
      return { headline: words.none, meaning: '', isGood: false }
  }
}

function scanVerdict(found: number, isValid: boolean | undefined): Verdict {
  if (found === 0) return { headline: words.scanClean, meaning: words.scanCleanMeaning, isGood: true }
  if (isValid)
    return {
      headline: words.scanRemarks(found),
      meaning: words.scanRemarksMeaning,
      isGood: true,
    }
  return {
    headline: words.scanned(found),
    meaning: words.scannedMeaning,
    isGood: false,
  }
}

function wordsKept({ words: { before, after }, lost }: Report): string {
  if (after < before) return words.wordsLost(before - after, before)
  return lost.length > 0 ? words.partsLost(lost.length) : words.nothingLost
}

const ownsUp = /original is unchanged|not counted/

/** What a failure means for the book, where its own sentence has not said so. */
export const meaningOfFailure = (sentence: string) =>
  ownsUp.test(sentence) ? texts.repair.ended.tryAgain : texts.repair.ended.unchanged
