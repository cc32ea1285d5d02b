import { Link, useSearch } from '@tanstack/react-router'
import { currency } from '../../../../contract/payment.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { dollars } from '../../parts/money.ts'
import { Page } from '../../parts/page.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { InvalidSession } from './invalid-session.tsx'
import { OrderLine, PlanFeatures } from './order-summary.tsx'
import { type Order, orderOf } from './selection.ts'
import { SignedIn } from './signed-in.tsx'
import { useOpenCheckout } from './use-open-checkout.ts'

const { order: words, notices, toPricing } = texts.checkout

/** What is about to be bought, once more, before the card. */
export default function Checkout() {
  useTitle(words.title)
  const { session, ...selection } = useSearch({ from: '/checkout' })
  const order = orderOf(selection)
  return <SignedIn>{order ? <Summary order={order} session={session} /> : <InvalidSession />}</SignedIn>
}

function Summary({ order, session }: { order: Order; session: string | undefined }) {
  const { plan, interval, amount } = order
  const { open, isBusy } = useOpenCheckout(notices.checkout, (address) => location.assign(address))
  return (
    <Page>
      <h1 className="text-28 sm:text-36">{words.heading}</h1>
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card aria-labelledby="summary">
          <h2 id="summary" className="text-22">
            {words.summary}
          </h2>
          <div className="mt-4">
            <OrderLine {...order} />
          </div>
          <dl className="mt-4 flex items-baseline justify-between gap-6 border-t border-rule pt-4">
            <dt className="font-semibold">{words.total}</dt>
            <dd className="text-22 font-semibold figures">{dollars(amount)}</dd>
          </dl>
          <p className="mt-1 text-14 text-quiet">{words.renews[interval]}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button
              look="primary"
              className="w-full sm:w-auto sm:min-w-48"
              aria-disabled={isBusy}
              onClick={() => !isBusy && open({ planName: plan, interval, amount, currency, session })}
            >
              {isBusy ? words.busy : words.complete}
            </Button>
            <Link to="/pricing" className={buttonClass('plain', 'w-full sm:w-auto')}>
              {toPricing}
            </Link>
          </div>
          <p className="mt-4 flex gap-2 text-14 text-quiet">
            <Icon name="lock" />
            {words.next}
          </p>
        </Card>
        <Card aria-labelledby="includes">
          <h2 id="includes" className="text-18">
            {words.includes}
          </h2>
          <PlanFeatures plan={plan} />
          <p className="mt-4 flex gap-2 border-t border-rule pt-4 text-14 text-quiet">
            <Icon name="retry" />
            <Link to="/refund-policy" className="text-blue underline">
              {words.refund}
            </Link>
          </p>
        </Card>
      </div>
    </Page>
  )
}
