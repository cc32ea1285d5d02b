import { type AiSwitchReason, engineNames } from '../contract/engine.ts'
import type { Recorded } from '../contract/event.ts'
import type { RecordedRepairEvent } from '../contract/events/repair.ts'
import type { LiveMessage } from '../contract/live.ts'
import type { Stage, StageStatus } from '../contract/quality.ts'
import { failures } from '../contract/refusal.ts'
import type { JobState } from '../projections/job.ts'

const waiting = 'Your book has arrived and waits for its turn.'

const atWork: Record<Stage, string> = {
  extraction: 'Opening the book and reading every file in it.',
  validation: 'Checking every file as the bookshops do.',
  repair: 'Correcting what was found.',
  quality: 'Checking the result once more and measuring it.',
}

const done: Record<Stage, string> = {
  extraction: 'The book is open.',
  validation: 'Every file has been checked.',
  repair: 'The corrections are made.',
  quality: 'The result has been checked.',
}

const because = {
  threw: 'could not cope with this file',
  'timed-out': 'took too long',
  'out-of-memory': 'needed too much memory',
  'unreadable-result': 'made a file that does not open',
  'worse-result': 'did not make the book better',
} as const

const leftBecause = {
  'timed-out': 'did not answer in time',
  unreachable: 'could not be reached',
  refused: 'refused to answer',
  'rate-limited': 'has too much to do',
  failing: 'failed',
  'bad-answers': 'gave answers that cannot be used',
  'budget-spent': 'was asked as much as one book may ask',
  'circuit-open': 'has failed for others and is left alone for a while',
} as const satisfies Record<AiSwitchReason, string>

/**
 * What an event says to the screen: exactly one message. `job` is the job folded up to and with the event, so a second try
 * at a stage never moves the progress back.
 */
export function liveMessageOf(job: JobState, recorded: Recorded): LiveMessage {
  const event = recorded as RecordedRepairEvent
  const head = { jobId: job.jobId, seq: event.version, at: event.recordedAt.toISOString() }
  const progress = (
    stage: Stage,
    status: StageStatus,
    message: string,
    more: { ended?: 'failed' | 'cancelled'; reference?: string } = {},
  ) => {
    const percent = job.stages.find(({ id }) => id === stage)?.progress ?? 0
    return { ...head, type: 'progress', data: { stage, status, progress: percent, message, ...more } } as const
  }

  const { type, data } = event
  switch (type) {
    case 'RepairRequested':
      return progress('extraction', 'pending', waiting)
    case 'StageStarted':
    case 'StageProgressed':
      return progress(data.stage, 'active', atWork[data.stage])
    case 'StageCompleted':
      return progress(data.stage, 'completed', done[data.stage])
    case 'IssuesFound':
      return { ...head, type: 'issues-update', data: { found: data.found, fixed: 0, latest: data.latest } }
    case 'IssuesFixed':
      return { ...head, type: 'issues-update', data: { found: data.found, fixed: data.fixed, latest: data.latest } }
    case 'EngineSwitched': {
      const { from, to, reason } = data
      const message = `The ${engineNames[from]} engine ${because[reason]}. The ${engineNames[to]} engine goes on; nothing is lost.`
      return { ...head, type: 'engine-switch', data: { engine: to, from, reason, message } }
    }
    case 'AiEngineSwitched': {
      const { from, reason } = data
      const message = `The language model ${leftBecause[reason]}. Our own engine goes on without it; nothing is lost.`
      return { ...head, type: 'engine-switch', data: { engine: job.engine ?? 'primary', from, reason, message } }
    }
    case 'QualityScored':
      return {
        ...head,
        type: 'quality-update',
        data: { score: data.after.overallScore, scores: data.after, compatibility: data.compatibility },
      }
    case 'RepairCompleted': {
      const { outcome, found, fixed, engine } = data
      return { ...head, type: 'complete', data: { outcome, found, fixed, ...(engine && { engine }) } }
    }
    case 'RevisionRequested':
      return { ...head, type: 'revision', data: { revision: data.revision, status: 'processing' } }
    case 'SuggestionsRefused':
      return { ...head, type: 'revision', data: { revision: job.revision, status: 'completed' } }
    case 'ResultRevised':
      return { ...head, type: 'revision', data: { revision: data.revision, status: 'completed' } }
    case 'RevisionFailed':
      return { ...head, type: 'revision', data: { revision: data.revision, status: 'failed' } }
    case 'RepairFailed':
      return progress(data.stage, 'failed', failures[data.code], { ended: 'failed', reference: data.reference })
    case 'RepairCancelled':
      return progress(data.stage, 'failed', failures.cancelled, { ended: 'cancelled' })
  }
}
