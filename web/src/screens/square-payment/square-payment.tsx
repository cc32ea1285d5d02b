import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Icon } from '../../parts/icon.tsx'
import { dollars } from '../../parts/money.ts'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { OrderLine } from '../checkout/order-summary.tsx'
import { type Order, orderOf } from '../checkout/selection.ts'
import { SignedIn } from '../checkout/signed-in.tsx'
import { isLoadedWithOwnPolicy } from './own-policy.ts'
import { useCardForm } from './use-card-form.ts'
import { usePayment } from './use-payment.ts'

const { card: words, notices, invalid, toPricing } = texts.checkout

/** The card form. Square's script may run on this page alone, so a visit that came without a page load makes one. */
export default function SquarePayment() {
  useTitle(words.title)
  const order = orderOf(useSearch({ from: '/square-payment' }))
  const isOwn = isLoadedWithOwnPolicy()
  useEffect(() => {
    if (!isOwn) location.reload()
  }, [isOwn])
  return <SignedIn>{isOwn ? <Payment order={order} /> : <Loading />}</SignedIn>
}

function Payment({ order }: { order: Order | undefined }) {
  const { phase, card, place } = useCardForm()
  const { onPay, isBusy, isUnderWay } = usePayment(order, card)
  const isReady = phase === 'ready'
  return (
    <>
      {phase === 'loading' && <Loading />}
      <Page className={classNames(phase === 'loading' && 'hidden')}>
        {phase !== 'loading' && <h1 className="text-28 sm:text-36">{words.heading}</h1>}
        <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Card aria-labelledby="order" className="lg:order-2">
            <h2 id="order" className="text-18">
              {words.summary}
            </h2>
            <div className="mt-3">{order ? <OrderLine {...order} /> : <p role="alert">{invalid}</p>}</div>
          </Card>
          <Card aria-labelledby="details">
            <h2 id="details" className="text-22">
              {words.details}
            </h2>
            <div className="mt-4 min-h-52" aria-busy={phase === 'attaching'}>
              {phase === 'attaching' && (
                <p role="status" className="text-quiet">
                  {words.initializing}
                </p>
              )}
              {phase === 'broken' && <p className="text-quiet">{notices.form.text}</p>}
              <div ref={place} className={classNames(!isReady && 'h-0 overflow-hidden opacity-0')} />
            </div>
            {isUnderWay && (
              <p role="status" className="mt-4">
                {words.underWay}
              </p>
            )}
            <div className="mt-6 flex flex-wrap gap-3">
              <Button
                look="primary"
                className="w-full sm:w-auto sm:min-w-48"
                disabled={isBusy || !isReady || isUnderWay}
                onClick={() => void onPay()}
              >
                {isBusy ? words.busy : order ? words.pay(dollars(order.amount)) : words.payNothing}
              </Button>
              <a href="/pricing" className={buttonClass('plain', 'w-full sm:w-auto')}>
                {toPricing}
              </a>
            </div>
            <h2 className="mt-6 flex items-center gap-2 border-t border-rule pt-4 text-18">
              <Icon name="lock" />
              {words.security}
            </h2>
            <ul className="mt-2 grid grid-cols-1 gap-2 text-14 text-quiet">
              {words.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Card>
        </div>
      </Page>
    </>
  )
}

const Loading = () => (
  <Page>
    <Card aria-busy="true" className="mx-auto max-w-measure">
      <h1 className="text-22">{words.loading}</h1>
      <p role="status" className="mt-2 text-quiet">
        {words.loadingText}
      </p>
      <Skeleton className="mt-6 h-11 w-full" />
      <Skeleton className="mt-4 h-11 w-full" />
      <Skeleton className="mt-6 h-11 w-48" />
    </Card>
  </Page>
)
