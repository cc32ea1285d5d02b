import type { Logger } from 'pino'
import type { Blobs } from '../db/blobs.ts'
import type { Follower } from '../db/follower.ts'
import type { Log } from '../db/log.ts'
import type { PaymentOwners } from '../db/payments.ts'
import type { People } from '../db/people.ts'
import type { Sessions } from '../db/sessions.ts'
import type { Uploads } from '../db/uploads.ts'
import type { Views } from '../projections/views.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import type { Arrivals } from './arrivals.ts'
import type { Config } from './config.ts'
import type { Conversions } from './conversions.ts'
import type { Deletions } from './deletions.ts'
import type { Parts } from './health.ts'
import type { Metrics } from './metrics.ts'
import type { Pace } from './pace.ts'
import type { Previews } from './preview.ts'
import type { IdentityProvider } from './provider.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Repairs } from './repairs.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { SupportDesk } from './support/desk.ts'

/** Everything a call may need; built once in `main.ts`, passed in everywhere. */
export interface Deps {
  readonly config: Config
  readonly version: string
  readonly log: Log
  readonly follower: Follower
  readonly people: People
  readonly sessions: Sessions
  readonly uploads: Uploads
  readonly blobs: Blobs
  readonly views: Views
  readonly repairs: Repairs
  readonly conversions: Conversions
  readonly previews: Previews
  readonly deletions: Deletions
  readonly subscriptions: Subscriptions
  readonly desk: SupportDesk
  readonly payments: PaymentOwners
  readonly arrivals: Arrivals
  readonly provider: IdentityProvider
  readonly rates: RateLimits
  readonly metrics: Metrics
  readonly tracer: Tracer
  readonly logger: Logger
  /** How the parts stand that a call does not wait for. */
  readonly parts: Parts
  readonly now: () => Date
  /** How long `process-guaranteed` waits for a result, in ms. */
  readonly wait: number
  /** How long `process-square` waits for an outcome, in ms. */
  readonly paymentWait: number
  /** The slowest upload that is still taken. */
  readonly pace: Pace
  /** Aborted when the process begins to stop: whoever waits answers with what there is. */
  readonly stopping: AbortSignal
}
