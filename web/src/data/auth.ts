import { queryOptions, useQuery } from '@tanstack/react-query'
import type { User } from '../../../contract/calls/auth.ts'
import { authUserPath } from '../../../contract/sign-in.ts'
import { getOrNobody } from './get.ts'

export const authQuery = queryOptions({
  queryKey: [authUserPath],
  queryFn: () => getOrNobody<User>(authUserPath),
  retry: false,
})

/** Signed in if the call returned a user; while it is pending, nobody is. */
export function useAuth() {
  const { data, isPending } = useQuery(authQuery)
  return { user: data ?? undefined, isLoading: isPending }
}
