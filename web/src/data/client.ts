import { QueryClient } from '@tanstack/react-query'
import { retryDelay, retryMutation, retryQuery } from './retry.ts'
import { request } from './send.ts'

export const minutes = (count: number) => count * 60_000

/** Freshness and retries of the specification (core, sections 7–9). */
export const createClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey }) => (await request('GET', queryKey.join('/'))).json() as Promise<unknown>,
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
