import { z } from 'zod'
import { defineCall } from '../call.ts'
import { authUserPath, servicePath } from '../sign-in.ts'

export const User = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Staff roles only: `support`, `operator`. */
  roles: z.array(z.string()),
})
export type User = z.infer<typeof User>

export const authUser = defineCall({ method: 'GET', path: authUserPath, for: 'signed-in', reply: User })

/** What a page needs to know of the service before anybody signs in. */
export const serviceInfo = defineCall({
  method: 'GET',
  path: servicePath,
  for: 'everyone',
  reply: z.object({
    providerName: z.string(),
    /** Local stand-ins in use, for the strip; empty in production. */
    localParts: z.array(z.string()),
    accountUrl: z.string().nullable(),
    version: z.string(),
  }),
})

/** Browser redirects, not calls. */
export { callbackPath, loginPath, logoutPath } from '../sign-in.ts'
