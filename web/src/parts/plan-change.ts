import type { Subscription } from '../../../contract/calls/user.ts'
import { planOf } from '../../../contract/plans.ts'
import { spanOf } from '../../../contract/span.ts'
import { texts } from '../texts/texts.ts'

/** "12 days of Pro became 3 days 10 h of Publisher." */
export const planChange = ({ from, to, remainingMs, boughtMs }: NonNullable<Subscription['lastChange']>) =>
  texts.planCard.became(spanOf(remainingMs), planOf(from.plan).displayName, spanOf(boughtMs), planOf(to.plan).displayName)
