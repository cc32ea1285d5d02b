import type { Payload } from '@temporalio/common'
import type { WorkflowInterceptors } from '@temporalio/workflow'
import { correlationHeader } from '../contract/correlation.ts'

/**
 * What began or last woke a workflow goes on to its activities and children, as it came: nothing is read here, and nothing
 * of it is part of a decision, so replays do not know of it.
 */
export function interceptors(): WorkflowInterceptors {
  let carried: Payload | undefined
  const take = ({ headers }: { headers: Record<string, Payload> }) => {
    carried = headers[correlationHeader] ?? carried
  }
  const pass = <Input extends { headers: Record<string, Payload> }>(input: Input): Input =>
    carried ? { ...input, headers: { ...input.headers, [correlationHeader]: carried } } : input
  return {
    inbound: [
      {
        execute(input, next) {
          take(input)
          return next(input)
        },
        handleSignal(input, next) {
          take(input)
          return next(input)
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(pass(input)),
        startChildWorkflowExecution: (input, next) => next(pass(input)),
        continueAsNew: (input, next) => next(pass(input)),
      },
    ],
  }
}
