import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
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
  const card = useRef<SquareCard>(undefined)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let isGone = false
    let made: SquareCard | undefined
    const giveUp = (description: string, reference?: string) => {
      if (isGone) return
      notify({ title: setup.title, description, reference })
      void navigate({ to: '/pricing' })
    }

    async function makeCard() {
      const configuration = await client.fetchQuery(squareConfigQuery).catch((error: unknown) => {
        giveUp(setup.noConfiguration, explain(error, '').reference)
      })
      if (!configuration || isGone) return undefined
      const { applicationId, locationId, scriptUrl } = configuration
      if (!applicationId || !locationId) return void giveUp(setup.noConfiguration)
      try {
        const square = await loadSquare(scriptUrl)
        return await square.payments(applicationId, locationId).card({ style: cardStyle() })
      } catch (error) {
        return void giveUp(setup.noForm(reasonOf(error)))
      }
    }

    async function prepare() {
      made = await makeCard()
      if (!made) return
      if (isGone) return void made.destroy()
      // the fields measure their place, so it must be there
      flushSync(() => setPhase('attaching'))
      try {
        await made.attach(place.current!)
        if (isGone) return
        card.current = made
        setPhase('ready')
      } catch {
        if (isGone) return
        setPhase('broken')
        notify({ title: form.title, description: form.text })
      }
    }

    void prepare()
    return () => {
      isGone = true
      card.current = undefined
      void made?.destroy()
    }
  }, [client, navigate])

  return { phase, card, place }
}
