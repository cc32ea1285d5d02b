import { closeSubscription, discardFiles, forgetMail, forgetPerson, recordDeletion, stopJobs } from './account/delete.ts'
import { packBatch } from './batch/pack.ts'
import { batchStanding, closeBatch, hasEnded, recordBatchCancellation } from './batch/standing.ts'
import { convertManuscript } from './convert/convert.ts'
import { packConversions } from './convert/pack.ts'
import {
  openConversions,
  recordBatchEnd,
  recordBatchProgress,
  recordConversionCancelled,
  recordConversionFailure,
} from './convert/record.ts'
import type { Deps } from './deps.ts'
import { extract } from './extract.ts'
import { recordUndelivered, sendMail } from './mail/send.ts'
import { createPaymentActivities } from './payments/index.ts'
import { preview } from './preview.ts'
import { recordCancellation, recordFailure, recordRevisionFailure, recordSwitch, settle } from './record.ts'
import { repairWith } from './repair-with.ts'
import { recordReplayFailure, replay } from './replay.ts'
import { discardExpired } from './retention/discard-expired.ts'
import { releaseStale } from './retention/release-stale.ts'
import { resumeDeletions } from './retention/resume-deletions.ts'
import { resumeLost } from './retention/resume-lost.ts'
import { resumeSubscriptions } from './retention/resume-subscriptions.ts'
import { sweep } from './retention/sweep.ts'
import { revise } from './revise.ts'
import { score } from './score.ts'
import { validate } from './validate.ts'

/** Everything that workflows may ask of the world. */
export const createActivities = (deps: Deps) => ({
  extract: extract(deps),
  validate: validate(deps),
  repairWith: repairWith(deps),
  score: score(deps),
  recordSwitch: recordSwitch(deps),
  recordFailure: recordFailure(deps),
  recordCancellation: recordCancellation(deps),
  settle: settle(deps),
  batchStanding: batchStanding(deps),
  closeBatch: closeBatch(deps),
  recordBatchCancellation: recordBatchCancellation(deps),
  hasEnded: hasEnded(deps),
  packBatch: packBatch(deps),
  revise: revise(deps),
  convertManuscript: convertManuscript(deps),
  openConversions: openConversions(deps),
  recordConversionFailure: recordConversionFailure(deps),
  recordConversionCancelled: recordConversionCancelled(deps),
  recordBatchProgress: recordBatchProgress(deps),
  recordBatchEnd: recordBatchEnd(deps),
  packConversions: packConversions(deps),
  preview: preview(deps),
  replay: replay(deps),
  recordReplayFailure: recordReplayFailure(deps),
  recordRevisionFailure: recordRevisionFailure(deps),
  resumeLost: resumeLost(deps),
  releaseStale: releaseStale(deps),
  discardExpired: discardExpired(deps),
  sweep: sweep(deps),
  ...createPaymentActivities(deps),
  sendMail: sendMail(deps),
  forgetPerson: forgetPerson(deps),
  closeSubscription: closeSubscription(deps),
  stopJobs: stopJobs(deps),
  discardFiles: discardFiles(deps),
  forgetMail: forgetMail(deps),
  recordDeletion: recordDeletion(deps),
  resumeDeletions: resumeDeletions(deps),
  resumeSubscriptions: resumeSubscriptions(deps),
  recordUndelivered: recordUndelivered(deps),
})

export type Activities = ReturnType<typeof createActivities>
