import type { Engine } from '../contract/engine.ts'
import type { Blobs } from '../db/blobs.ts'
import type { Log } from '../db/log.ts'
import type { PaymentWork } from '../db/payments.ts'
import type { People } from '../db/people.ts'
import type { Retention } from '../db/retention.ts'
import type { Uploads } from '../db/uploads.ts'
import type { Pool } from '../epub/node/pool.ts'
import type { OpenedModel } from './ai/model.ts'
import type { Conversions } from './conversions.ts'
import type { Deletions } from './deletions.ts'
import type { RepairEngine } from './engines/engine.ts'
import type { StageGate } from './faults.ts'
import type { Correspondence } from './mail/correspondence.ts'
import type { Square } from './payments/square.ts'
import type { Repairs } from './repairs.ts'
import type { Subscriptions } from './subscriptions.ts'

/** What activities are built with; nothing else reaches the world. */
export interface Deps {
  readonly log: Log
  readonly blobs: Blobs
  /** Child processes that do everything heavy. */
  readonly pool: Pool
  readonly engines: Readonly<Record<Engine, RepairEngine>>
  /** Folder for the files of running jobs. */
  readonly workFolder: string
  /** Lets a test hold a stage open; passes at once otherwise. */
  readonly gate: StageGate
  /** What is there to be deleted, by age. */
  readonly retention: Retention
  readonly repairs: Repairs
  readonly conversions: Conversions
  readonly subscriptions: Subscriptions
  readonly deletions: Deletions
  readonly square: Square
  readonly paymentWork: PaymentWork
  /** Undefined where no post is configured: then nothing is sent. */
  readonly mail: Correspondence | undefined
  /** Opens what is sealed with a person's key; undefined where this worker was given no master key. */
  readonly people: Pick<People, 'open'> | undefined
  /** Names of files, as their owners gave them; undefined where this worker was given no master key. */
  readonly uploads: Pick<Uploads, 'byJob' | 'fileNamesOf'> | undefined
  /** The language model that may be asked; undefined offline. */
  readonly ai: OpenedModel | undefined
  readonly now: () => Date
}
