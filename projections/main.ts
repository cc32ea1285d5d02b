import { connect } from '../db/connect.ts'
import { createFollower } from '../db/follower.ts'
import { createLogger } from '../telemetry/logger.ts'
import { catalogue } from './catalogue.ts'
import { startMetrics } from './metrics.ts'
import { rebuild } from './rebuild.ts'
import { runProjections } from './runner.ts'

/** `node projections/main.ts` keeps the views current; `… rebuild NAME` makes one anew while the service runs. */
const log = createLogger('projections', process.env.LOG_LEVEL)
const url = process.env.DATABASE_URL
const [command, name] = process.argv.slice(2)

if (!url) refuse('Set DATABASE_URL to the connection string of the service')
else if (command === undefined) await run(url)
else if (command === 'rebuild') await rebuildNamed(url, name)
else refuse(`There is no command ${command}: give nothing, or rebuild NAME`)

function refuse(sentence: string) {
  log.fatal(sentence)
  process.exitCode = 1
}

async function rebuildNamed(url: string, name: string | undefined) {
  const projection = catalogue.find((one) => one.name === name)
  if (!projection) return refuse(`There is no projection ${name}: there are ${catalogue.map((one) => one.name).join(', ')}`)
  const sql = connect(url, { max: 3, applicationName: `rebuild ${name}` })
  const { events, seconds } = await rebuild(sql, projection)
  log.info({ projection: name, events, seconds }, 'rebuilt')
  await sql.end()
}

async function run(url: string) {
  const ending = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort())

  const sql = connect(url, { max: 4, applicationName: 'projections' })
  const follower = createFollower(sql)
  const metrics = await startMetrics(sql, process.env.METRICS_PORT)
  const running = runProjections(sql, catalogue, {
    follower,
    signal: ending.signal,
    onFailure: (error) => {
      metrics.stopped(error.projection)
      log.error({ err: error, projection: error.projection }, 'projection stopped')
    },
    onTrouble: (error) => log.warn({ err: error }, 'the database is away'),
  })
  log.info({ projections: catalogue.map((one) => one.name), metrics: metrics.port }, 'ready')
  await running
  await follower.close()
  await metrics.close()
  await sql.end({ timeout: 5 })
  log.info('stopped')
}
