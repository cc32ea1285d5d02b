import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { explain, HttpError } from '../../data/http-error.ts'
import { openSession } from '../../data/payments.ts'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'

const { payment, upgrade } = texts.pricing.notices

/** To the order summary; a refusal is told in the server's words, an answer that never came in ours. */
export function useUpgrade() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: openSession,
    onSuccess: ({ paymentUrl }) =>
      paymentUrl ? void navigate({ href: paymentUrl }) : notify({ title: payment.title, description: payment.fallback }),
    onError: (error) =>
      error instanceof HttpError
        ? notify({ title: payment.title, ...explain(error, payment.fallback) })
        : notify({ title: upgrade.title, description: upgrade.fallback }),
  })
}
