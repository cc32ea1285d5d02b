import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import type { ConversionBatch, ConversionJob } from '../contract/conversion-job.ts'
import type { Deletion } from '../contract/deletion.ts'
import type { RepairEvent } from '../contract/events/repair.ts'
import { repairStream } from '../contract/events/repair.ts'
import type { Report } from '../contract/report.ts'
import type { SquareNotice } from '../contract/subscription.ts'
import { openBlobs, reportKey, resultKey } from '../db/blobs.ts'
import { createFollower } from '../db/follower.ts'
import { createLog } from '../db/log.ts'
import { createPaymentOwners } from '../db/payments.ts'
import { createPeople } from '../db/people.ts'
import { createSessions } from '../db/sessions.ts'
import { createUploads } from '../db/uploads.ts'
import { createApp } from '../gateway/app.ts'
import { createArrivals } from '../gateway/arrivals.ts'
import { readConfig } from '../gateway/config.ts'
import type { Deps } from '../gateway/deps.ts'
import { serveLive } from '../gateway/live.ts'
import { createMetrics } from '../gateway/metrics.ts'
import { slowestUpload } from '../gateway/pace.ts'
import { createProvider } from '../gateway/provider.ts'
import { createRateLimits } from '../gateway/rate-limits.ts'
import { routes } from '../gateway/routes.ts'
import { createHttpServer, drain, listen } from '../gateway/server.ts'
import { catalogue } from '../projections/catalogue.ts'
import { advance, runProjections } from '../projections/runner.ts'
import { createViews } from '../projections/views.ts'
import { noTracer } from '../telemetry/tracer.ts'
import { startIdentity } from '../temporal-dev/identity.ts'
import { freePort } from '../temporal-dev/ports.ts'
import type { RepairJob, ReplayJob, RevisionJob } from '../workflows/job.ts'
import { masterKey, migratedDatabase } from './migrated.ts'
import { createVisitor } from './visitor.ts'

const secret = 'a secret of tests, 32 characters or more'
const scores = { overallScore: 90, structureScore: 90, contentScore: 80, metadataScore: 90, compatibilityScore: 90 }
const better = { ...scores, overallScore: 97 }
const compatibility = { kindle: true, appleBooks: true, kobo: true, googlePlay: true, adobe: false, calibre: true }

/**
 * The gateway on a real database, a real store and the local provider, without Temporal: `started` keeps the jobs it would
 * have begun, and `tell` and `complete` write what a worker would.
 */
export async function startGateway(overrides: Partial<Deps> & { readonly webRoot?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'bookmender-gateway-'))
  const database = await migratedDatabase()
  const [port, identityPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const identity = await startIdentity({
    folder,
    port: identityPort,
    publicUrl: url,
    clientSecret: secret,
    cookieKey: secret,
    rolesClaim: 'roles',
  })
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: 'localhost:1',
    OIDC_ISSUER: identity.issuer,
    OIDC_CLIENT_ID: identity.clientId,
    OIDC_CLIENT_SECRET: secret,
    OIDC_PROVIDER_NAME: 'Local Accounts',
    SQUARE_BASE_URL: 'http://localhost:9',
    SQUARE_APPLICATION_ID: 'application',
    SQUARE_LOCATION_ID: 'location',
    SQUARE_ENVIRONMENT: 'local',
    SQUARE_WEBHOOK_SIGNATURE_KEY: secret,
    BLOB_STORE: join(folder, 'blobs'),
    BOOKMENDER_MASTER_KEY: masterKey,
    COOKIE_KEY: secret,
    SIGNING_KEY: secret,
    BOOKMENDER_LOCAL: 'identity,postgres',
    GATEWAY_WEB_ROOT: overrides.webRoot ?? join(folder, 'web'),
  })
  const { sql } = database
  const log = createLog(sql)
  const people = createPeople(sql, { masterKey })
  const blobs = openBlobs(config.blobStore)
  const stopping = new AbortController()
  const started: RepairJob[] = []
  const revised: RevisionJob[] = []
  const converting: (ConversionJob | ConversionBatch)[] = []
  const cancelled: string[] = []
  const looked: string[] = []
  const dropped: string[] = []
  const woken: string[] = []
  const told: (SquareNotice & { readonly owner: string })[] = []
  const deleting: Deletion[] = []
  const replaying: ReplayJob[] = []
  const deps: Deps = {
    config,
    version: '0.0.0',
    log,
    follower: createFollower(sql),
    people,
    sessions: createSessions(sql, people),
    uploads: createUploads(sql, people),
    blobs,
    views: createViews(sql),
    repairs: {
      start: async (job) => void started.push(job),
      revise: async (job) => void revised.push(job),
      cancel: async (jobId) => void cancelled.push(jobId),
      look: async ({ batchId }) => void looked.push(batchId),
      drop: async (_batch, jobId) => void dropped.push(jobId),
      isReachable: async () => true,
    },
    conversions: {
      start: async (job) => void converting.push(job),
      startBatch: async (batch) => void converting.push(batch),
      cancel: async (jobId) => void cancelled.push(jobId),
      cancelBatch: async (batchId) => void cancelled.push(batchId),
    },
    previews: { make: async () => undefined },
    deletions: { start: async (deletion) => void deleting.push(deletion) },
    desk: {
      replay: async (job) => void replaying.push(job),
      historyOf: async (workflowId) => (workflowId.startsWith('repair-') ? { events: [] } : undefined),
    },
    subscriptions: {
      wake: async (owner) => void woken.push(owner),
      tell: async (owner, notice) => void told.push({ owner, ...notice }),
    },
    payments: createPaymentOwners(sql),
    arrivals: createArrivals(),
    provider: createProvider(config),
    rates: createRateLimits(),
    metrics: createMetrics(),
    tracer: noTracer,
    parts: { hasWorker: async () => true, viewsBehind: async () => 0 },
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
    wait: 300,
    paymentWait: 1000,
    pace: slowestUpload,
    stopping: stopping.signal,
    ...overrides,
  }
  const server = createHttpServer(createApp(deps, routes))
  const live = serveLive(server, deps)
  await listen(server, port, '127.0.0.1')

  const tell = async (jobId: string, ...events: RepairEvent[]) => {
    const version = (await log.readStream(repairStream(jobId))).length
    await log.append(
      repairStream(jobId),
      events.map((event, index) => ({ id: `${jobId}/told/${version + index}`, ...event })),
    )
  }

  return {
    url,
    deps,
    started,
    revised,
    converting,
    woken,
    told,
    cancelled,
    looked,
    dropped,
    deleting,
    replaying,
    database,
    tell,
    visitor: () => createVisitor(url),
    async signedIn(email: string) {
      const visitor = createVisitor(url)
      await visitor.signIn(email)
      const { id } = await visitor.json<{ id: string }>('/api/auth/user')
      return Object.assign(visitor, { id })
    },

    /** What a worker that repaired the book leaves behind. */
    async complete(
      jobId: string,
      { result = 'the repaired book', sound = false, issues = [] as Report['issues'], offers = [] as Report['issues'] } = {},
    ) {
      const written = await blobs.write(resultKey(jobId), Readable.from([Buffer.from(result)]))
      const counts = { judge: 'EPUBCheck', valid: true, fatals: 0, errors: 0, warnings: 0 }
      const report: Report = {
        outcome: sound ? 'sound' : 'valid',
        before: counts,
        metadata: { title: 'A Small Book' },
        words: { before: 3, after: 3 },
        resources: { before: 1, after: 1 },
        lost: [],
        sha256Before: 'a',
        scores: { before: scores, after: better },
        platforms: Object.fromEntries(
          Object.entries(compatibility).map(([platform, compatible]) => [platform, { compatible, findings: [] }]),
        ) as unknown as Report['platforms'],
        issues,
        offers,
        more: [],
        seconds: 1,
      }
      await blobs.write(reportKey(jobId), Readable.from([Buffer.from(JSON.stringify(report))]))
      await tell(
        jobId,
        { type: 'StageStarted', data: { stage: 'extraction', attempt: 1 } },
        { type: 'StageCompleted', data: { stage: 'extraction', attempt: 1 } },
        { type: 'IssuesFound', data: { found: 2, latest: [], byFeature: {}, errors: 2, warnings: 0, judge: 'EPUBCheck' } },
        { type: 'IssuesFixed', data: { engine: 'primary', found: 2, fixed: 2, latest: [] } },
        { type: 'QualityScored', data: { before: scores, after: better, compatibility } },
        {
          type: 'RepairCompleted',
          data: {
            outcome: sound ? 'sound' : 'valid',
            engine: 'primary',
            result: resultKey(jobId),
            report: reportKey(jobId),
            found: 2,
            fixed: 2,
            errorsBefore: 2,
            errorsAfter: 0,
            wordsKept: true,
            judge: 'EPUBCheck',
            sha256Before: 'a',
            sha256After: written.sha256,
            resultBytes: written.bytes,
          },
        },
      )
      return written
    },

    /** The views catch up with the log. */
    async fold() {
      const enough = new AbortController()
      const failed: unknown[] = []
      const running = runProjections(sql, catalogue, {
        follower: deps.follower,
        signal: enough.signal,
        onFailure: (error) => failed.push(error),
      })
      while (failed.length === 0 && (await advance(sql, catalogue)) !== 'nothing') await new Promise((r) => setTimeout(r, 20))
      enough.abort()
      await running
      if (failed.length > 0) throw failed[0]
    },

    async close() {
      stopping.abort()
      await Promise.all([drain(server, 500), live.close()])
      await deps.follower.close()
      await identity.stop()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type RunningGateway = Awaited<ReturnType<typeof startGateway>>
