import { conversionFailures, outputs } from '../../contract/conversion.ts'
import type { Recorded } from '../../contract/event.ts'
import type { ConversionEvent } from '../../contract/events/convert.ts'
import { type ConversionState, foldConversion } from '../conversion.ts'
import type { Folded } from '../projection.ts'
import { duration, list, moment, plural, shortWait, size } from './words.ts'

function arrival({ job, requestedAt }: ConversionState) {
  const together = job?.batch === undefined ? '' : ', together with others in a batch'
  return `Your manuscript (${size(job?.bytes ?? 0)}) reached us on ${moment(requestedAt!)}, to be converted to ${outputs[job!.to].label}${together}.`
}

function ending({ status, made, failure, progress, isStarted, requestedAt, endedAt, job }: ConversionState): string[] {
  if (status === 'processing') return [isStarted ? `It is at work now: ${progress} %.` : 'It waits for its turn.']
  if (status === 'cancelled') return ['It was cancelled. The manuscript is unchanged.']
  if (failure) return [`It ended without a result. ${conversionFailures[failure.code]}`, `Its reference is ${failure.reference}.`]
  if (!made) return []
  const took = duration(Date.parse(endedAt!) - Date.parse(requestedAt!))
  const { words, chapters, remarks, verdict } = made
  const contents = list([plural(words, 'word'), ...(chapters > 0 ? [plural(chapters, 'chapter')] : [])])
  return [
    `It became ${outputs[job!.to].label} in ${took}: ${contents}.`,
    ...(remarks > 0
      ? [`${plural(remarks, 'thing')} could not be kept as ${remarks === 1 ? 'it was' : 'they were'}; the result says which.`]
      : []),
    ...(verdict ? [`The check of the book that was made (${verdict.judge}) found ${plural(verdict.errors, 'error')}.`] : []),
  ]
}

/** The sentences about one conversion from its own stream. */
export function conversionStory(jobId: string, events: readonly Recorded[]) {
  const job = foldConversion(jobId, events)
  const own = events as readonly Folded<ConversionEvent>[]
  const begun = own.find(({ type }) => type === 'ConversionStarted')
  const wait = begun && own[0] ? begun.recordedAt.getTime() - own[0].recordedAt.getTime() : 0
  const attempts = Math.max(1, ...own.map(({ data }) => ('attempt' in data ? data.attempt : 1)))
  return {
    job,
    arrival: arrival(job),
    sentences: [
      wait > shortWait ? `It waited ${duration(wait)} for its turn.` : undefined,
      attempts > 1
        ? `The work was interrupted ${attempts === 2 ? 'once' : plural(attempts - 1, 'time')} on our side and went on by itself; nothing was lost.`
        : undefined,
      ...ending(job),
    ].filter((sentence) => sentence !== undefined),
  }
}
