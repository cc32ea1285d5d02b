import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { explain, HttpError } from '../../data/http-error.ts'
import { openCheckout } from '../../data/payments.ts'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'

const { checkout: notice } = texts.checkout.notices

interface Words {
  /** The service said no without a sentence. */
  readonly refused: string
  /** It did not answer. */
  readonly unreachable: string
}

/**
 * Asks the server for the address of the card form and goes there by a full page load: that page alone has a policy that
 * lets Square's script in. What goes wrong leads back to the prices.
 */
export function useOpenCheckout({ refused, unreachable }: Words, go: (address: string) => void) {
  const navigate = useNavigate()
  const opening = useMutation({
    mutationFn: openCheckout,
    onSuccess: ({ checkoutUrl }) => (checkoutUrl ? go(checkoutUrl) : fail(notice.noAddress)),
    onError: (error) => {
      if (error instanceof HttpError) {
        const { description, reference } = explain(error, refused)
        fail(description, reference)
      } else fail(error instanceof TypeError ? unreachable : notice.noAddress)
    },
  })

  function fail(description: string, reference?: string) {
    notify({ title: notice.title, description, reference })
    void navigate({ to: '/pricing' })
  }

  // who comes back by the browser's button finds the page as it was before the press
  const { reset } = opening
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])

  return { open: opening.mutate, isBusy: opening.isPending || opening.isSuccess }
}
