import { queryOptions, useQuery } from '@tanstack/react-query'
import { userPlan } from '../../../contract/calls/user.ts'
import { useAuth } from './auth.ts'
import { minutes } from './client.ts'
import { send } from './send.ts'

export const planQuery = queryOptions({ queryKey: [userPlan.path], queryFn: () => send(userPlan), staleTime: minutes(10) })

export function usePlan() {
  const { user } = useAuth()
  return useQuery({ ...planQuery, enabled: user !== undefined })
}
