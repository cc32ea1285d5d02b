import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currency } from '../../../../contract/payment.ts'
import { explain, HttpError } from '../../data/http-error.ts'
import { pay } from '../../data/payments.ts'
import { refreshPlan } from '../../data/subscription.ts'
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
const isPending = (error: unknown) =>
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

/** One payment of one order; the card's number stays in Square's frame, what comes out of it is a token. */
export function usePayment(order: Order | undefined, card: SquareCard | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [isUnderWay, setUnderWay] = useState(false)
  const { mutateAsync } = useMutation({ mutationFn: pay })

  function explainFailure(error: unknown) {
    if (isPending(error)) {
      setUnderWay(true)
      return notify({ title: pending.title, tone: 'plain', ...explain(error, pending.text) })
    }
    if (error instanceof HttpError) return notify({ title: failed.title, ...explain(error, failed.server) })
    notify({ title: failed.title, description: error instanceof CardRefused ? error.message : failed.otherwise })
  }

  async function onPay() {
    if (isBusy) return
    if (!order || !card) return notify({ title: notReady.title, description: notReady.text })
    setBusy(true)
    try {
      const sourceId = await tokenOf(card, order)
      const { plan: planName, interval, amount } = order
      const { paymentId } = await mutateAsync({ key: crypto.randomUUID(), sourceId, planName, interval, amount })
      refreshPlan(client)
      notify({ title: done.title, description: done.text, tone: 'done' })
      void navigate({ to: '/success', search: { plan: planName, interval, amount, paymentId } })
    } catch (error) {
      explainFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return { onPay, isBusy, isUnderWay }
}
