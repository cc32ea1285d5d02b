import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readTraceParent, traceParentOf } from './trace-parent.ts'
import { createTracer, noTracer } from './tracer.ts'

const given = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describe('traceparent', () => {
  test('is read and written', () => {
    expect(readTraceParent(given)).toEqual({ traceId: given.slice(3, 35), spanId: given.slice(36, 52), sampled: true })
    expect(traceParentOf(readTraceParent(given)!)).toBe(given)
  })
  test.each([
    '',
    'x',
    given.replace('00-', '01-'),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    given.toUpperCase(),
    `${given}-x`,
  ])('is none: %s', (text) => expect(readTraceParent(text)).toBeUndefined())
})

describe('a collector', () => {
  interface Sent {
    readonly url: string | undefined
    readonly headers: IncomingHttpHeaders
    readonly body: { resourceSpans: { resource: { attributes: object[] }; scopeSpans: { spans: Record<string, unknown>[] }[] }[] }
  }
  let sent: Sent[] = []
  let status = 200
  const collector = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    if (status === 200) sent.push({ url: request.url, headers: request.headers, body: JSON.parse(body) })
    response.writeHead(status).end('{}')
  })
  let endpoint: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  })
  afterAll(() => void collector.close())
  beforeEach(() => {
    sent = []
    status = 200
  })
  const troubles: unknown[] = []
  const tracerWith = (environment: Record<string, string>) =>
    createTracer({ service: 'gateway', environment, onTrouble: (error) => troubles.push(error) })
  const spansSent = () =>
    sent.flatMap(({ body }) => body.resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans)))

  test('is sent what happened, below what it belongs to', async () => {
    const tracer = tracerWith({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b' })
    const above = tracer.start({ name: 'GET', kind: 'server', parent: given })
    const below = tracer.start({
      name: 'work',
      kind: 'client',
      parent: above.traceparent,
      attributes: { 'job.id': 'j', none: undefined },
    })
    below.end({ failed: true, attributes: { attempt: 2, share: 0.5, done: true } })
    below.end()
    above.end({ name: 'GET /api' })
    await tracer.close()

    expect(sent[0]).toMatchObject({ url: '/v1/traces', headers: { 'api-key': 'a b', 'content-type': 'application/json' } })
    expect(sent[0]!.body.resourceSpans[0]!.resource.attributes[0]).toEqual({
      key: 'service.name',
      value: { stringValue: 'bookmender-gateway' },
    })
    const [child, parent] = spansSent()
    expect(parent).toMatchObject({
      name: 'GET /api',
      kind: 2,
      traceId: given.slice(3, 35),
      parentSpanId: given.slice(36, 52),
      status: {},
    })
    expect(child).toMatchObject({
      name: 'work',
      kind: 3,
      traceId: given.slice(3, 35),
      parentSpanId: parent!.spanId,
      status: { code: 2 },
      attributes: [
        { key: 'job.id', value: { stringValue: 'j' } },
        { key: 'attempt', value: { intValue: '2' } },
        { key: 'share', value: { doubleValue: 0.5 } },
        { key: 'done', value: { boolValue: true } },
      ],
    })
    expect(Number(child!.endTimeUnixNano)).toBeGreaterThanOrEqual(Number(child!.startTimeUnixNano))
    expect(Math.abs(Number(child!.startTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000)
    expect(spansSent()).toHaveLength(2)
  })

  test('that is away gets it later, and one trouble is told once', async () => {
    const tracer = tracerWith({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/own` })
    status = 503
    tracer.start({ name: 'kept', kind: 'internal', parent: undefined }).end()
    await expect.poll(() => troubles.length).toBe(1)
    status = 200
    await tracer.close()
    expect([sent[0]?.url, spansSent().map(({ name }) => name), troubles.length]).toEqual(['/own', ['kept'], 1])
  })

  test('hears nothing of what its caller does not want recorded', async () => {
    const tracer = tracerWith({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    const quiet = given.replace(/01$/, '00')
    const span = tracer.start({ name: 'quiet', kind: 'server', parent: quiet })
    span.end()
    await tracer.close()
    expect([span.traceparent, sent]).toEqual([quiet, []])
  })
})

test('without an endpoint nothing is recorded, and a trace from outside is passed on', () => {
  expect(createTracer({ service: 'gateway', environment: {}, onTrouble: () => {} })).toBe(noTracer)
  expect(noTracer.start({ name: 'x', kind: 'server', parent: given }).traceparent).toBe(given)
})
