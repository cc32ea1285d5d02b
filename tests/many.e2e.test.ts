import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobIdHeader } from '../contract/calls/epub.ts'
import { person, runJob, smallBook } from './faults/load.ts'
import { type Many, startMany } from './faults/many.ts'
import { faults, runFaults, shortFaults } from './faults/run.ts'

/** Two gateways, two workers, two projection runners; one Postgres, one Temporal, one S3-compatible store; a collector of traces. */
const full = Boolean(process.env.BOOKMENDER_FULL)

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
}

const spans: (Span & { readonly service: string | undefined })[] = []
const collector = createServer(async (request, response) => {
  const { resourceSpans } = JSON.parse(Buffer.concat(await request.toArray()).toString())
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = resource.attributes.find(({ key }: { key: string }) => key === 'service.name')?.value.stringValue
    for (const scope of scopeSpans) for (const span of scope.spans) spans.push({ ...span, service })
  }
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
})

let many: Many
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  many = await startMany({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } })
})
afterAll(async () => {
  await many?.stop()
  collector.closeAllConnections()
  collector.close()
})

/** The lines of all processes of these kinds. */
const linesOf = (...names: string[]) =>
  names
    .flatMap((name) => [name, `second-${name}`])
    .flatMap((name) => readFileSync(join(many.house.dataFolder, 'logs', `${name}.log`), 'utf8').split('\n'))
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))

describe('one call, from the browser to the last activity', () => {
  const requestId = 'from-the-browser-1'
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const jobId = randomUUID()

  beforeAll(async () => {
    const { visitor, listener } = await person(many.url)
    listener.follow(jobId)
    const response = await visitor.upload({
      bytes: await smallBook(),
      name: 'A Name That Is Nobodys Business.epub',
      headers: { [jobIdHeader]: jobId, 'X-Request-Id': requestId, traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    })
    expect(response.headers.get('x-request-id')).toBe(requestId)
    expect(await listener.end(jobId, 120_000)).toMatchObject({ type: 'complete' })
    await listener.stop()
  })

  test('has one id in every line of the logs, and no name of a book', async () => {
    const ours = () => linesOf('gateway', 'worker').filter((line) => line.requestId === requestId)
    await expect
      .poll(() => ours().map(({ activity, msg }) => activity ?? msg))
      .toEqual(expect.arrayContaining(['answered', 'extract', 'validate', 'repairWith', 'score', 'settle']))
    expect(new Set(ours().map(({ traceId }) => traceId))).toEqual(new Set([traceId]))
    expect(ours().filter((line) => line.jobId === jobId).length).toBeGreaterThanOrEqual(5)
    expect(JSON.stringify(linesOf('gateway', 'worker', 'projections'))).not.toContain('Nobodys')
  })

  test('is one trace', async () => {
    const ours = () => spans.filter((span) => span.traceId === traceId)
    const names = () => ours().map(({ service, name }) => `${service} ${name}`)
    await expect
      .poll(names)
      .toEqual(
        expect.arrayContaining([
          'bookmender-gateway POST /api/epub/process-guaranteed',
          'bookmender-gateway StartWorkflow repair',
          ...['extract', 'validate', 'repairWith', 'score', 'settle'].map((name) => `bookmender-worker RunActivity ${name}`),
        ]),
      )
    const parentOf = (name: string) => {
      const child = ours().find((span) => span.name === name)
      return ours().find(({ spanId }) => spanId === child?.parentSpanId)?.name
    }
    expect(parentOf('RunActivity score')).toBe('StartWorkflow repair')
    expect(parentOf('StartWorkflow repair')).toBe('POST /api/epub/process-guaranteed')
    expect(ours().filter(({ status }) => status.code === 2)).toEqual([])
  })

  test('is counted where Prometheus asks', async () => {
    const numbers = async (...urls: (string | undefined)[]) =>
      (await Promise.all(urls.map(async (url) => (await fetch(url!)).text()))).join('\n')
    const { house, seconds } = many
    const workers = await numbers(house.metrics.worker, seconds.worker.metrics)
    expect(workers).toMatch(/^bookmender_jobs(_total)?\{.*engine="primary".*kind="repair".*verdict="valid".*\} [1-9]/m)
    for (const name of ['queue_seconds_bucket', 'activity_seconds_count', 'append_seconds_count', 'activities_running'])
      expect(workers).toMatch(new RegExp(`^bookmender_${name}[ {]`, 'm'))
    expect(workers).toMatch(/^bookmender_activity_seconds_count\{.*engine="primary".*stage="repairWith".*\} 1/m)
    expect(workers).toMatch(/^bookmender_appends(_total)?\{.*outcome="added".*\} [1-9]/m)

    const gateways = await numbers(house.metrics.gateway, seconds.gateway.metrics)
    expect(gateways).toMatch(/^bookmender_sockets \d/m)
    expect(gateways).toMatch(/^bookmender_appends_total\{outcome="added"\} [1-9]/m)
    expect(gateways).toMatch(/^bookmender_socket_delay_seconds_count [1-9]/m)
    expect(gateways).toMatch(/^bookmender_http_seconds_count\{.*route="\/api\/epub\/process-guaranteed".*\} 1/m)
    expect(await numbers(house.metrics.projections, seconds.projections.metrics)).toMatch(
      /^projection_lag_seconds\{projection="job"\}/m,
    )
  })

  test('readiness says that nothing is missing', async () => {
    const response = await fetch(`${many.url}/health/ready`)
    expect([response.status, ((await response.json()) as { missing: unknown }).missing]).toEqual([200, []])
  })
})

const jobs = full ? 200 : 8
const chosen = full ? faults : shortFaults

test(`${jobs} jobs while ${chosen.length} things go wrong: none lost, none doubled, no message missed, every view as it is anew`, {
  timeout: full ? 1_800_000 : 300_000,
}, async () => {
  const run = await runFaults(many, { jobs, faults: chosen })
  const { lost, doubled, misheard, different } = run
  expect({ lost, doubled, misheard, different }).toEqual({ lost: [], doubled: [], misheard: [], different: [] })
  expect([run.jobs, run.faults.length]).toEqual([jobs, chosen.length])
  expect(run.messages).toBeGreaterThan(jobs * 8)
  expect(run.views).toBeGreaterThan(jobs)
  console.log(`${run.seconds.toFixed(0)} s, ${run.resent} uploads sent again, ${run.reconnects} sockets came back`)
})

test('both halves of the house did their share', async () => {
  const { visitor, listener, id } = await person(many.url)
  await Promise.all(Array.from({ length: 4 }, async () => runJob({ visitor, listener, id }, await smallBook())))
  await listener.stop()
  const pids = (msg: string, name: string) => new Set(linesOf(name).flatMap((line) => (line.msg === msg ? [line.pid] : [])))
  expect(pids('activity ended', 'worker').size).toBeGreaterThanOrEqual(2)
  expect(pids('answered', 'gateway').size).toBeGreaterThanOrEqual(2)
})
