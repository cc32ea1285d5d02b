import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { processWait } from '../contract/calls/epub.ts'
import { paymentWait } from '../contract/calls/payments.ts'
import { keepSwept, openBlobs } from '../db/blobs.ts'
import { connect } from '../db/connect.ts'
import { countedLog } from '../db/counted-log.ts'
import { createFollower } from '../db/follower.ts'
import { createLog } from '../db/log.ts'
import { createPaymentOwners } from '../db/payments.ts'
import { createPeople } from '../db/people.ts'
import { createSessions } from '../db/sessions.ts'
import { createUploads } from '../db/uploads.ts'
import { readLag } from '../projections/runner.ts'
import { createViews } from '../projections/views.ts'
import { createLogger } from '../telemetry/logger.ts'
import { serveMetrics } from '../telemetry/serve-metrics.ts'
import { createTracer } from '../telemetry/tracer.ts'
import { createApp } from './app.ts'
import { createArrivals } from './arrivals.ts'
import { BadConfiguration, type Config, readConfig } from './config.ts'
import { createConversions } from './conversions.ts'
import { correlationNow } from './correlation.ts'
import { createDeletions } from './deletions.ts'
import type { Deps } from './deps.ts'
import { type Faults, readFaults, shiftedClock, withBlobFault } from './faults.ts'
import { serveLive } from './live.ts'
import { createMetrics } from './metrics.ts'
import { observe } from './observe.ts'
import { slowestUpload } from './pace.ts'
import { createPreviews } from './preview.ts'
import { createProvider } from './provider.ts'
import { createRateLimits } from './rate-limits.ts'
import { createRepairs } from './repairs.ts'
import { routes } from './routes.ts'
import { faultsWithoutLocalParts, unsafeParts } from './safe-start.ts'
import { createHttpServer, drain, listen } from './server.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createSupportDesk } from './support/desk.ts'
import { connectTemporal } from './temporal.ts'

/** How long answers in progress may take to end, in ms; on this machine alone nobody waits for them. */
const drainFor = { local: 1000, real: 4000 } as const
const logger = createLogger('gateway', process.env.LOG_LEVEL, correlationNow)

/** Says what must be set, one line each, and ends. */
function giveUp(problems: readonly string[]): never {
  for (const problem of problems) logger.fatal(problem)
  logger.flush()
  process.exit(1)
}

function configuration(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof BadConfiguration) return giveUp(error.problems)
    throw error
  }
}

function faultsOf({ faults }: Config): Faults {
  try {
    return readFaults(faults)
  } catch (error) {
    return giveUp([(error as Error).message])
  }
}

const config = configuration()
const faults = faultsOf(config)
const provider = createProvider(config)
const sql = connect(config.databaseUrl, { applicationName: 'gateway' })
const unsafe = [...unsafeParts(config, await observe(config, sql, provider)), faultsWithoutLocalParts(config)]
if (unsafe.some(Boolean)) giveUp(unsafe.filter((problem) => problem !== undefined))

const stopping = new AbortController()
const people = createPeople(sql, config)
const sessions = createSessions(sql, people)
const follower = createFollower(sql)
const tracer = createTracer({
  service: 'gateway',
  environment: process.env,
  onTrouble: (err) => logger.warn({ err }, 'traces cannot be sent'),
})
const temporal = connectTemporal(config, tracer)
const metrics = createMetrics()
const deps: Deps = {
  config,
  version: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version,
  log: countedLog(createLog(sql), ({ events, seconds, outcome }) => {
    metrics.appends.inc({ outcome }, events)
    metrics.appendSeconds.observe(seconds)
  }),
  follower,
  people,
  sessions,
  uploads: createUploads(sql, people),
  blobs: withBlobFault(openBlobs(config.blobStore), faults.blobWrite),
  views: createViews(sql),
  repairs: createRepairs(temporal),
  conversions: createConversions(temporal),
  previews: createPreviews(temporal),
  deletions: createDeletions(temporal),
  desk: createSupportDesk(temporal),
  subscriptions: createSubscriptions(temporal),
  payments: createPaymentOwners(sql),
  arrivals: createArrivals(),
  provider,
  rates: createRateLimits(config.rateScale),
  metrics,
  tracer,
  logger,
  parts: {
    hasWorker: temporal.hasWorker,
    viewsBehind: async () => Math.max(0, ...(await readLag(sql)).map(({ seconds }) => seconds)),
  },
  now: shiftedClock(faults),
  wait: processWait,
  paymentWait,
  pace: slowestUpload,
  stopping: stopping.signal,
}

const server = createHttpServer(createApp(deps, routes))
const live = serveLive(server, deps)
const metricsServer = config.metricsPort === undefined ? undefined : await serveMetrics(metrics.registry, config.metricsPort)
await listen(server, config.port, config.host).catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE') giveUp([`PORT is ${config.port}, but another program listens there; set PORT to a free one.`])
  throw error
})
logger.info({ host: config.host, port: config.port, publicUrl: config.publicUrl.origin }, 'ready')

const endSweeping = keepSwept(deps.blobs, (err) => logger.warn({ err }, 'uploads that broke off could not be removed'))

/** Those who wait for a result are told that it is on its way; answers in progress may end; then everything closes in reverse. */
async function stop() {
  stopping.abort()
  endSweeping()
  const patience = config.localParts.length > 0 ? drainFor.local : drainFor.real
  await Promise.all([drain(server, patience), live.close()])
  await Promise.race([deps.arrivals.settled(), pause(500)])
  metricsServer?.close()
  await Promise.race([Promise.all([follower.close(), temporal.close(), tracer.close()]), pause(500)])
  await sql.end({ timeout: 1 })
}

let stopped: Promise<void> | undefined
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    stopped ??= stop().catch((err) => logger.error({ err }, 'not everything was closed'))
    void stopped.then(() => process.exit(0))
  })
