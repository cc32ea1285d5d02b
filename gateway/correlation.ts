import { AsyncLocalStorage } from 'node:async_hooks'
import type { WorkflowClientInterceptor } from '@temporalio/client'
import { defaultPayloadConverter } from '@temporalio/common'
import { type Correlation, correlationHeader } from '../contract/correlation.ts'
import type { Tracer } from '../telemetry/tracer.ts'

const current = new AsyncLocalStorage<Correlation>()

/** Everything that `work` begins, however late, belongs to this call. */
export const during = <Result>(call: Correlation, work: () => Result): Result => current.run(call, work)

/** For each line of the log. */
export const correlationNow = (): { requestId?: string; traceId?: string } => {
  const call = current.getStore()
  if (!call) return {}
  const traceId = call.traceparent?.split('-')[1]
  return { requestId: call.requestId, ...(traceId && { traceId }) }
}

/** What a call starts or signals carries the call's id and its trace on. */
export function carryCorrelation(tracer: Tracer): WorkflowClientInterceptor {
  const carried = async <Input extends { readonly headers: object; readonly options: { workflowId: string } }, Result>(
    name: string,
    input: Input,
    next: (input: Input) => Promise<Result>,
  ): Promise<Result> => {
    const call = current.getStore()
    if (!call) return next(input)
    const span = tracer.start({
      name,
      kind: 'client',
      parent: call.traceparent,
      attributes: { 'temporal.workflow.id': input.options.workflowId },
    })
    const carry: Correlation = { requestId: call.requestId, ...(span.traceparent && { traceparent: span.traceparent }) }
    let failed = true
    try {
      const headers = { ...input.headers, [correlationHeader]: defaultPayloadConverter.toPayload(carry) }
      const result = await next({ ...input, headers })
      failed = false
      return result
    } finally {
      span.end({ failed })
    }
  }
  return {
    startWithDetails: (input, next) => carried(`StartWorkflow ${input.workflowType}`, input, next),
    signalWithStart: (input, next) => carried(`SignalWorkflow ${input.workflowType}`, input, next),
  }
}
