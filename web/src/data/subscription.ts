import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { BodyOf } from '../../../contract/call.ts'
import { cancelSubscription, downgradeSubscription, requestRefund, userSubscription } from '../../../contract/calls/user.ts'
import { receiptsQuery, retentionQuery } from './account.ts'
import { authQuery, useAuth } from './auth.ts'
import { planQuery } from './plan.ts'
import { send } from './send.ts'

export const subscriptionQuery = queryOptions({ queryKey: [userSubscription.path], queryFn: () => send(userSubscription) })

/** Runs only when somebody is signed in; `poll` in ms. */
export function useSubscription({ poll }: { poll?: number | false } = {}) {
  const { user } = useAuth()
  return useQuery({ ...subscriptionQuery, enabled: user !== undefined, refetchInterval: poll ?? false })
}

/** After anything that may have moved the plan. */
export function refreshPlan(client: QueryClient) {
  for (const { queryKey } of [planQuery, subscriptionQuery, authQuery, receiptsQuery, retentionQuery])
    void client.invalidateQueries({ queryKey })
}

export const downgradeTo = (body: BodyOf<typeof downgradeSubscription>) => send(downgradeSubscription, { body })
export const cancelPlan = () => send(cancelSubscription, { body: {} })
export const askForRefund = () => send(requestRefund, { body: {} })
