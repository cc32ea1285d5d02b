import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Page } from '../../parts/page.tsx'
import { texts } from '../../texts/texts.ts'

const checkout = texts.checkout

/** Nobody can pay for nothing in particular. */
export const InvalidSession = () => (
  <Page>
    <h1 className="text-28 sm:text-36">{checkout.order.heading}</h1>
    <Card role="alert" className="mt-6 max-w-measure">
      <p>{checkout.invalid}</p>
      <Link to="/pricing" className={buttonClass('primary', 'mt-6')}>
        {checkout.toPricing}
      </Link>
    </Card>
  </Page>
)
