import { QueryCache, QueryClient } from '@tanstack/react-query'
import { authUserPath } from '../../../contract/sign-in.ts'
import { get } from './get.ts'
import { HttpError } from './http-error.ts'
import { retryDelay, retryMutation, retryQuery } from './retry.ts'

export const minutes = (count: number) => count * 60_000

/** Freshness and retries of the specification (core, sections 7–9). */
const createClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: noticeSignOut }),
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

/** A session that ended elsewhere: any call may be the first to hear of it. */
function noticeSignOut(error: Error) {
  if (error instanceof HttpError && error.status === 401) client.setQueryData([authUserPath], null)
}

/** One for the tab: what happens to a job beside the screens refreshes what they show. */
export const client = createClient()
