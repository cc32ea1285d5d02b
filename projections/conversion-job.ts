import type { ConversionEvent } from '../contract/events/convert.ts'
import { type ConversionState, evolveConversion, initialConversion } from './conversion.ts'
import { defineProjection, idIn } from './projection.ts'

const jobIdOf = idIn('conversion-')

/** Every conversion as it stands, whatever became of its files: for lists of staff, as `job` is of repairs. */
export const conversionJob = defineProjection<ConversionEvent, ConversionState>({
  name: 'conversion-job',
  key: jobIdOf,
  evolve: (view, event) => evolveConversion(view ?? initialConversion(jobIdOf(event)!), event),
  index: ({ job, requestedAt }) => ({ ...(job && { owner: job.owner }), ...(requestedAt && { at: requestedAt }) }),
})
