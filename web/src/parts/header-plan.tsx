import { Link } from '@tanstack/react-router'
import { plans } from '../../../contract/plans.ts'
import { usePlan } from '../data/plan.ts'
import { texts } from '../texts/texts.ts'
import { Badge } from './badge.tsx'

/** The plan of the person who is signed in; loaded apart, so that the first script of a visitor stays small. */
export default function HeaderPlan() {
  const { data } = usePlan()
  if (!data) return null
  const { displayName } = plans[data.currentPlan]
  return (
    <Link to="/pricing" aria-label={texts.shell.plan(displayName)} className="inline-flex min-h-11 items-center rounded-small">
      <Badge tone={data.currentPlan === 'free' ? 'ink' : 'blue'}>{displayName}</Badge>
    </Link>
  )
}
