import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@temporalio/client'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { z } from 'zod'
import { engines } from '../contract/engine.ts'
import { taskQueue } from '../contract/job.ts'
import { keepSwept, openBlobs } from '../db/blobs.ts'
import { connect } from '../db/connect.ts'
import { countedLog } from '../db/counted-log.ts'
import { createLog } from '../db/log.ts'
import { createPaymentWork } from '../db/payments.ts'
import { createPeople } from '../db/people.ts'
import { createRetention } from '../db/retention.ts'
import { createUploads } from '../db/uploads.ts'
import { createJudge } from '../epub/node/judge.ts'
import { createPool } from '../epub/node/pool.ts'
import { createLogger } from '../telemetry/logger.ts'
import { createTracer } from '../telemetry/tracer.ts'
import { openModel } from './ai/model.ts'
import { readModelSettings } from './ai/settings.ts'
import { bundleWorkflows } from './bundle.ts'
import { createConversions } from './conversions.ts'
import { createDeletions } from './deletions.ts'
import { prepareDemo } from './demo/prepare.ts'
import { backup } from './engines/backup.ts'
import { emergency } from './engines/emergency.ts'
import { primary } from './engines/primary.ts'
import { clockOf, gateOf, readFaults, withFault } from './faults.ts'
import { createActivities } from './index.ts'
import { clearLeftovers, workFolderPrefix } from './leftovers.ts'
import { openCorrespondence } from './mail/correspondence.ts'
import { activityNow, observeActivities } from './observe.ts'
import { createSquare, noSquare, withTimeoutAfter } from './payments/square.ts'
import { createRepairs } from './repairs.ts'
import { keepSchedule } from './retention/schedule.ts'
import { createSubscriptions } from './subscriptions.ts'
import { buckets, createWorkMetrics, measuredPool } from './work-metrics.ts'

const Environment = z.object({
  DATABASE_URL: z.string(),
  TEMPORAL_ADDRESS: z.string(),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TASK_QUEUE: z.string().default(taskQueue),
  /** What this worker's code is called, such as a commit; unset, it takes whatever is there, as one worker alone does. */
  WORKER_BUILD_ID: z.string().optional(),
  WORKER_DEPLOYMENT: z.string().default('bookmender'),
  /** Between two rounds of deleting by age, ms. */
  RETENTION_INTERVAL: z.coerce.number().int().min(1000).max(900_000).default(900_000),
  BLOB_STORE: z.string(),
  WORKFLOW_BUNDLE: z.string().default(join(import.meta.dirname, '..', '.cache', 'workflows.js')),
  /** Folder in which the books of the demo are kept from one start to the next. */
  DEMO_CACHE: z.string().default(join(import.meta.dirname, '..', '.cache', 'demo')),
  /** Engine processes at once. */
  ENGINE_PROCESSES: z.coerce.number().int().positive().default(Math.max(1, cpus().length)),
  /** Resident memory of one engine process, MB, and longest time of one task, ms. */
  ENGINE_MEMORY: z.coerce.number().positive().default(900),
  ENGINE_TIMEOUT: z.coerce.number().positive().default(120_000),
  /** `off` leaves the official EPUBCheck out, also where Java is. */
  OFFICIAL_JUDGE: z.enum(['auto', 'off']).default('auto'),
  /** Payments; unset where nothing is sold. */
  SQUARE_ACCESS_TOKEN: z.string().optional(),
  SQUARE_LOCATION_ID: z.string().optional(),
  SQUARE_ENVIRONMENT: z.enum(['production', 'sandbox', 'local']).optional(),
  SQUARE_BASE_URL: z.url().optional(),
  /** Of one call, in seconds: then its outcome is unknown, and it is asked again. */
  SQUARE_TIMEOUT: z.coerce.number().positive().default(20),
  /** Where e-mails go and in whose name; `npm start` names its outbox instead. Without either nothing is sent. */
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  MAIL_OUTBOX: z.string().optional(),
  /** Needed for e-mails: addresses are sealed, links lead to the site. */
  BOOKMENDER_MASTER_KEY: z.string().optional(),
  SIGNING_KEY: z.string().optional(),
  PUBLIC_URL: z.string().optional(),
  BOOKMENDER_FAULTS: z.string().default(''),
  /** Undefined: no metrics are served. */
  METRICS_PORT: z.coerce.number().int().positive().optional(),
})

const logger = createLogger('worker', process.env.LOG_LEVEL, activityNow)
/** An empty variable counts as not set. */
const settings = Environment.parse(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')))
const faults = readFaults(settings.BOOKMENDER_FAULTS)
const modelSettings = readModelSettings(process.env)
// the processes that work on strangers' books are given this environment, and have no use for the key
delete process.env.AI_API_KEY
const breaks = {
  onBreak: () => logger.warn('the language model fails; nobody asks it for a while'),
  onReset: () => logger.info('the language model answers again'),
}

Runtime.install({
  logger: new DefaultLogger('WARN', ({ level, message }) => logger.warn({ level }, message)),
  shutdownSignals: [],
  ...(settings.METRICS_PORT && {
    telemetryOptions: {
      metrics: { prometheus: { bindAddress: `127.0.0.1:${settings.METRICS_PORT}`, histogramBucketOverrides: buckets } },
    },
  }),
})

const metrics = createWorkMetrics(Runtime.instance().metricMeter)
const tracer = createTracer({
  service: 'worker',
  environment: process.env,
  onTrouble: (err) => logger.warn({ err }, 'traces cannot be sent'),
})
const sql = connect(settings.DATABASE_URL, { max: 8, applicationName: 'worker' })
const judge =
  settings.OFFICIAL_JUDGE === 'auto'
    ? createJudge({ onRestart: (reason) => logger.warn({ reason }, 'EPUBCheck is started again') })
    : undefined
const pool = measuredPool(
  createPool({
    module: join(import.meta.dirname, 'engine-process.ts'),
    size: settings.ENGINE_PROCESSES,
    memory: settings.ENGINE_MEMORY,
    timeout: settings.ENGINE_TIMEOUT,
    judge: judge && ((file) => judge.check(resolve(file))),
  }),
  metrics,
)
clearLeftovers()
const workFolder = mkdtempSync(join(tmpdir(), `${workFolderPrefix}${process.pid}-`))

const [connection, codePath] = await Promise.all([
  NativeConnection.connect({ address: settings.TEMPORAL_ADDRESS }),
  bundleWorkflows(settings.WORKFLOW_BUNDLE),
])
const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE })

function squareOf({ SQUARE_ACCESS_TOKEN: token, SQUARE_LOCATION_ID: locationId, ...given }: typeof settings) {
  const { SQUARE_ENVIRONMENT: environment, SQUARE_BASE_URL: baseUrl } = given
  if (!token || !locationId || !environment) return noSquare
  const square = createSquare({ token, locationId, environment, baseUrl, timeout: given.SQUARE_TIMEOUT })
  return faults.squarePayments === 'timeout-after' ? withTimeoutAfter(square) : square
}

const makers = { primary, backup, emergency }
const blobs = openBlobs(settings.BLOB_STORE)
const people = settings.BOOKMENDER_MASTER_KEY ? createPeople(sql, { masterKey: settings.BOOKMENDER_MASTER_KEY }) : undefined
const activities = createActivities({
  log: countedLog(createLog(sql), ({ events, seconds, outcome }) => metrics.appended(events, seconds, outcome)),
  blobs,
  pool,
  engines: Object.fromEntries(engines.map((name) => [name, withFault(pool, makers[name](pool), faults.engines[name])])) as Record<
    (typeof engines)[number],
    ReturnType<typeof withFault>
  >,
  workFolder,
  gate: gateOf(faults),
  retention: createRetention(sql),
  repairs: createRepairs(client, settings.TASK_QUEUE),
  conversions: createConversions(client, settings.TASK_QUEUE),
  subscriptions: createSubscriptions(client, settings.TASK_QUEUE),
  deletions: createDeletions(client, settings.TASK_QUEUE),
  square: squareOf(settings),
  paymentWork: createPaymentWork(sql),
  mail: openCorrespondence(sql, settings),
  people,
  uploads: people && createUploads(sql, people),
  ai: modelSettings && openModel(modelSettings, breaks),
  now: clockOf(faults),
})

const worker = await Worker.create({
  connection,
  namespace: settings.TEMPORAL_NAMESPACE,
  taskQueue: settings.TASK_QUEUE,
  activities,
  workflowBundle: { codePath },
  // a job ends with the code that it began with; what lives for months goes over to the current one
  ...(settings.WORKER_BUILD_ID && {
    workerDeploymentOptions: {
      useWorkerVersioning: true,
      version: { deploymentName: settings.WORKER_DEPLOYMENT, buildId: settings.WORKER_BUILD_ID },
      defaultVersioningBehavior: 'PINNED' as const,
    },
  }),
  interceptors: { activity: [observeActivities({ logger, tracer, metrics })] },
  maxConcurrentActivityTaskExecutions: settings.ENGINE_PROCESSES * 4,
  maxHeartbeatThrottleInterval: '1 second',
  defaultHeartbeatThrottleInterval: '1 second',
  shutdownGraceTime: '5 seconds',
})
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    stopping.abort()
    worker.shutdown()
  })

/** Books are not kept longer than promised because Temporal was busy at the start. */
async function ensureSchedule() {
  while (!stopping.signal.aborted)
    try {
      return await keepSchedule(client, { taskQueue: settings.TASK_QUEUE, every: settings.RETENTION_INTERVAL })
    } catch (err) {
      if (stopping.signal.aborted) return
      logger.error({ err }, 'the schedule of deletions cannot be made yet')
      await pause(5000, undefined, { signal: stopping.signal }).catch(() => {})
    }
}

pool.warm()
const running = worker.run()
const scheduling = ensureSchedule()
prepareDemo({ blobs, pool, cache: settings.DEMO_CACHE }).catch((err) => {
  if (!stopping.signal.aborted) logger.error({ err }, 'the demo books cannot be made')
})
const endSweeping = keepSwept(blobs, (err) => logger.warn({ err }, 'what died while it was written could not be removed'))
logger.info(
  { judge: judge?.name ?? null, model: modelSettings?.model ?? null, engineProcesses: settings.ENGINE_PROCESSES },
  'ready',
)
try {
  await running
} finally {
  stopping.abort()
  endSweeping()
  await Promise.race([scheduling, pause(500)])
  await pool.close()
  await judge?.close()
  await Promise.race([tracer.close(), pause(500)])
  await connection.close()
  await sql.end({ timeout: 1 })
  rmSync(workFolder, { recursive: true, force: true })
}
