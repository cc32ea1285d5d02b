import { z } from 'zod'
import { defineCall } from '../call.ts'
import { planNames } from '../plans.ts'

export const HistoryItem = z.object({
  id: z.string(),
  fileName: z.string(),
  issuesFixed: z.number(),
  createdAt: z.string(),
  /** Absent for a scan, a failed job, or when the files are gone. */
  downloadUrl: z.string().optional(),
  status: z.enum(['processing', 'completed', 'failed', 'cancelled']),
  outcome: z.enum(['sound', 'valid', 'improved', 'unchanged', 'scanned']).optional(),
})
export type HistoryItem = z.infer<typeof HistoryItem>

/** Newest first, at most 50. */
export const userHistory = defineCall({ method: 'GET', path: '/api/user/history', for: 'signed-in', reply: z.array(HistoryItem) })

export const userPlan = defineCall({
  method: 'GET',
  path: '/api/user/plan',
  for: 'signed-in',
  reply: z.object({
    plan: z.enum(planNames),
    currentPlan: z.enum(planNames),
    usage: z.object({
      scansToday: z.number(),
      scansPerDay: z.number().nullable(),
      repairsThisMonth: z.number(),
      repairsPerMonth: z.number().nullable(),
      /** When the counters start again, ISO. */
      scansResetAt: z.string(),
      repairsResetAt: z.string(),
    }),
  }),
})
