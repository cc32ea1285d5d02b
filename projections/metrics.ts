import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Gauge, Registry } from 'prom-client'
import type { Sql } from '../db/connect.ts'
import { readLag } from './runner.ts'

export interface Metrics {
  readonly port: number | undefined
  readonly stopped: (projection: string) => void
  readonly close: () => Promise<void>
}

/** `GET /metrics` for Prometheus on the loopback address, when a port is given (0: any free one). */
export async function startMetrics(sql: Sql, port: string | undefined): Promise<Metrics> {
  const registry = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['projection'], registers: [registry] })
  const stopped = gauge('projection_stopped', 'Whether the projection met an event that it cannot fold (1) and waits for us')
  const seconds = gauge('projection_lag_seconds', 'Age of the oldest event that the projection has not folded')
  const events = gauge('projection_lag_events', 'Positions between the checkpoint and the end of the log')
  const measure = async () => {
    for (const lag of await readLag(sql)) {
      events.set({ projection: lag.projection }, lag.events)
      seconds.set({ projection: lag.projection }, lag.seconds)
    }
    return registry.metrics()
  }
  const mark = (projection: string) => stopped.set({ projection }, 1)
  if (port === undefined) return { port: undefined, stopped: mark, close: async () => {} }

  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    measure().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(Number(port), '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stopped: mark,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
