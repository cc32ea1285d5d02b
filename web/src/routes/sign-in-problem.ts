import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { notify } from '../parts/notices.ts'
import { texts } from '../texts/texts.ts'

const problems = {
  failed: { ...texts.notices.signIn.failed, tone: 'wrong' },
  cancelled: { ...texts.notices.signIn.cancelled, tone: 'plain' },
  unavailable: { ...texts.notices.signIn.unavailable, tone: 'wrong' },
} as const

export interface HomeSearch {
  /** What went wrong with the sign-in, said by the gateway when it sends the browser back. */
  readonly signIn?: keyof typeof problems
  readonly reference?: string
}

export const readHomeSearch = ({ signIn, reference }: Record<string, unknown>): HomeSearch => ({
  ...(typeof signIn === 'string' && Object.hasOwn(problems, signIn) ? { signIn: signIn as keyof typeof problems } : {}),
  ...(reference === undefined ? {} : { reference: String(reference) }),
})

/** Tells it once; the address is then clean again. */
export function useSignInProblem() {
  const { signIn, reference } = useSearch({ from: '/' })
  const navigate = useNavigate()
  useEffect(() => {
    if (!signIn) return
    notify({ ...problems[signIn], reference: signIn === 'cancelled' ? undefined : reference })
    void navigate({ to: '/', search: {}, replace: true })
  }, [signIn, reference, navigate])
}
