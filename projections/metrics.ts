import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Sql } from '../db/connect.ts'
import { serveMetrics } from '../telemetry/serve-metrics.ts'
import { readLag } from './runner.ts'

export interface Metrics {
  readonly port: number | undefined
  readonly stopped: (projection: string) => void
  readonly close: () => Promise<void>
}

/** `GET /metrics` for Prometheus on the loopback address, when a port is given (0: any free one). */
export async function startMetrics(sql: Sql, port: string | undefined): Promise<Metrics> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'bookmender_projections_' })
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

  const server = await serveMetrics({ contentType: registry.contentType, metrics: measure }, Number(port))
  return {
    port: (server.address() as AddressInfo).port,
    stopped: mark,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
