import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '../../../contract/call.ts'
import type { serviceInfo } from '../../../contract/calls/auth.ts'
import { servicePath } from '../../../contract/sign-in.ts'

/** Name of the identity provider and the local stand-ins in use; they change with a restart of the service only. */
export const serviceQuery = queryOptions<ReplyOf<typeof serviceInfo>>({
  queryKey: [servicePath],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
