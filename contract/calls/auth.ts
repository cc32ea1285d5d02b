import { z } from 'zod'
import { defineCall } from '../call.ts'

export const User = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Staff roles only: `support`, `operator`. */
  roles: z.array(z.string()),
})
export type User = z.infer<typeof User>

export const authUser = defineCall({ method: 'GET', path: '/api/auth/user', for: 'signed-in', reply: User })

/** What a page needs to know of the service before anybody signs in. */
export const serviceInfo = defineCall({
  method: 'GET',
  path: '/api/service',
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
export const loginPath = '/api/login'
export const logoutPath = '/api/logout'
export const callbackPath = '/api/callback'
