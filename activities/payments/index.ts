import { announceRenewal, disableCard, endSubscription, forgetCustomer } from './calendar.ts'
import { attemptCharge, charge } from './charge.ts'
import { abandonCheckout, readSubscription, storeCard } from './checkout.ts'
import { reconcile, refundPayment } from './refund.ts'
import type { Needs } from './step.ts'

/** What the subscription workflow asks of the world: the log and Square, nothing else. */
export const createPaymentActivities = (deps: Needs) => ({
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
})
