import { queryOptions, useQuery } from '@tanstack/react-query'
import { authUser } from '../../../contract/calls/auth.ts'
import { sendOrNobody } from './send.ts'

export const authQuery = queryOptions({ queryKey: [authUser.path], queryFn: () => sendOrNobody(authUser), retry: false })

/** Signed in if the call returned a user; while it is pending, nobody is. */
export function useAuth() {
  const { data, isPending } = useQuery(authQuery)
  return { user: data ?? undefined, isLoading: isPending }
}
