import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  setWorkflowOptions,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import {
  nextStep,
  type SquareNotice,
  type Step,
  type SubscriptionInput,
  type SubscriptionState,
  squareSignal,
  wakeSignal,
} from '../contract/subscription.ts'
import { mailAfter } from '../contract/subscription-mail.ts'
import { attributes } from './attributes.ts'
import { order } from './mail.ts'

/** The outcome of a call at Square may be unknown: it is repeated, with the same key, until Square says yes or no. */
const { storeCard, charge, refundPayment, disableCard, forgetCustomer, reconcile } = proxyActivities<Activities>({
  startToCloseTimeout: '40 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/** The log alone: repeated until it answers. */
const { readSubscription, attemptCharge, announceRenewal, endSubscription, abandonCheckout } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
})

export const wake = defineSignal(wakeSignal)
export const square = defineSignal<[SquareNotice]>(squareSignal)
export const stepQuery = defineQuery<Step>('step')

type Doing = Exclude<Step['kind'], 'wait' | 'done'>

const steps: Readonly<Record<Doing, (asked: { owner: string; at: string }) => Promise<SubscriptionState>>> = {
  charge,
  'store-card': storeCard,
  attempt: attemptCharge,
  abandon: abandonCheckout,
  refund: refundPayment,
  'disable-card': disableCard,
  'forget-customer': forgetCustomer,
  end: endSubscription,
  announce: announceRenewal,
}

const remembered = 100

/**
 * One account's payments for as long as there is something to pay, to renew or to end. What is true stands in the
 * account's stream; this reads it, takes the next step, and sleeps until the calendar or somebody calls. A signal is only
 * a hint to look again.
 */
export async function subscription({ owner, notices = [], seen = [], longest = 2000 }: SubscriptionInput): Promise<void> {
  const inbox = [...notices]
  let known = [...seen]
  let woken = false
  let step: Step = { kind: 'wait', until: new Date().toISOString() }
  setHandler(wake, () => {
    woken = true
  })
  setHandler(square, (notice) => {
    if (known.includes(notice.eventId)) return
    known = [...known, notice.eventId].slice(-remembered)
    inbox.push(notice)
  })
  setHandler(stepQuery, () => step)
  const isCalled = () => woken || inbox.length > 0
  const now = () => new Date().toISOString()

  let state = await readSubscription({ owner })
  const go = async (next: SubscriptionState) => {
    const letters = mailAfter(owner, state, next)
    state = next
    for (const letter of letters) await order(letter)
  }
  for (;;) {
    const { historyLength, continueAsNewSuggested } = workflowInfo()
    if (continueAsNewSuggested || historyLength > longest) {
      await condition(allHandlersFinished)
      await continueAsNew<typeof subscription>({ owner, notices: inbox, seen: known, longest })
    }

    const notice = inbox.shift()
    if (notice) {
      await reconcile({ owner, at: now(), kind: notice.kind, objectId: notice.objectId })
      await go(await readSubscription({ owner }))
      continue
    }
    if (woken) {
      woken = false
      await go(await readSubscription({ owner }))
    }

    step = nextStep(state, now())
    show(state, step)
    if (step.kind === 'done') {
      if (!isCalled()) return
    } else if (step.kind === 'wait') {
      await condition(isCalled, Math.max(1, Date.parse(step.until) - Date.now()))
    } else {
      await go(await steps[step.kind]({ owner, at: now() }))
    }
  }
}

/**
 * It lives for months: where workers carry versions it goes on with the newest, and changes to it stand behind `patched`. From a
 * worker without a version the server takes no such wish, and no task that carries it.
 */
setWorkflowOptions(
  () => (workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'AUTO_UPGRADE' } : {}),
  subscription,
)

/** For operators, in the Temporal UI. */
function show({ paid }: SubscriptionState, step: Step) {
  const plan = paid ? `${paid.plan}, ${paid.interval}, until ${paid.until}${paid.cancelled ? ', cancelled' : ''}` : 'no paid plan'
  setCurrentDetails(`${plan}. ${step.kind === 'wait' ? `Sleeps until ${step.until}` : `Next: ${step.kind}`}`)
  upsertSearchAttributes([
    { key: attributes.plan, value: paid?.plan ?? 'free' },
    { key: attributes.stage, value: step.kind },
  ])
}
