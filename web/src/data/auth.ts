import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { User } from '../../../contract/calls/auth.ts'
import { authUserPath } from '../../../contract/sign-in.ts'
import { getOrNobody } from './get.ts'

export const authQuery = queryOptions({
  queryKey: [authUserPath],
  queryFn: () => getOrNobody<User>(authUserPath),
  retry: false,
})

const never = () => () => undefined

/**
 * False while a part of a page that was drawn at the build is being taken over: parts are taken over one after the other,
 * and the answer to a call of the first may be there before the last.
 */
const useIsTakenOver = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Signed in if the call returned a user; while it is pending, nobody is. */
export function useAuth() {
  const { data, isPending } = useQuery(authQuery)
  const isTakenOver = useIsTakenOver()
  if (!isTakenOver) return { user: undefined, isLoading: true }
  return { user: data ?? undefined, isLoading: isPending }
}
