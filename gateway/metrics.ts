import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Seconds from request to answer, by route and status. */
  readonly requests: Histogram<'method' | 'route' | 'status'>
  readonly uploads: Counter<'outcome'>
  readonly uploadedBytes: Counter
  readonly sockets: Gauge
  readonly messages: Counter<'type'>
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
  }
}

/** Numbers for Prometheus, for this machine alone: they say more of the house than strangers should know. */
export const serveMetrics = ({ registry }: Metrics, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(async (request, response) => {
      if (request.url !== '/metrics') return void response.writeHead(404).end()
      try {
        const text = await registry.metrics()
        response.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
      } catch {
        response.writeHead(500).end()
      }
    })
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
