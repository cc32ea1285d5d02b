import { AsyncLocalStorage } from 'node:async_hooks'
import { ApplicationFailure, CancelledFailure, type Context } from '@temporalio/activity'
import { defaultPayloadConverter, type Payload } from '@temporalio/common'
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker'
import type { Logger } from 'pino'
import { type Correlation, correlationHeader } from '../contract/correlation.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import { endOf, subjectOf, type WorkMetrics } from './work-metrics.ts'

type Line = Readonly<Record<string, string | number>>

const current = new AsyncLocalStorage<Line>()

/** For each line of the log that is written while an activity is at work. */
export const activityNow = (): Line => current.getStore() ?? {}

const correlationIn = (headers: Record<string, Payload>): Partial<Correlation> => {
  const payload = headers[correlationHeader]
  return payload ? defaultPayloadConverter.fromPayload<Correlation>(payload) : {}
}

interface Observing {
  readonly logger: Logger
  readonly tracer: Tracer
  readonly metrics: WorkMetrics
}

/** Each activity leaves a line, numbers and a span, all with the id of the call that it goes back to. */
export const observeActivities =
  ({ logger, tracer, metrics }: Observing) =>
  ({ info }: Context): { readonly inbound: ActivityInboundCallsInterceptor } => ({
    inbound: {
      async execute(input, next) {
        const { activityType: activity, attempt, workflowExecution, workflowType = '' } = info
        const { requestId, traceparent } = correlationIn(input.headers)
        const workflowId = workflowExecution?.workflowId ?? ''
        const subject = subjectOf(input.args[0])
        const span = tracer.start({
          name: `RunActivity ${activity}`,
          kind: 'consumer',
          parent: traceparent,
          attributes: {
            'temporal.workflow.id': workflowId,
            'temporal.activity.attempt': attempt,
            'bookmender.request.id': requestId,
            'bookmender.job.id': subject.jobId,
            'bookmender.engine': subject.engine,
          },
        })
        const traceId = span.traceparent?.split('-')[1]
        const line: Line = {
          activity,
          attempt,
          workflow: workflowType,
          workflowId,
          ...(requestId && { requestId }),
          ...(traceId && { traceId }),
          ...(subject.jobId && { jobId: subject.jobId }),
        }
        const began = Date.now()
        const queued = Math.max(0, began - info.currentAttemptScheduledTimestampMs) / 1000
        metrics.began({ activity, engine: subject.engine, queued })
        const ended = (outcome: 'done' | 'failed' | 'cancelled', error?: unknown) => {
          const seconds = (Date.now() - began) / 1000
          metrics.ended({ activity, engine: subject.engine, seconds, outcome })
          span.end({ failed: outcome === 'failed', attributes: { 'bookmender.queue.seconds': queued, outcome } })
          const told = { queued, seconds, outcome }
          if (outcome !== 'failed') return logger.info(told, 'activity ended')
          // what is refused for good is the book's fault, not ours
          if (error instanceof ApplicationFailure && error.nonRetryable)
            return logger.info({ ...told, code: error.type }, 'activity ended')
          logger.warn({ ...told, err: error }, 'activity failed')
        }
        return current.run(line, async () => {
          try {
            const result = await next(input)
            ended('done')
            const end = endOf(activity, input.args[0], result)
            if (end) metrics.job(end)
            return result
          } catch (error) {
            ended(error instanceof CancelledFailure ? 'cancelled' : 'failed', error)
            throw error
          }
        })
      },
    },
  })
