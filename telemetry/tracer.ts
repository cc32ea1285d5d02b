import { randomBytes } from 'node:crypto'
import { type Attributes, type EndedSpan, otlpBodyOf, type SpanKind } from './spans.ts'
import { readTraceParent, traceParentOf } from './trace-parent.ts'

export interface NewSpan {
  readonly name: string
  readonly kind: SpanKind
  /** `traceparent` of what this belongs to; without one a trace begins. */
  readonly parent: string | undefined
  readonly attributes?: Attributes
}

export interface Span {
  /** For whatever this span asks of others; undefined where nobody traces. */
  readonly traceparent: string | undefined
  /** Only the first end counts. */
  end(result?: { readonly name?: string; readonly attributes?: Attributes; readonly failed?: boolean }): void
}

export interface Tracer {
  start(span: NewSpan): Span
  /** Sends what is left, for as long as one sending may take. */
  close(): Promise<void>
}

export interface TracerOptions {
  readonly service: string
  /** As OpenTelemetry names them: `OTEL_EXPORTER_OTLP_ENDPOINT` and its kin. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The collector does not take our spans; told once, until it does again. */
  readonly onTrouble: (error: unknown) => void
}

/** Between two sendings, ms; how many spans go at once; how many wait while the collector is away, the newest being dropped. */
const every = 1000
const atOnce = 500
const waitingAtMost = 5000
const longestSending = 3000

/** Where nobody traces. */
export const noTracer: Tracer = {
  start: ({ parent }) => ({ traceparent: parent, end: () => {} }),
  close: async () => {},
}

/** Where spans go: the address for traces as it is, or the common one with its path. */
function addressIn(environment: TracerOptions['environment']): string | undefined {
  const own = environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const common = environment.OTEL_EXPORTER_OTLP_ENDPOINT
  if (own) return own
  return common ? `${common.replace(/\/+$/, '')}/v1/traces` : undefined
}

/** `name=value,name=value`, as `OTEL_EXPORTER_OTLP_HEADERS` has them, percent-encoded. */
const headersIn = (text = '') =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.split('='))
      .flatMap(([name, ...value]) => (name?.trim() ? [[name.trim(), decodeURIComponent(value.join('=').trim())]] : [])),
  )

/**
 * Spans of this process, sent by OTLP over HTTP as JSON to any OpenTelemetry collector. Without an endpoint nothing is
 * recorded and nothing costs. What is sent holds ids, names of routes and numbers, never what identifies a person.
 */
export function createTracer({ service, environment, onTrouble }: TracerOptions): Tracer {
  const address = addressIn(environment)
  if (!address || environment.OTEL_SDK_DISABLED === 'true') return noTracer
  const headers = { ...headersIn(environment.OTEL_EXPORTER_OTLP_HEADERS), 'Content-Type': 'application/json' }
  const resource = { 'service.name': environment.OTEL_SERVICE_NAME ?? `bookmender-${service}`, 'process.pid': process.pid }
  let waiting: EndedSpan[] = []
  let sending: Promise<void> | undefined
  let isTroubled = false

  async function sendSome() {
    const some = waiting.slice(0, atOnce)
    try {
      const response = await fetch(address!, {
        method: 'POST',
        headers,
        body: JSON.stringify(otlpBodyOf(resource, some)),
        signal: AbortSignal.timeout(longestSending),
      })
      await response.arrayBuffer()
      // what it refuses for good is not offered again
      if (response.status >= 500 || response.status === 429) throw new Error(`The collector answers ${response.status}`)
      waiting = waiting.slice(some.length)
      isTroubled = false
      return true
    } catch (error) {
      if (!isTroubled) onTrouble(error)
      isTroubled = true
      return false
    }
  }
  const flush = () => {
    sending ??= (async () => {
      while (waiting.length > 0 && (await sendSome()));
    })().finally(() => {
      sending = undefined
    })
    return sending
  }
  const timer = setInterval(() => void flush(), every)
  timer.unref()

  return {
    start({ name, kind, parent, attributes }) {
      const above = readTraceParent(parent)
      if (above && !above.sampled) return noTracer.start({ name, kind, parent })
      const traceId = above?.traceId ?? randomBytes(16).toString('hex')
      const spanId = randomBytes(8).toString('hex')
      const start = performance.timeOrigin + performance.now()
      let ended = false
      return {
        traceparent: traceParentOf({ traceId, spanId, sampled: true }),
        end(result = {}) {
          if (ended) return
          ended = true
          if (waiting.length >= waitingAtMost) return
          waiting.push({
            traceId,
            spanId,
            parentSpanId: above?.spanId,
            name: result.name ?? name,
            kind,
            start,
            end: performance.timeOrigin + performance.now(),
            attributes: { ...attributes, ...result.attributes },
            failed: result.failed ?? false,
          })
        },
      }
    },
    async close() {
      clearInterval(timer)
      // one that is on its way has taken what was there when it began
      await flush()
      await flush()
    },
  }
}
