import { retention as call, chooseRetention } from '../../../contract/calls/user.ts'
import { accountStream } from '../../../contract/events/account.ts'
import { type Log, WrongVersion } from '../../../db/log.ts'
import { keptHours } from '../../../projections/account.ts'
import { answer } from '../../answer.ts'
import { readAccount } from '../../jobs.ts'
import { refuse } from '../../refuse.ts'

export const retention = answer(call, async ({ log, user, now }) => shown(keptHours(await readAccount(log, user.id), now())))

const shown = ({ hours, choices }: ReturnType<typeof keptHours>) => ({ hours, choices: [...choices] })

/** Holds for the books that are there as well as for those to come; the rows follow the event. */
export const choosesRetention = answer(chooseRetention, async ({ log, uploads, user, body: { hours }, now }) => {
  const chosen = await choose(log, { owner: user.id, hours, now })
  await uploads.keepAll(user.id, hours)
  return shown(chosen)
})

async function choose(log: Log, { owner, hours, now }: { owner: string; hours: number; now: () => Date }) {
  for (;;) {
    const account = await readAccount(log, owner)
    const kept = keptHours(account, now())
    if (!kept.choices.includes(hours))
      throw refuse('retention-not-allowed', {
        sentence: `Your plan keeps files for ${kept.choices.join(' or ')} hours. Publisher may keep them for 30 days.`,
      })
    if (account.chosenHours === hours || (account.chosenHours === undefined && hours === kept.hours)) return { ...kept, hours }
    try {
      const event = { id: `retention/${account.version}`, type: 'RetentionChosen', data: { hours } }
      await log.append(accountStream(owner), [event], { expectedVersion: account.version, metadata: { actor: owner } })
      return { ...kept, hours }
    } catch (error) {
      if (!(error instanceof WrongVersion)) throw error
    }
  }
}
