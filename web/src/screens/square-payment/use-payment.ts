import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { currency } from '../../../../contract/payment.ts'
import { explain, HttpError } from '../../data/http-error.ts'
import { pay } from '../../data/payments.ts'
import { refreshPlan, useSubscription } from '../../data/subscription.ts'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'
import type { Order } from '../checkout/selection.ts'
import type { SquareCard } from './square.ts'

const { notReady, failed, done, pending } = texts.checkout.notices

/** The card form said no, in its own words. */
class CardRefused extends Error {
  override readonly name = 'CardRefused'
}

/** The outcome is not known yet; the service goes on asking, and charges once. */
const isUnknown = (error: unknown) =>
  error instanceof HttpError && (error.code === 'payment-pending' || error.code === 'payment-in-progress')

async function tokenOf(card: SquareCard, { amount }: Order) {
  const { status, token, errors } = await card.tokenize({
    intent: 'STORE',
    billingContact: {},
    customerInitiated: true,
    sellerKeyedIn: false,
    currencyCode: currency,
    amount: (amount / 100).toFixed(2),
  })
  if (status !== 'OK' || !token) throw new CardRefused(errors?.[0]?.message || failed.card)
  return token
}

/** How often a payment whose outcome is not known is asked after, in ms. */
const askAgain = 3000

/** One payment of one order; the card's number stays in Square's frame, what comes out of it is a token. */
export function usePayment(order: Order | undefined, card: RefObject<SquareCard | undefined>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  /** Since when the outcome of a payment is waited for, browser's clock in ms. */
  const [unknownSince, setUnknownSince] = useState<number>()
  const { mutateAsync } = useMutation({ mutationFn: pay })

  function arrive({ plan, interval, amount }: Order, paymentId?: string) {
    refreshPlan(client)
    notify({ title: done.title, description: done.text, tone: 'done' })
    void navigate({ to: '/success', search: { plan, interval, amount, ...(paymentId ? { paymentId } : {}) } })
  }

  function explainFailure(error: unknown) {
    if (isUnknown(error)) {
      setUnknownSince(Date.now())
      return notify({ title: pending.title, tone: 'plain', ...explain(error, pending.text) })
    }
    if (error instanceof HttpError) return notify({ title: failed.title, ...explain(error, failed.server) })
    notify({ title: failed.title, description: error instanceof CardRefused ? error.message : failed.otherwise })
  }

  async function onPay() {
    if (isBusy) return
    if (!order || !card.current) return notify({ title: notReady.title, description: notReady.text })
    setBusy(true)
    try {
      const sourceId = await tokenOf(card.current, order)
      const { plan: planName, interval, amount } = order
      const { paymentId } = await mutateAsync({ key: crypto.randomUUID(), sourceId, planName, interval, amount })
      arrive(order, paymentId)
    } catch (error) {
      explainFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const { data, dataUpdatedAt } = useSubscription({ poll: unknownSince !== undefined && askAgain })
  const isSettled = unknownSince !== undefined && dataUpdatedAt > unknownSince && data?.paymentPending === false
  const isBought = data?.plan === order?.plan && data?.subscriptionInterval === order?.interval
  // biome-ignore lint/correctness/useExhaustiveDependencies: only that the outcome is known is the reason to run
  useEffect(() => {
    if (!isSettled || !order) return
    setUnknownSince(undefined)
    if (isBought) arrive(order)
    else notify({ title: failed.title, description: failed.server })
  }, [isSettled])

  return { onPay, isBusy, isUnderWay: unknownSince !== undefined }
}
