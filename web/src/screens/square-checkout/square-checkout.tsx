import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { currency } from '../../../../contract/payment.ts'
import { Card } from '../../parts/card.tsx'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { InvalidSession } from '../checkout/invalid-session.tsx'
import { type Order, orderOf } from '../checkout/selection.ts'
import { SignedIn } from '../checkout/signed-in.tsx'
import { useOpenCheckout } from '../checkout/use-open-checkout.ts'

const { redirect: words, notices } = texts.checkout
const failures = { refused: notices.checkout.notStarted, unreachable: notices.checkout.notStarted }

/** Starts the checkout of what its address names and sends the browser on. */
export default function SquareCheckout() {
  useTitle(words.title)
  const order = orderOf(useSearch({ from: '/square-checkout' }))
  return <SignedIn>{order ? <Redirect {...order} /> : <InvalidSession />}</SignedIn>
}

function Redirect({ plan, interval, amount }: Order) {
  // not kept in the history: whoever goes back from the card form would be sent there again
  const { open } = useOpenCheckout(failures, (address) => location.replace(address))
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    open({ planName: plan, interval, amount, currency })
  }, [open, plan, interval, amount])

  return (
    <Page>
      <h1 className="text-28 sm:text-36">{words.heading}</h1>
      <Card aria-busy="true" className="mt-6 max-w-measure">
        <p role="status">{words.text}</p>
        <Skeleton className="mt-4 h-2 w-full" />
      </Card>
    </Page>
  )
}
