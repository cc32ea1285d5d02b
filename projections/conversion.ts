import type { ConversionFailure, ManuscriptKind, OutputFormat } from '../contract/conversion.ts'
import type { ConversionJob } from '../contract/conversion-job.ts'
import type { Recorded } from '../contract/event.ts'
import type { ConversionEvent } from '../contract/events/convert.ts'
import type { FilesEvent } from '../contract/events/repair.ts'
import { defineProjection, type Folded, idIn } from './projection.ts'

type Completed = Extract<ConversionEvent, { type: 'ConversionCompleted' }>['data']

/** A conversion as its stream tells it: the same for the socket, the record and support. */
export interface ConversionState {
  readonly jobId: string
  /** Version of the last event folded; 0 when it was never heard of. */
  readonly seq: number
  readonly status: 'unknown' | 'processing' | 'completed' | 'failed' | 'cancelled'
  /** Some worker has begun. */
  readonly isStarted: boolean
  /** 0–100, and never less than before. */
  readonly progress: number
  /** As it was asked for; the workflow is started from this. */
  readonly job?: ConversionJob
  /** ISO times, from the log. */
  readonly requestedAt?: string
  readonly endedAt?: string
  readonly made?: Completed
  readonly failure?: { readonly code: ConversionFailure; readonly reference: string }
}

export const initialConversion = (jobId: string): ConversionState => ({
  jobId,
  seq: 0,
  status: 'unknown',
  isStarted: false,
  progress: 0,
})

function tell(state: ConversionState, event: Folded<ConversionEvent>): ConversionState {
  const { type, data } = event
  const at = event.recordedAt.toISOString()
  switch (type) {
    case 'ConversionRequested': {
      const { kind, batch, ...asked } = data
      const job = { jobId: state.jobId, ...asked, ...(kind && { kind }), ...(batch && { batch }) }
      return { ...state, status: 'processing', job, requestedAt: at }
    }
    case 'ConversionStarted':
      return { ...state, isStarted: true }
    case 'ConversionProgressed':
      return { ...state, isStarted: true, progress: Math.max(state.progress, data.progress) }
    case 'ConversionCompleted':
      return { ...state, status: 'completed', progress: 100, endedAt: at, made: data }
    case 'ConversionFailed':
      return { ...state, status: 'failed', endedAt: at, failure: data }
    case 'ConversionCancelled':
      return { ...state, status: 'cancelled', endedAt: at }
  }
}

/** The first ending stands. */
export const evolveConversion = (state: ConversionState, event: Recorded): ConversionState => ({
  ...(state.endedAt === undefined ? tell(state, event as Folded<ConversionEvent>) : state),
  seq: event.version,
})

export const foldConversion = (jobId: string, events: readonly Recorded[]): ConversionState =>
  events.reduce(evolveConversion, initialConversion(jobId))

/** One line per converted file for "Recent Conversions", as long as its files last. */
export interface ConversionLine {
  readonly jobId: string
  readonly owner: string
  readonly requestedAt: string
  readonly to: OutputFormat
  readonly kind?: ManuscriptKind
  readonly batch?: string
  readonly status: 'processing' | 'completed' | 'failed' | 'cancelled'
  readonly code?: ConversionFailure
}

const inConversion = idIn('conversion-')
const inFiles = idIn('files-')

export const conversions = defineProjection<ConversionEvent | FilesEvent, ConversionLine>({
  name: 'conversions',
  key: (event) => inConversion(event) ?? inFiles(event),
  index: ({ owner, requestedAt }) => ({ owner, at: requestedAt }),

  evolve(view, event) {
    const { type, data } = event
    if (type === 'ConversionRequested') {
      if (view) return view
      const { owner, to, kind, batch } = data
      const requestedAt = event.recordedAt.toISOString()
      const jobId = inConversion(event)!
      return { jobId, owner, requestedAt, to, ...(kind && { kind }), ...(batch && { batch }), status: 'processing' }
    }
    if (type === 'FilesDeleted') return undefined
    if (view?.status !== 'processing') return view
    switch (type) {
      case 'ConversionCompleted':
        return { ...view, status: 'completed' }
      case 'ConversionFailed':
        return { ...view, status: 'failed', code: data.code }
      case 'ConversionCancelled':
        return { ...view, status: 'cancelled' }
      default:
        return view
    }
  },
})
