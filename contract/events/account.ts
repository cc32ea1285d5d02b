import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { planNames } from '../plans.ts'

export const accountStream = (userId: string) => `account-${userId}`

export const AccountOpened = defineEvent('AccountOpened', {})
/** A plan without a payment: seeded accounts of the local provider, or a gift by support. */
export const SubscriptionGranted = defineEvent('SubscriptionGranted', {
  plan: z.enum(planNames),
  interval: z.enum(['monthly', 'yearly']),
  /** ISO time at which the plan ends. */
  until: z.iso.datetime(),
  source: z.enum(['local-seed', 'support']),
})
const job = { jobId: z.string() }
/** Appended at the stream's version before the bytes are read; reserved counts as used. */
export const ScanReserved = defineEvent('ScanReserved', job)
export const ScanCounted = defineEvent('ScanCounted', job)
export const ScanReleased = defineEvent('ScanReleased', job)
export const RepairReserved = defineEvent('RepairReserved', job)
export const RepairCounted = defineEvent('RepairCounted', job)
export const RepairReleased = defineEvent('RepairReleased', job)

export const AccountEvent = z.discriminatedUnion('type', [
  AccountOpened,
  SubscriptionGranted,
  ScanReserved,
  ScanCounted,
  ScanReleased,
  RepairReserved,
  RepairCounted,
  RepairReleased,
])
export type AccountEvent = z.infer<typeof AccountEvent>
