import type { BatchState } from '../../contract/batch.ts'
import type { MailOrder } from '../../contract/mail.ts'
import { plans } from '../../contract/plans.ts'
import { dayName, dollars, planTitle, receiptNumber } from '../../contract/receipt.ts'
import type { Words } from './letter.ts'
import type { EndedRepair } from './repair.ts'

interface Places {
  /** The address people use, without a slash at its end. */
  readonly site: string
  readonly unsubscribe: string
}

type MoneyOrder = Exclude<MailOrder, { kind: 'repair-ready' }>

const about = 'This e-mail is about your payments, so it cannot be switched off.'

/** What a letter about money says. */
export function moneyWords(order: MoneyOrder, { site }: Places): Words {
  const account = { label: 'Open your account', url: `${site}/account` }
  switch (order.kind) {
    case 'receipt': {
      const { terms, at } = order
      return {
        subject: `Your receipt: ${planTitle(terms.plan, terms.interval)}, ${dollars(terms.amount)}`,
        heading: 'Thank you, your payment has arrived.',
        paragraphs: [`Your ${plans[terms.plan].displayName} plan is paid. The receipt as a PDF waits on your account page.`],
        rows: [
          ['Plan', planTitle(terms.plan, terms.interval)],
          ['Amount', dollars(terms.amount)],
          ['Date', dayName(at)],
          ['Receipt', receiptNumber('payment', order.about, at)],
        ],
        button: account,
        footer: about,
      }
    }
    case 'refund':
      return {
        subject: `Your refund: ${dollars(order.amount)}`,
        heading: 'Your money is on its way back.',
        paragraphs: [
          `We gave back ${dollars(order.amount)} to the card you paid with. It usually arrives within 5 to 10 business days. The plan that it paid for has ended; your account goes on as Free.`,
        ],
        rows: [
          ['Amount', dollars(order.amount)],
          ['Date', dayName(order.at)],
          ['Receipt', receiptNumber('refund', order.about, order.at)],
        ],
        button: account,
        footer: about,
      }
    case 'renewal-notice': {
      const { terms, renewsAt } = order
      const plan = plans[terms.plan].displayName
      return {
        subject: `Your ${plan} plan renews on ${dayName(renewsAt)}`,
        heading: `Your ${plan} plan renews on ${dayName(renewsAt)}.`,
        paragraphs: [
          `On that day we charge ${dollars(terms.amount)} to your card for another ${terms.interval === 'monthly' ? 'month' : 'year'}. There is nothing you have to do.`,
          'If you would rather stop, cancel on your account page before that day. You keep your plan until then.',
        ],
        button: { ...account, label: 'Manage your plan' },
        footer: about,
      }
    }
    case 'payment-failed': {
      const { terms, retryAt, accessUntil } = order
      const plan = plans[terms.plan].displayName
      const paying = { label: 'Pay with another card', url: `${site}/pricing` }
      if (retryAt === null)
        return {
          subject: `Your ${plan} plan has ended`,
          heading: `Your ${plan} plan has ended.`,
          paragraphs: [
            `The card for your ${plan} plan (${dollars(terms.amount)}) was declined each time we tried, so your account is on the Free plan now. Nothing was charged, and your books stay as long as promised.`,
            'You can take the plan up again whenever you like.',
          ],
          button: { ...paying, label: 'See the plans' },
          footer: about,
        }
      return {
        subject: `We could not charge your card for ${plan}`,
        heading: 'Your card was declined.',
        paragraphs: [
          `We tried to charge ${dollars(terms.amount)} for your ${plan} plan, and your bank said no. Nothing was charged.`,
          `We try again on ${dayName(retryAt)}. ${accessUntil === null ? '' : `Your plan goes on until ${dayName(accessUntil)}. `}Is the card old or lost? Pay with another one; you are charged once.`,
        ],
        button: paying,
        footer: about,
      }
    }
  }
}

const count = (number: number) => `${number.toLocaleString('en')} ${number === 1 ? 'problem' : 'problems'}`

/** What the letter about a repair says; undefined where there is nothing to say. */
export function repairWords(repair: EndedRepair, { site, unsubscribe }: Places): Words | undefined {
  const { fileName, outcome } = repair
  const book = fileName === undefined ? 'Your book' : `“${fileName}”`
  const common = {
    button: { label: 'Open the repair centre', url: `${site}/` },
    footer: 'You get this because the repair took longer than a minute and you may have gone elsewhere.',
    unsubscribe,
  }
  if (outcome === 'failed')
    return {
      subject: `We could not repair ${book === 'Your book' ? 'your book' : book}`,
      heading: `${book} could not be repaired.`,
      paragraphs: [repair.sentence, `If you write to us, name this reference: ${repair.reference}.`],
      ...common,
    }
  const { found, fixed, keptUntil } = repair
  const sentence = {
    sound: 'It is valid. We found nothing to repair and left every byte as it was.',
    valid: `It is valid now: ${count(found)} found, ${fixed.toLocaleString('en')} fixed.`,
    improved: `It is better, but not yet valid: ${count(found)} found, ${fixed.toLocaleString('en')} fixed. The list says what is left and why.`,
    unchanged: `We found ${count(found)} that no engine of ours could fix without harm. The list says why.`,
    scanned: `We found ${count(found)}. The list says where each is and what would be done.`,
  }[outcome]
  return {
    subject: `${book} is ${outcome === 'scanned' ? 'checked' : 'ready'}`,
    heading: `${book} is ${outcome === 'scanned' ? 'checked' : 'ready'}.`,
    paragraphs: [sentence, `Its files stay until ${dayName(keptUntil)}; then they are deleted, as promised.`],
    ...common,
  }
}

/** What the letter about a batch of books says; undefined where there is nothing to say. */
export function batchWords(
  { endedAt, isCancelled, completed, failed }: BatchState,
  { site, unsubscribe }: Places,
): Words | undefined {
  if (endedAt === undefined || isCancelled) return undefined
  const all = completed + failed
  const books = all === 1 ? 'book' : `${all} books`
  const done = completed === 1 ? '1 is done' : `${completed} are done`
  const left =
    failed === 0 ? '' : ` ${failed === 1 ? '1 could not be repaired' : `${failed} could not be repaired`}; the summary says why.`
  return {
    subject: `Your ${books} ${all === 1 ? 'is' : 'are'} ready`,
    heading: `Your ${books} ${all === 1 ? 'is' : 'are'} ready.`,
    paragraphs: [
      `Of the books that you sent as a batch, ${done}.${left}`,
      'One archive holds all results and a summary. It stays as long as the books themselves; then all of it is deleted, as promised.',
    ],
    button: { label: 'Open the repair centre', url: `${site}/` },
    footer: 'You get this because the batch took longer than a minute and you may have gone elsewhere.',
    unsubscribe,
  }
}
