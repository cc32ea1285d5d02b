import { planNames, planOf } from '../../../../contract/plans.ts'
import { usePlan } from '../../data/plan.ts'
import { Page } from '../../parts/page.tsx'
import { PlanCard } from '../../parts/plan-card.tsx'
import { useTitle } from '../../routes/use-title.ts'

export default function Pricing() {
  useTitle('Pricing · Bookmender')
  const { data: plan } = usePlan()
  return (
    <Page>
      <h1 className="text-28 sm:text-36">Pricing</h1>
      <p className="mt-3 max-w-measure text-18 text-quiet">
        Finding errors is free. Repair, downloads and the tools around them need a plan.
      </p>
      <h2 className="sr-only">Plans</h2>
      <ul className="mt-8 grid gap-6 md:grid-cols-3">
        {planNames.map((name) => (
          <PlanCard key={name} plan={planOf(name)} isCurrent={plan?.currentPlan === name} />
        ))}
      </ul>
      <p className="mt-6 max-w-measure text-quiet">Plans cannot be bought here yet: the payment page is not open.</p>
    </Page>
  )
}
