import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Seconds from request to answer, by route and status. */
  readonly requests: Histogram<'method' | 'route' | 'status'>
  readonly uploads: Counter<'outcome'>
  readonly uploadedBytes: Counter
  readonly sockets: Gauge
  readonly messages: Counter<'type'>
  /** Events appended, and how long that took. */
  readonly appends: Counter<'outcome'>
  readonly appendSeconds: Histogram
  /** From an event's record to its message on the way to a browser. */
  readonly messageDelay: Histogram
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'bookmender_gateway_' })
  return {
    registry,
    requests: new Histogram({
      name: 'bookmender_http_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers,
    }),
    uploads: new Counter({ name: 'bookmender_uploads_total', help: 'Uploads by outcome', labelNames: ['outcome'], registers }),
    uploadedBytes: new Counter({ name: 'bookmender_uploaded_bytes_total', help: 'Bytes of books taken in', registers }),
    sockets: new Gauge({ name: 'bookmender_sockets', help: 'Open sockets', registers }),
    messages: new Counter({
      name: 'bookmender_socket_messages_total',
      help: 'Messages sent by type',
      labelNames: ['type'],
      registers,
    }),
    appends: new Counter({
      name: 'bookmender_appends_total',
      help: 'Events appended to the log: added, repeated (stored before) or refused (somebody else was first)',
      labelNames: ['outcome'],
      registers,
    }),
    appendSeconds: new Histogram({
      name: 'bookmender_append_seconds',
      help: 'Time of one append',
      buckets: [0.002, 0.005, 0.01, 0.05, 0.2, 1, 5],
      registers,
    }),
    messageDelay: new Histogram({
      name: 'bookmender_socket_delay_seconds',
      help: 'From the record of an event to its message being sent',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2, 10],
      registers,
    }),
  }
}
