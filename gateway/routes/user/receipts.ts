import { receipts as call, receiptPdf as pdfCall } from '../../../contract/calls/user.ts'
import { accountStream } from '../../../contract/events/account.ts'
import { receiptsOf } from '../../../contract/receipt.ts'
import type { Log } from '../../../db/log.ts'
import { answer } from '../../answer.ts'
import { attachment } from '../../file-name.ts'
import { receiptPdf } from '../../receipt-pdf.ts'
import { refuse } from '../../refuse.ts'

const readReceipts = async (log: Log, owner: string) => receiptsOf(await log.readStream(accountStream(owner)))

export const receipts = answer(call, ({ log, user }) => readReceipts(log, user.id))

/** Written anew each time: what identifies the buyer is stored nowhere but in the sealed profile. */
export const printsReceipt = answer(pdfCall, async ({ ctx, config, log, people, user, params }) => {
  const receipt = (await readReceipts(log, user.id)).find(({ id }) => id === params.receiptId)
  const profile = await people.profileOf(user.id)
  if (!receipt || !profile) throw refuse('not-found')
  const name = [profile.firstName, profile.lastName].filter(Boolean).join(' ')
  ctx.set('Content-Disposition', attachment(`${receipt.number}.pdf`))
  ctx.type = 'application/pdf'
  ctx.body = await receiptPdf(receipt, { seller: config.seller, buyer: { email: profile.email, name } })
  return undefined
})
