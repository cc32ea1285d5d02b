import { QueryClient } from '@tanstack/react-query'
import { get } from './get.ts'
import { retryDelay, retryMutation, retryQuery } from './retry.ts'

export const minutes = (count: number) => count * 60_000

/** Freshness and retries of the specification (core, sections 7–9). */
const createClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => get(queryKey.join('/')),
        staleTime: minutes(5),
        gcTime: minutes(5),
        refetchOnWindowFocus: true,
        refetchInterval: false,
        retry: retryQuery,
        retryDelay,
      },
      mutations: { retry: retryMutation, retryDelay },
    },
  })

/** One for the tab: what happens to a job beside the screens refreshes what they show. */
export const client = createClient()
