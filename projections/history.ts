import type { FilesEvent, RepairEvent } from '../contract/events/repair.ts'
import type { Mode } from '../contract/plans.ts'
import type { Outcome } from './job.ts'
import { defineProjection, idIn } from './projection.ts'

/** One line per repair for "Recent Repairs", as long as its files last; `issuesFixed` is absent until the repair completes. */
export interface RepairHistory {
  readonly jobId: string
  readonly owner: string
  readonly requestedAt: string
  readonly mode: Mode
  readonly bytes: number
  readonly status: 'processing' | 'completed' | 'failed' | 'cancelled'
  readonly endedAt?: string
  readonly outcome?: Outcome
  readonly issuesFound?: number
  readonly issuesFixed?: number
  /** There is a repaired file to download. */
  readonly hasResult: boolean
  /** Id of the batch that it came with. */
  readonly batch?: string
}

const inRepair = idIn('repair-')
const inFiles = idIn('files-')

export const history = defineProjection<RepairEvent | FilesEvent, RepairHistory>({
  name: 'history',
  key: (event) => inRepair(event) ?? inFiles(event),
  index: ({ owner, requestedAt }) => ({ owner, at: requestedAt }),

  evolve(view, event) {
    const { type, data } = event
    const at = event.recordedAt.toISOString()
    if (type === 'RepairRequested') {
      const { owner, mode, bytes, batch } = data
      return (
        view ?? {
          jobId: inRepair(event)!,
          owner,
          mode,
          bytes,
          requestedAt: at,
          status: 'processing',
          hasResult: false,
          ...(batch && { batch }),
        }
      )
    }
    if (type === 'FilesDeleted') return undefined
    if (type === 'ResultRevised' && view?.status === 'completed')
      return { ...view, outcome: data.outcome, issuesFound: data.found, issuesFixed: data.fixed, hasResult: true }
    if (view?.status !== 'processing') return view
    switch (type) {
      case 'RepairCompleted':
        return {
          ...view,
          status: 'completed',
          endedAt: at,
          outcome: data.outcome,
          issuesFound: data.found,
          issuesFixed: data.fixed,
          hasResult: data.result !== undefined,
        }
      case 'RepairFailed':
        return { ...view, status: 'failed', endedAt: at }
      case 'RepairCancelled':
        return { ...view, status: 'cancelled', endedAt: at }
      default:
        return view
    }
  },
})
