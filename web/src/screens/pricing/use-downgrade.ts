import { useMutation, useQueryClient } from '@tanstack/react-query'
import { HttpError } from '../../data/http-error.ts'
import { downgradeTo, refreshPlan } from '../../data/subscription.ts'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'

const { downgrade, downgraded } = texts.pricing.notices

/** In place: nothing is charged, and plan, subscription and user are asked for again. */
export function useDowngrade(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: downgradeTo,
    onSuccess: ({ message }) => notify({ title: downgraded.title, description: message, tone: 'done' }),
    onError: (error) => {
      const isAnswer = error instanceof HttpError
      const description = isAnswer ? (error.sentence ?? downgrade.status(error.status)) : downgrade.fallback
      notify({ title: downgrade.title, description, reference: isAnswer ? error.reference : undefined })
    },
    onSettled: () => {
      refreshPlan(client)
      onDone()
    },
  })
}
