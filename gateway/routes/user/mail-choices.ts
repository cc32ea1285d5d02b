import { randomUUID } from 'node:crypto'
import { mailChoices as call, chooseMail } from '../../../contract/calls/user.ts'
import { mailStream, wantsRepairReady } from '../../../contract/events/personal.ts'
import type { Log } from '../../../db/log.ts'
import { answer } from '../../answer.ts'

const readChoice = async (log: Log, owner: string) => wantsRepairReady(await log.readStream(mailStream(owner)))

/** The last choice stands, so no version is asked for. */
export async function chooseRepairReady(log: Log, owner: string, repairReady: boolean) {
  if ((await readChoice(log, owner)) === repairReady) return
  const event = { id: `chosen/${randomUUID()}`, type: 'MailChosen', data: { repairReady } }
  await log.append(mailStream(owner), [event], { metadata: { actor: owner } })
}

export const mailChoices = answer(call, async ({ log, user }) => ({ repairReady: await readChoice(log, user.id) }))

export const choosesMail = answer(chooseMail, async ({ log, user, body: { repairReady } }) => {
  await chooseRepairReady(log, user.id, repairReady)
  return { repairReady }
})
