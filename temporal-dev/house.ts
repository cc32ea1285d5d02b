import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb, buildWorkflows, runScript } from './build.ts'
import { HalfSet, readConfiguration } from './configuration.ts'
import { environmentOf, forgetEnvironment, keepEnvironment, localPartsOf } from './environment.ts'
import { endLeftovers, type HousePorts, housePorts } from './house-ports.ts'
import { localKeys } from './keys.ts'
import { type LocalParts, localParts, logFile, type Say } from './local-parts.ts'
import { holderOf, release, take } from './lock.ts'
import { type Supervised, supervise } from './supervise.ts'

const root = join(import.meta.dirname, '..')

export type HouseOptions = {
  /** Overrides `BOOKMENDER_DATA`. */
  readonly dataDir?: string
  /** Laid over this process's own environment. */
  readonly env?: NodeJS.ProcessEnv
  /** As `BOOKMENDER_FAULTS`: `engine.primary=throw`, `stage.validation=hold:FILE`, several parted by `;`. */
  readonly faults?: string
  /** Free ports everywhere, for houses side by side. */
  readonly anyPorts?: boolean
  /** Pages by Vite, renewed as they are edited. */
  readonly livePages?: boolean
  readonly say?: Say
  /** Aborted: what was started so far is ended, and the start fails. */
  readonly signal?: AbortSignal
}

type Embedded<Name extends keyof LocalParts> = Awaited<ReturnType<LocalParts[Name]>> | undefined

export type House = {
  readonly url: string
  readonly temporalUi: string | undefined
  readonly temporalAddress: string
  readonly temporalNamespace: string
  readonly identityUrl: string
  readonly squareUrl: string | undefined
  /** Where the e-mails lie that would have been sent; undefined where they are. */
  readonly outboxUrl: string | undefined
  readonly databaseUrl: string
  readonly ownerUrl: string
  readonly metrics: Readonly<Record<string, string>>
  readonly dataFolder: string
  readonly blobStore: string
  /** Which parts are stand-ins, as `BOOKMENDER_LOCAL` says it. */
  readonly localParts: readonly string[]
  /** What the processes were started with, for one more of a kind. */
  readonly env: NodeJS.ProcessEnv
  readonly processes: Readonly<Record<'gateway' | 'worker' | 'projections', Supervised>>
  /** Undefined where they come from outside. */
  readonly servers: { readonly postgres: Embedded<'postgres'>; readonly temporal: Embedded<'temporal'> }
  /** Gateway first, databases last; within 10 seconds, and nothing is left. */
  readonly stop: () => Promise<void>
}

/** Ended floor by floor, whatever order they came up in: nobody loses what he stands on. */
const floors = ['gateway', 'processes', 'servers', 'database'] as const
type Floor = (typeof floors)[number]

/** Starts what is missing of the house, side by side where nothing waits for another, and says where everything is. */
export async function startHouse(options: HouseOptions = {}): Promise<House> {
  const given = { ...process.env, ...options.env, ...(options.dataDir ? { BOOKMENDER_DATA: options.dataDir } : {}) }
  const configuration = readConfiguration(given)
  const folder = configuration.dataFolder
  mkdirSync(folder, { recursive: true })

  const lock = join(folder, 'house.json')
  const wasCutShort = existsSync(lock)
  if (!take(lock)) {
    const holder = holderOf(lock)?.pid
    throw new HalfSet(
      `Bookmender is already running on ${folder} (process ${holder}). Stop it, or set BOOKMENDER_DATA to another folder.`,
    )
  }
  const failure = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, failure.signal]) : failure.signal
  const closers: Record<Floor, (() => Promise<void>)[]> = { gateway: [], processes: [], servers: [], database: [] }
  const closeFloors = async (...some: readonly Floor[]) => {
    for (const floor of some) await Promise.all(closers[floor].splice(0).map((close) => close()))
  }
  const steps: Promise<unknown>[] = []
  try {
    if (wasCutShort) await endLeftovers(folder)
    const ports = await housePorts(folder, { any: options.anyPorts ?? false, app: configuration.port })
    const house = await comeUp({ options, given, configuration, ports, signal, closers, steps })
    return {
      ...house,
      stop: async () => {
        await closeFloors(...floors)
        forgetEnvironment(folder)
        release(lock)
      },
    }
  } catch (error) {
    failure.abort(error)
    // Whoever waits for a process to be ready hears that it ended; then all that was on its way up has arrived.
    await closeFloors('gateway', 'processes')
    await Promise.all(steps)
    await closeFloors(...floors)
    release(lock)
    throw error
  }
}

type Rising = {
  readonly options: HouseOptions
  readonly given: NodeJS.ProcessEnv
  readonly configuration: ReturnType<typeof readConfiguration>
  readonly ports: HousePorts
  readonly signal: AbortSignal
  readonly closers: Record<Floor, (() => Promise<void>)[]>
  /** Everything begun, so that a failed start can wait until it has arrived somewhere. */
  readonly steps: Promise<unknown>[]
}

async function comeUp({ options, given, configuration, ports, signal, closers, steps }: Rising): Promise<Omit<House, 'stop'>> {
  const { say = () => {}, livePages = false } = options
  const { outside, dataFolder } = configuration
  const publicUrl = configuration.publicUrl ?? `http://localhost:${ports.app}`
  const keys = localKeys(dataFolder)
  const parts = localParts({ configuration, ports, keys, publicUrl, say })

  const step = <Result>(work: Promise<Result>) => {
    steps.push(work.catch(() => {}))
    return work
  }
  /** A part of our own, ended with its floor; nothing where it comes from outside. */
  const part = <Part extends { readonly stop: () => Promise<void> }>(
    name: keyof LocalParts,
    floor: Floor,
    start: () => Promise<Part>,
  ) =>
    step(
      (async () => {
        if (outside[name]) return undefined
        const started = await start()
        closers[floor].push(started.stop)
        return started
      })(),
    )

  const postgres = part('postgres', 'database', parts.postgres)
  const temporal = part('temporal', 'servers', parts.temporal)
  const identity = part('identity', 'servers', parts.identity)
  const square = part('square', 'servers', parts.square)
  const mail = part('mail', 'servers', parts.mail)
  const workflows = step(buildWorkflows(signal))
  const pages = step(livePages ? Promise.resolve() : buildWeb(signal))
  const database = step(
    postgres.then(async (embedded) => {
      const url = embedded?.first.url ?? String(given.DATABASE_URL)
      const ownerUrl = embedded?.first.ownerUrl ?? String(given.DATABASE_OWNER_URL)
      const env = { ...given, DATABASE_OWNER_URL: ownerUrl, DATABASE_SERVICE_ROLE: new URL(url).username }
      await runScript(['db/migrate.ts'], env, signal)
      return { url, ownerUrl }
    }),
  )

  async function startProcesses() {
    const [{ url: databaseUrl }, server, provider, payments, outbox] = await Promise.all([
      database,
      temporal,
      identity,
      square,
      mail,
    ])
    const port = livePages ? ports.gateway : ports.app
    const local = { temporal: server?.first, identity: provider, square: payments, mail: outbox }
    const env = environmentOf({ given, configuration, keys, publicUrl, port, databaseUrl, faults: options.faults, ...local })

    const run = (name: string, entry: string, patience: number, own: NodeJS.ProcessEnv) => {
      signal.throwIfAborted()
      const started = supervise({ name, entry, root, say, patience, log: logFile(dataFolder, name), env: { ...env, ...own } })
      closers[name === 'gateway' ? 'gateway' : 'processes'].push(started.stop)
      return started
    }
    const metricsAt = (metricsPort: number) => ({ METRICS_PORT: String(metricsPort) })
    // only the worker asks the language model
    const keyless = { AI_API_KEY: '' }
    const projections = run('projections', 'projections/main.ts', 2000, { ...keyless, ...metricsAt(ports.projectionsMetrics) })
    await workflows
    const worker = run('worker', 'activities/worker.ts', 4000, metricsAt(ports.workerMetrics))
    await pages
    const gateway = run('gateway', 'gateway/main.ts', 2000, { ...keyless, ...metricsAt(ports.gatewayMetrics) })
    const all = [projections, worker, gateway]
    if (livePages) {
      const own = { PORT: String(ports.app), GATEWAY_URL: `http://127.0.0.1:${ports.gateway}` }
      all.push(run('pages', 'temporal-dev/vite-dev.ts', 2000, own))
    }
    await Promise.all(all.map((process) => process.ready()))
    return { env, processes: { gateway, worker, projections } }
  }

  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
  const [{ url: databaseUrl, ownerUrl }, { env, processes }] = await Promise.race([
    Promise.all([database, step(startProcesses())]),
    aborted,
  ])
  keepEnvironment(dataFolder, env)
  const metricsUrl = (port: number) => `http://localhost:${port}/metrics`
  return {
    url: publicUrl,
    temporalUi: env.TEMPORAL_UI_URL,
    temporalAddress: String(env.TEMPORAL_ADDRESS),
    temporalNamespace: env.TEMPORAL_NAMESPACE ?? 'default',
    identityUrl: String(env.OIDC_ISSUER),
    squareUrl: env.SQUARE_BASE_URL,
    outboxUrl: (await mail)?.url,
    databaseUrl,
    ownerUrl,
    metrics: {
      gateway: metricsUrl(ports.gatewayMetrics),
      worker: metricsUrl(ports.workerMetrics),
      projections: metricsUrl(ports.projectionsMetrics),
      ...(outside.temporal ? {} : { temporal: metricsUrl(ports.temporalMetrics) }),
    },
    dataFolder,
    blobStore: String(env.BLOB_STORE),
    localParts: localPartsOf(configuration),
    env,
    processes,
    servers: { postgres: await postgres, temporal: await temporal },
  }
}
