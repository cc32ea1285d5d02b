import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildWeb, buildWorkflows, runScript, workflowBundle } from './build.ts'
import { HalfSet, readConfiguration } from './configuration.ts'
import { startIdentity } from './identity.ts'
import { localKeys } from './keys.ts'
import { holderOf, release, take } from './lock.ts'
import { choosePorts, isFree } from './ports.ts'
import { runningPostgres, startPostgres } from './postgres.ts'
import { type KeptServer, keepAlive } from './server.ts'
import { startSquare } from './square.ts'
import { type Supervised, supervise } from './supervise.ts'
import { endTemporalOn, startTemporal } from './temporal.ts'

const root = join(import.meta.dirname, '..')

export type HouseOptions = {
  /** Overrides `BOOKMENDER_DATA`. */
  readonly dataDir?: string
  /** Laid over this process's own environment. */
  readonly env?: NodeJS.ProcessEnv
  /** As `BOOKMENDER_FAULTS`: `engine.primary=throw`, `stage.validation=hold:FILE`, … */
  readonly faults?: string
  /** Free ports everywhere, for houses side by side. */
  readonly anyPorts?: boolean
  /** Pages by Vite, renewed as they are edited. */
  readonly livePages?: boolean
  readonly say?: (name: string, line: string) => void
  /** Aborted: what was started so far is ended, and the start fails. */
  readonly signal?: AbortSignal
}

export type House = {
  readonly url: string
  readonly temporalUi?: string
  readonly temporalAddress: string
  readonly temporalNamespace: string
  readonly identityUrl: string
  readonly squareUrl?: string
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
  /** Those that are embedded. */
  readonly servers: {
    readonly postgres?: KeptServer<{ pid: number; stop: () => Promise<void> }>
    readonly temporal?: KeptServer<{ pid: number; stop: () => Promise<void> }>
  }
  /** Gateway first, databases last; within 10 seconds, and nothing is left. */
  readonly stop: () => Promise<void>
}

const defaultPorts = {
  app: 3000,
  identity: 3001,
  square: 3002,
  postgres: 54_329,
  temporal: 7233,
  temporalUi: 8233,
  temporalHttp: 7243,
  temporalMetrics: 7253,
  gatewayMetrics: 9464,
  workerMetrics: 9465,
  projectionsMetrics: 9466,
  gateway: 3003,
}

type Closer = () => Promise<void>

/** Starts what is missing of the house, side by side where nothing waits for another, and says where everything is. */
export async function startHouse(options: HouseOptions = {}): Promise<House> {
  const { say = () => {} } = options
  const failure = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, failure.signal]) : failure.signal
  const given: NodeJS.ProcessEnv = {
    ...process.env,
    ...options.env,
    ...(options.dataDir ? { BOOKMENDER_DATA: options.dataDir } : {}),
  }
  const { outside, ownKeys, ...configuration } = readConfiguration(given)
  const folder = configuration.dataFolder
  const inFolder = (name: string) => join(folder, name)
  mkdirSync(inFolder('logs'), { recursive: true })
  const log = (name: string) => freshLog(join(folder, 'logs', `${name}.log`))

  const lock = inFolder('house.json')
  const cutShort = existsSync(lock)
  if (!take(lock)) {
    throw new HalfSet(
      `Bookmender is already running on ${folder} (process ${holderOf(lock)?.pid}). Stop it, or set BOOKMENDER_DATA to another folder.`,
    )
  }
  // Ended in the order of `floors`, whatever order they came up in.
  const closers: Record<'gateway' | 'processes' | 'servers' | 'database', Closer[]> = {
    gateway: [],
    processes: [],
    servers: [],
    database: [],
  }
  const close = async () => {
    for (const floor of ['gateway', 'processes', 'servers', 'database'] as const)
      await Promise.all(closers[floor].map((end) => end()))
    release(lock)
  }
  const steps: Promise<unknown>[] = []
  const step = <Result>(work: Promise<Result>) => {
    steps.push(work.catch(() => {}))
    return work
  }

  try {
    if (cutShort) await endLeftovers(folder)
    const ports = await housePorts(folder, options.anyPorts ?? false, configuration.port)
    const publicUrl = configuration.publicUrl ?? `http://localhost:${ports.app}`
    const keys = localKeys(folder)
    const metrics = {
      gateway: `http://localhost:${ports.gatewayMetrics}/metrics`,
      worker: `http://localhost:${ports.workerMetrics}/metrics`,
      projections: `http://localhost:${ports.projectionsMetrics}/metrics`,
      ...(outside.temporal ? {} : { temporal: `http://localhost:${ports.temporalMetrics}/metrics` }),
    }

    const database = step(outside.postgres ? Promise.resolve(undefined) : embeddedPostgres()).then(async (embedded) => {
      const url = embedded?.first.url ?? String(given.DATABASE_URL)
      const ownerUrl = embedded?.first.ownerUrl ?? String(given.DATABASE_OWNER_URL)
      await step(
        runScript(
          ['db/migrate.ts'],
          { ...given, DATABASE_OWNER_URL: ownerUrl, DATABASE_SERVICE_ROLE: new URL(url).username },
          signal,
        ),
      )
      return { url, ownerUrl, embedded }
    })
    const temporal = step(outside.temporal ? Promise.resolve(undefined) : embeddedTemporal())
    const identity = step(outside.identity ? Promise.resolve(undefined) : localIdentity())
    const square = step(outside.square ? Promise.resolve(undefined) : localSquare())
    const pages = step(options.livePages ? Promise.resolve() : buildWeb(signal))
    const workflows = step(buildWorkflows(signal))

    const blobStore = given.BLOB_STORE || inFolder('blobs')
    const localParts = [
      ...(['postgres', 'temporal', 'identity', 'square'] as const).filter((part) => !outside[part]),
      ...(ownKeys ? [] : ['keys']),
      ...(outside.blobs ? [] : ['blobs']),
    ]

    /** What every process is told; each part is waited for by those alone who need it. */
    const environment = async (): Promise<NodeJS.ProcessEnv> => {
      const [{ url }, server, provider, payments] = await Promise.all([database, temporal, identity, square])
      return {
        ...given,
        PORT: String(options.livePages ? ports.gateway : ports.app),
        PUBLIC_URL: publicUrl,
        BOOKMENDER_DATA: folder,
        BOOKMENDER_LOCAL: localParts.join(','),
        BOOKMENDER_FAULTS: options.faults ?? given.BOOKMENDER_FAULTS ?? '',
        BOOKMENDER_MASTER_KEY: given.BOOKMENDER_MASTER_KEY || keys.master,
        COOKIE_KEY: given.COOKIE_KEY || keys.cookie,
        SIGNING_KEY: given.SIGNING_KEY || keys.signing,
        BLOB_STORE: blobStore,
        WORKFLOW_BUNDLE: workflowBundle,
        DATABASE_URL: url,
        // Only migrations own the database; what a process is not told it cannot leak.
        DATABASE_OWNER_URL: '',
        ...(server && {
          TEMPORAL_ADDRESS: server.first.address,
          TEMPORAL_NAMESPACE: server.first.namespace,
          TEMPORAL_UI_URL: server.first.uiUrl,
        }),
        ...(provider && {
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: provider.clientId,
          OIDC_CLIENT_SECRET: keys.oidcClientSecret,
          OIDC_ACCOUNT_URL: provider.accountUrl,
          OIDC_PROVIDER_NAME: given.OIDC_PROVIDER_NAME || 'Local Accounts',
        }),
        ...(payments && {
          SQUARE_BASE_URL: payments.url,
          SQUARE_ACCESS_TOKEN: keys.squareAccessToken,
          SQUARE_APPLICATION_ID: 'local-application',
          SQUARE_LOCATION_ID: 'local-location',
          SQUARE_ENVIRONMENT: 'local',
          SQUARE_WEBHOOK_SIGNATURE_KEY: keys.squareWebhookSignature,
        }),
      }
    }

    const starting = step(
      (async () => {
        const env = await environment()
        const run = (name: string, entry: string, patience: number, own: NodeJS.ProcessEnv) => {
          signal.throwIfAborted()
          log(name)
          const process = supervise({ name, entry, root, logFolder: inFolder('logs'), say, patience, env: { ...env, ...own } })
          closers[name === 'gateway' ? 'gateway' : 'processes'].push(process.stop)
          return process
        }
        const projections = run('projections', 'projections/main.ts', 2000, { METRICS_PORT: String(ports.projectionsMetrics) })
        await workflows
        const worker = run('worker', 'activities/worker.ts', 4000, { METRICS_PORT: String(ports.workerMetrics) })
        await pages
        const gateway = run('gateway', 'gateway/main.ts', 2000, { METRICS_PORT: String(ports.gatewayMetrics) })
        const live = { PORT: String(ports.app), GATEWAY_URL: `http://127.0.0.1:${ports.gateway}` }
        const all = [
          projections,
          worker,
          gateway,
          ...(options.livePages ? [run('pages', 'temporal-dev/vite-dev.ts', 2000, live)] : []),
        ]
        await Promise.all(all.map((process) => process.ready()))
        return { env, processes: { gateway, worker, projections } }
      })(),
    )

    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    )
    const [{ url, ownerUrl, embedded }, server, provider, payments, { env, processes }] = await Promise.race([
      Promise.all([database, temporal, identity, square, starting]),
      aborted,
    ])

    return {
      url: publicUrl,
      temporalUi: server?.first.uiUrl ?? given.TEMPORAL_UI_URL,
      temporalAddress: String(env.TEMPORAL_ADDRESS),
      temporalNamespace: env.TEMPORAL_NAMESPACE ?? 'default',
      identityUrl: provider?.issuer ?? String(given.OIDC_ISSUER),
      squareUrl: payments?.url ?? given.SQUARE_BASE_URL,
      databaseUrl: url,
      ownerUrl,
      metrics,
      dataFolder: folder,
      blobStore,
      localParts,
      env,
      processes,
      servers: { postgres: embedded, temporal: server },
      stop: close,
    }

    function embeddedPostgres() {
      const passwords = { superuser: keys.postgresSuperuser, owner: keys.postgresOwner, service: keys.postgresService }
      const start = () => startPostgres({ folder: inFolder('postgres'), port: ports.postgres, passwords, log: log('postgres') })
      return closing('database', keepAlive('postgres', start, say))
    }
    function embeddedTemporal() {
      const { temporal: grpc, temporalUi: ui, temporalHttp: http, temporalMetrics: metrics } = ports
      const start = () =>
        startTemporal({ file: inFolder('temporal.db'), ports: { grpc, ui, http, metrics }, log: log('temporal') })
      return closing('servers', keepAlive('temporal', start, say))
    }
    function localIdentity() {
      const { rolesClaim } = configuration
      const secrets = { clientSecret: keys.oidcClientSecret, cookieKey: keys.identityCookie }
      return closing('servers', startIdentity({ folder, port: ports.identity, publicUrl, rolesClaim, ...secrets }))
    }
    function localSquare() {
      return closing('servers', startSquare({ folder, port: ports.square, accessToken: keys.squareAccessToken }))
    }
    async function closing<Part extends { readonly stop: Closer }>(floor: keyof typeof closers, starting: Promise<Part>) {
      const part = await starting
      closers[floor].push(part.stop)
      return part
    }
  } catch (error) {
    failure.abort(error)
    // Whoever waits for a process to be ready hears that it ended; then all that was on its way up has arrived.
    for (const floor of ['gateway', 'processes'] as const) await Promise.all(closers[floor].splice(0).map((end) => end()))
    await Promise.all(steps)
    await close()
    throw error
  }
}

/**
 * The ports of the last start where they are still free: the provider's address is part of who a person is, and bookmarks
 * stay good. What comes from outside needs none.
 */
async function housePorts(folder: string, any: boolean, app: number | undefined) {
  const kept = keptPorts(folder)
  const fallback = (name: keyof typeof defaultPorts) => (any ? 0 : defaultPorts[name])
  const names = Object.keys(defaultPorts) as (keyof typeof defaultPorts)[]
  const wanted = Object.fromEntries(names.map((name) => [name, kept[name] ?? fallback(name)])) as typeof defaultPorts
  if (app !== undefined) {
    if (!(await isFree(app))) {
      throw new HalfSet(
        `PORT is ${app}, but another program listens there. Set PORT to a free one, or unset it to let one be chosen.`,
      )
    }
    wanted.app = app
  }
  const chosen = await choosePorts(wanted)
  // A database that a killed start left running is adopted with the port it has.
  chosen.postgres = runningPostgres(join(folder, 'postgres'))?.port ?? chosen.postgres
  writeFileSync(join(folder, 'ports.json'), `${JSON.stringify(chosen, null, 2)}\n`)
  return chosen
}

function keptPorts(folder: string): Partial<typeof defaultPorts> {
  const file = join(folder, 'ports.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** After a start that was killed: its processes end by themselves, a moment later; Temporal is ended here. */
async function endLeftovers(folder: string) {
  await endTemporalOn(join(folder, 'temporal.db'))
  const { app, gateway } = keptPorts(folder)
  const until = Date.now() + 5000
  for (const port of [app, gateway]) while (port && Date.now() < until && !(await isFree(port))) await wait(100)
}

const largestLog = 10 * 1024 * 1024

/** The path given; a log that has grown large is put aside, the one before it is forgotten. */
function freshLog(file: string) {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestLog) renameSync(file, `${file}.1`)
  return file
}
