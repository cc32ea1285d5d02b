import type { Deps } from './deps.ts'
import { extract } from './extract.ts'
import { recordUndelivered, sendMail } from './mail/send.ts'
import { announceRenewal, disableCard, endSubscription, forgetCustomer } from './payments/calendar.ts'
import { attemptCharge, charge } from './payments/charge.ts'
import { abandonCheckout, readSubscription, storeCard } from './payments/checkout.ts'
import { reconcile, refundPayment } from './payments/refund.ts'
import { recordCancellation, recordFailure, recordSwitch, settle } from './record.ts'
import { repairWith } from './repair-with.ts'
import { discardExpired } from './retention/discard-expired.ts'
import { releaseStale } from './retention/release-stale.ts'
import { resumeLost } from './retention/resume-lost.ts'
import { sweep } from './retention/sweep.ts'
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
  resumeLost: resumeLost(deps),
  releaseStale: releaseStale(deps),
  discardExpired: discardExpired(deps),
  sweep: sweep(deps),
  readSubscription: readSubscription(deps),
  storeCard: storeCard(deps),
  abandonCheckout: abandonCheckout(deps),
  attemptCharge: attemptCharge(deps),
  charge: charge(deps),
  announceRenewal: announceRenewal(deps),
  endSubscription: endSubscription(deps),
  disableCard: disableCard(deps),
  forgetCustomer: forgetCustomer(deps),
  refundPayment: refundPayment(deps),
  reconcile: reconcile(deps),
  sendMail: sendMail(deps),
  recordUndelivered: recordUndelivered(deps),
})

export type Activities = ReturnType<typeof createActivities>
