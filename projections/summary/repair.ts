import { type Engine, engineNames, type SwitchReason } from '../../contract/engine.ts'
import type { Recorded } from '../../contract/event.ts'
import type { RecordedRepairEvent } from '../../contract/events/repair.ts'
import { featureOf } from '../../contract/features.ts'
import { demoOwner } from '../../contract/job.ts'
import { planOf } from '../../contract/plans.ts'
import { stageNames } from '../../contract/quality.ts'
import { failures } from '../../contract/refusal.ts'
import { revisionSentence } from '../../contract/revision.ts'
import { foldJob, type JobState } from '../job.ts'
import { duration, list, moment, plural, shortWait, size } from './words.ts'

const why: Readonly<Record<SwitchReason, string>> = {
  threw: 'stopped with an error',
  'timed-out': 'took too long',
  'out-of-memory': 'needed too much memory',
  'unreadable-result': 'made a file that does not open',
  'worse-result': 'left the book worse than it was',
}

const engine = (name: Engine) => `the ${engineNames[name]} engine`
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function arrival({ owner, mode, plan, bytes, requestedAt, batch }: JobState) {
  const what = mode === 'find-error' ? 'to be checked' : 'to be repaired'
  if (owner === demoOwner) return `A book of the demo (${size(bytes ?? 0)}) was taken in on ${moment(requestedAt!)}, ${what}.`
  const together = batch === undefined ? '' : ', together with others in a batch'
  return `Your book (${size(bytes ?? 0)}) reached us on ${moment(requestedAt!)}, ${what} on the ${planOf(plan ?? 'free').displayName} plan${together}.`
}

/** From the request to the first work on it, where that is worth a word. */
function waiting(events: readonly RecordedRepairEvent[]) {
  const [asked, begun] = [events[0], events.find(({ type }) => type === 'StageStarted')]
  const wait = asked && begun ? begun.recordedAt.getTime() - asked.recordedAt.getTime() : 0
  return wait > shortWait ? `It waited ${duration(wait)} for its turn.` : undefined
}

/** Each further attempt at a stage is a worker that died, or something it stands on that was away. */
function interruptions(events: readonly RecordedRepairEvent[]) {
  const most = new Map<string, number>()
  for (const { data } of events) if ('attempt' in data) most.set(data.stage, Math.max(most.get(data.stage) ?? 1, data.attempt))
  const times = [...most.values()].reduce((sum, attempts) => sum + attempts - 1, 0)
  if (times === 0) return undefined
  return `The work was interrupted ${times === 1 ? 'once' : plural(times, 'time')} on our side and went on by itself; nothing was lost.`
}

function check(events: readonly RecordedRepairEvent[]) {
  const found = events.find((event) => event.type === 'IssuesFound')
  if (found?.type !== 'IssuesFound') return undefined
  const { judge, errors, warnings } = found.data
  if (errors === 0 && warnings === 0) return `The check (${judge}) found nothing to correct.`
  return `The check (${judge}) found ${list([...(errors > 0 ? [plural(errors, 'error')] : []), ...(warnings > 0 ? [plural(warnings, 'warning')] : [])])}.`
}

const switches = ({ engineSwitches }: JobState) =>
  engineSwitches.map(({ from, to, reason }) => `${capital(engine(from))} ${why[reason]}, so ${engine(to)} took over.`)

const left = (errors: number | undefined) =>
  errors ? `${plural(errors, 'error')} ${errors === 1 ? 'is' : 'are'} left; the report says which and why` : 'no error is left'

function ending(job: JobState, events: readonly RecordedRepairEvent[]): string[] {
  const { status, outcome, found, fixed, failure, stages } = job
  const took = job.endedAt && job.requestedAt ? duration(Date.parse(job.endedAt) - Date.parse(job.requestedAt)) : ''
  if (status === 'processing') {
    const active = stages.find((stage) => stage.status === 'active')
    return [active ? `It is at work now: ${stageNames[active.id]}, ${active.progress} %.` : 'It waits for its turn.']
  }
  if (status === 'failed' && failure)
    return [
      `It ended in the stage ${stageNames[failure.stage]} without a result. ${failures[failure.code]}`,
      `Its reference is ${failure.reference}.`,
    ]
  if (status === 'cancelled') {
    const stage = stages.find((one) => one.status === 'failed')
    return [`It was cancelled${stage ? ` in the stage ${stageNames[stage.id]}` : ''}. The original is unchanged.`]
  }
  const end = events.find((event) => event.type === 'RepairCompleted')
  const wordsKept = end?.type === 'RepairCompleted' && end.data.wordsKept
  const words = wordsKept ? 'Not a word of the book was lost.' : 'Some words could not be kept; the report names them.'
  const by = job.engine ? ` by ${engine(job.engine)}` : ''
  switch (outcome) {
    case 'sound':
      return [
        `The book is sound (${job.judge}), so it was given back as it came, byte for byte.${found > 0 ? ` ${capital(plural(found, 'remark'))} that ${found === 1 ? 'is' : 'are'} no error ${found === 1 ? 'stands' : 'stand'} in the report.` : ''}`,
      ]
    case 'scanned':
      return [`It was a check: ${plural(found, 'problem')} ${found === 1 ? 'was' : 'were'} found, and nothing was changed.`]
    case 'valid':
      return [
        `It was repaired${by} in ${took}: ${fixed.toLocaleString('en')} of ${plural(found, 'problem')} corrected, and ${left(job.errorsAfter)} (${job.judge}).`,
        words,
      ]
    case 'improved':
      return [
        `It was improved${by} in ${took}, but it is not valid yet: ${fixed.toLocaleString('en')} of ${plural(found, 'problem')} corrected, ${left(job.errorsAfter)} (${job.judge}).`,
        words,
      ]
    default:
      return [`We could not make it better: ${left(job.errorsAfter)} (${job.judge}).`]
  }
}

function quality({ scoresBefore, scores, status, outcome }: JobState) {
  if (status !== 'completed' || !scores || outcome === 'scanned') return undefined
  if (!scoresBefore || scoresBefore.overallScore === scores.overallScore)
    return `Its quality score is ${Math.round(scores.overallScore)} of 100.`
  return `Its quality score went from ${Math.round(scoresBefore.overallScore)} to ${Math.round(scores.overallScore)} of 100.`
}

const feature = (number: number) => `“${featureOf(number)?.name ?? number}”`
const outcomes = { sound: 'sound', valid: 'valid', improved: 'better, but not valid', unchanged: 'not valid' } as const

/** Each version that was asked for after the end, with what became of it. */
function versions(events: readonly RecordedRepairEvent[]) {
  let undone: readonly number[] = []
  return events.flatMap((event) => {
    if (event.type !== 'RevisionRequested') return []
    const { revision, cause } = event.data
    const added = event.data.undone.filter((one) => !undone.includes(one))
    const back = undone.filter((one) => !event.data.undone.includes(one))
    const what =
      cause === 'metadata'
        ? 'the metadata were edited'
        : cause === 'undo'
          ? `the ${added.length === 1 ? 'correction' : 'corrections'} ${list(added.map(feature))} ${added.length === 1 ? 'was' : 'were'} taken back`
          : `the ${back.length === 1 ? 'correction' : 'corrections'} ${list(back.map(feature))} ${back.length === 1 ? 'was' : 'were'} done again`
    const asked = `On ${moment(event.recordedAt)} ${what}`
    for (const later of events) {
      if (later.type === 'ResultRevised' && later.data.revision === revision) {
        undone = event.data.undone
        return [`${asked}: the download became version ${revision}, which is ${outcomes[later.data.outcome]}.`]
      }
      if (later.type === 'RevisionFailed' && later.data.revision === revision)
        return [`${asked}, which did not work: ${revisionSentence(later.data.code, later.data.field)}`]
    }
    return [`${asked}; that version is being made.`]
  })
}

/** The sentences about one repair from its own stream: from the arrival to its last version. */
export function repairStory(jobId: string, events: readonly Recorded[]) {
  const job = foldJob(jobId, events)
  const own = events as readonly RecordedRepairEvent[]
  return {
    job,
    arrival: arrival(job),
    sentences: [
      waiting(own),
      check(own),
      ...switches(job),
      interruptions(own),
      ...ending(foldJob(jobId, untilEnd(own)), own),
      quality(foldJob(jobId, untilEnd(own))),
      ...versions(own),
    ].filter((sentence) => sentence !== undefined),
  }
}

const ends = new Set<string>(['RepairCompleted', 'RepairFailed', 'RepairCancelled'])

/** Up to the first ending: how the repair itself came out, whatever was made of its result later. */
export function untilEnd(events: readonly RecordedRepairEvent[]): readonly RecordedRepairEvent[] {
  const end = events.findIndex(({ type }) => ends.has(type))
  return end < 0 ? events : events.slice(0, end + 1)
}
