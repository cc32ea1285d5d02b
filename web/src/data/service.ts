import { queryOptions } from '@tanstack/react-query'
import { serviceInfo } from '../../../contract/calls/auth.ts'
import { send } from './send.ts'

/** Name of the identity provider and the local stand-ins in use; they change with a restart of the service only. */
export const serviceQuery = queryOptions({
  queryKey: [serviceInfo.path],
  queryFn: () => send(serviceInfo),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
