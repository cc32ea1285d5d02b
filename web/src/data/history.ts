import { queryOptions, useQuery } from '@tanstack/react-query'
import { userHistory } from '../../../contract/calls/user.ts'
import { useAuth } from './auth.ts'
import { minutes } from './client.ts'
import { send } from './send.ts'

export const historyQuery = queryOptions({
  queryKey: [userHistory.path],
  queryFn: () => send(userHistory),
  staleTime: minutes(2),
  refetchOnWindowFocus: true,
})

export function useHistory() {
  const { user } = useAuth()
  return useQuery({ ...historyQuery, enabled: user !== undefined })
}
