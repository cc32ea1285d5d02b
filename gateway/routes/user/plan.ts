import { userPlan } from '../../../contract/calls/user.ts'
import { planOf } from '../../../contract/plans.ts'
import { accountAt } from '../../../projections/account.ts'
import { answer } from '../../answer.ts'
import { readAccount } from '../../jobs.ts'

/** From the account's own stream, so that a plan just bought is there at once. */
export const plan = answer(userPlan, async ({ log, user, now }) => {
  const account = accountAt(await readAccount(log, user.id), now())
  const { scansPerDay, repairsPerMonth } = planOf(account.plan)
  return {
    plan: account.plan,
    currentPlan: account.plan,
    usage: {
      scansToday: account.scansToday,
      scansPerDay: scansPerDay ?? null,
      repairsThisMonth: account.repairsThisMonth,
      repairsPerMonth: repairsPerMonth ?? null,
      scansResetAt: account.day.end.toISOString(),
      repairsResetAt: account.month.end.toISOString(),
    },
  }
})
