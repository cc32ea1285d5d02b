import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import { isCancellation, ParentClosePolicy, proxyActivities, startChild } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { type MailOrder, mailWorkflowId } from '../contract/mail.ts'
import { showing } from './show.ts'

/** A mail server that is away is tried for a day. */
const { sendMail } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '24 hours',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '15 minutes' },
})

const { recordUndelivered } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/** One e-mail. Its input says what it is about, never to whom: the address is looked up when it is sent. */
export async function mail(order: MailOrder): Promise<string> {
  const show = showing(`${order.kind}: on its way to the mail server`)
  try {
    const outcome = await sendMail(order)
    show(`${order.kind}: ${outcome}`)
    return outcome
  } catch (error) {
    if (isCancellation(error)) throw error
    await recordUndelivered(order)
    show(`${order.kind}: the mail server did not take it within a day`)
    return 'undeliverable'
  }
}

/** Ordered beside whatever else a workflow does: nobody's repair or payment waits for a mail server. */
export async function order(letter: MailOrder): Promise<void> {
  try {
    await startChild(mail, {
      workflowId: mailWorkflowId(letter),
      args: [letter],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      staticSummary: letter.kind,
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
