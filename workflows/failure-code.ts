import { ApplicationFailure } from '@temporalio/workflow'

/** The type of the failure that an activity or a workflow threw, under whatever wraps it. */
export function failureCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ApplicationFailure && cause.type) return cause.type
  return 'internal'
}
