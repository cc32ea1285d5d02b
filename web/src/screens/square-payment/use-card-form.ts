import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { explain } from '../../data/http-error.ts'
import { squareConfigQuery } from '../../data/payments.ts'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'
import { cardStyle, loadSquare, type SquareCard } from './square.ts'

const { setup, form } = texts.checkout.notices

/** `loading`: configuration and script; `attaching`: the fields come into the page; `broken`: they did not. */
export type CardPhase = 'loading' | 'attaching' | 'ready' | 'broken'

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Square's card form, from its configuration to the fields in the page. What fails before that leads back to the prices. */
export function useCardForm() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [phase, setPhase] = useState<CardPhase>('loading')
  const [card, setCard] = useState<SquareCard>()
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let isGone = false
    const giveUp = (description: string, reference?: string) => {
      if (isGone) return
      notify({ title: setup.title, description, reference })
      void navigate({ to: '/pricing' })
    }

    async function prepare() {
      const configuration = await client.fetchQuery(squareConfigQuery).catch((error: unknown) => {
        giveUp(setup.noConfiguration, explain(error, '').reference)
      })
      if (!configuration || isGone) return
      const { applicationId, locationId, scriptUrl } = configuration
      if (!applicationId || !locationId) return giveUp(setup.noConfiguration)
      try {
        const square = await loadSquare(scriptUrl)
        const made = await square.payments(applicationId, locationId).card({ style: cardStyle() })
        if (isGone) return void made.destroy()
        setCard(made)
        setPhase('attaching')
      } catch (error) {
        giveUp(setup.noForm(reasonOf(error)))
      }
    }

    void prepare()
    return () => {
      isGone = true
    }
  }, [client, navigate])

  useEffect(() => {
    const element = place.current
    if (!card || !element) return
    let isGone = false
    card.attach(element).then(
      () => !isGone && setPhase('ready'),
      () => {
        if (isGone) return
        setPhase('broken')
        notify({ title: form.title, description: form.text })
      },
    )
    return () => {
      isGone = true
      void card.destroy()
    }
  }, [card])

  return { phase, card, place }
}
