import { batches } from './batch.ts'
import { conversions } from './conversion.ts'
import { conversionBatches } from './conversion-batch.ts'
import { conversionJob } from './conversion-job.ts'
import { history } from './history.ts'
import { job } from './job.ts'
import { plan } from './plan.ts'
import type { AnyProjection } from './projection.ts'
import { subscription } from './subscription.ts'
import { usage } from './usage.ts'

/** Every read model that the service keeps. */
export const catalogue: readonly AnyProjection[] = [
  batches,
  conversionBatches,
  conversionJob,
  conversions,
  history,
  job,
  plan,
  subscription,
  usage,
]
