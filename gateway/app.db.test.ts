import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'
import { createRateLimits } from './rate-limits.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'bookmender-web-'))
const script = `export const text = '${'long enough to be worth packing '.repeat(100)}'`
let gateway: RunningGateway
const reachable = { temporal: true, worker: true, behind: 0 }

beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'))
  mkdirSync(join(webRoot, 'blog', 'first-post'), { recursive: true })
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Bookmender</title>')
  writeFileSync(join(webRoot, 'blog', 'first-post', 'index.html'), '<!doctype html><title>First post</title>')
  writeFileSync(join(webRoot, 'theme.js'), 'document')
  writeFileSync(join(webRoot, 'assets', 'index-BzX9k2Qd.js'), script)
  writeFileSync(join(webRoot, '..', 'secret-beside-web.txt'), 'secret')
  gateway = await startGateway({
    webRoot,
    wait: 10,
    repairs: {
      start: async () => {},
      revise: async () => {},
      cancel: async () => {},
      look: async () => {},
      drop: async () => {},
      isReachable: async () => reachable.temporal,
    },
    parts: { hasWorker: async () => reachable.worker, viewsBehind: async () => reachable.behind },
  })
})
afterAll(async () => {
  await gateway?.close()
  rmSync(webRoot, { recursive: true, force: true })
  rmSync(join(webRoot, '..', 'secret-beside-web.txt'), { force: true })
})
const get = (path: string, headers: Record<string, string> = {}) => gateway.visitor().request(path, { headers })

describe('every answer', () => {
  test.each(['/', '/api/service', '/api/auth/user', '/api/nothing', '/nothing', '/health/live', '/assets/index-BzX9k2Qd.js'])(
    '%s carries its id and the headers that protect',
    async (path) => {
      const { headers } = await get(path)
      expect(headers.get('x-request-id')).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
      const policy = headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain(`connect-src 'self' ${gateway.url.replace('http', 'ws')}`)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(/script-src [^;]*/.exec(policy)![0]).toBe("script-src 'self'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    },
  )

  test("a caller's plain id is kept, another is not", async () => {
    expect((await get('/health/live', { 'X-Request-Id': 'my-request-0001' })).headers.get('x-request-id')).toBe('my-request-0001')
    expect((await get('/health/live', { 'X-Request-Id': '<script>' })).headers.get('x-request-id')).not.toContain('<')
  })

  test('an error is JSON with sentence, code and reference', async () => {
    const response = await get('/api/nothing')
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    expect(await response.json()).toEqual({
      error: expect.stringMatching(/\.$/),
      code: 'not-found',
      reference: response.headers.get('x-request-id'),
    })
  })
})

describe('the unforeseen', () => {
  test('says nothing of itself', async () => {
    const visitor = await gateway.signedIn('unforeseen@example.test')
    const views = gateway.deps.views as { historyOf: typeof gateway.deps.views.historyOf }
    const historyOf = views.historyOf
    views.historyOf = async () => {
      throw new Error('password of the database is hunter2')
    }
    const response = await visitor.request('/api/user/history')
    views.historyOf = historyOf
    const text = await response.text()
    expect([response.status, JSON.parse(text).code]).toEqual([500, 'failed'])
    expect(text).not.toContain('hunter2')
  })

  test('a database that went away is no fault of the request', async () => {
    const visitor = await gateway.signedIn('outage@example.test')
    const views = gateway.deps.views as { historyOf: typeof gateway.deps.views.historyOf }
    const historyOf = views.historyOf
    views.historyOf = async () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    }
    const response = await visitor.request('/api/user/history')
    views.historyOf = historyOf
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  })
})

describe('calls that change something', () => {
  const cancel = '/api/epub/2844447f-5efa-4e6f-87f2-641c18ee3ac8/cancel'
  test.each([
    ['another origin', { Origin: 'https://evil.example' }, '{}', 403],
    ['an opaque origin', { Origin: 'null' }, '{}', 403],
    ['another port', { Origin: 'http://localhost:1' }, '{}', 403],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'a=b', 400],
    ['plain text', { 'Content-Type': 'text/plain' }, '{}', 400],
    ['no JSON', {}, '{', 400],
    ['another shape', {}, '[]', 400],
    ['too much', {}, JSON.stringify({ a: 'x'.repeat(200_000) }), 413],
    ['all in order', {}, '{}', 404],
  ])('%s', async (_, headers, body, status) => {
    const visitor = await gateway.signedIn('change@example.test')
    const response = await visitor.request(cancel, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    })
    expect(response.status).toBe(status)
  })

  test('a sender without an origin is believed only by its browser', async () => {
    const { cookieFor } = await gateway.signedIn('sender@example.test')
    const send = (more: string) =>
      raw(
        `POST ${cancel} HTTP/1.1\r\nHost: x\r\nCookie: ${cookieFor()}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n${more}\r\n{}`,
      )
    expect(await send('')).toMatch(/^HTTP\/1\.1 403/)
    expect(await send('Sec-Fetch-Site: same-origin\r\n')).toMatch(/^HTTP\/1\.1 404/)
    expect(await send('Sec-Fetch-Site: cross-site\r\n')).toMatch(/^HTTP\/1\.1 403/)
  })
})

describe('the web application', () => {
  test('its pages, in any case and with a slash behind', async () => {
    for (const path of ['/', '/pricing', '/Pricing/', '/BLOG/First-Post/']) {
      const response = await get(path)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
    }
    expect(await (await get('/blog/first-post')).text()).toContain('First post')
  })

  test('what is no page gets its not-found screen', async () => {
    for (const path of ['/nothing', '/blog/no-such-post', '/pricing/more']) {
      const response = await get(path, { Accept: 'text/html' })
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('Bookmender')])
    }
    const missing = await get('/assets/gone-12345678.js')
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
  })

  test('hashed files never change, pages always ask', async () => {
    const file = await get('/assets/index-BzX9k2Qd.js')
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const page = await get('/')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const again = await get('/', { 'If-None-Match': page.headers.get('etag')!, 'Cache-Control': 'max-age=0' })
    expect(again.status).toBe(304)
  })

  test('is packed for those who take it', async () => {
    const text = await raw(
      'GET /assets/index-BzX9k2Qd.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n',
    )
    expect(text).toMatch(/content-encoding: br/i)
    expect(await (await get('/assets/index-BzX9k2Qd.js')).text()).toBe(script)
    const identity = await get('/assets/index-BzX9k2Qd.js', { 'Accept-Encoding': 'identity' })
    expect([identity.headers.get('content-encoding'), await identity.text()]).toEqual([null, script])
  })

  test.each([
    '/../secret-beside-web.txt',
    '/..%2fsecret-beside-web.txt',
    '/%2e%2e/secret-beside-web.txt',
    '/assets/../../secret-beside-web.txt',
    '/assets/%00index-BzX9k2Qd.js',
    '//secret-beside-web.txt',
    '/..\\secret-beside-web.txt',
  ])('nothing beside it is served: %s', async (path) => {
    const text = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 404/)
    expect(text).not.toMatch(/\r\n\r\nsecret/)
  })

  test('a path that cannot be read', async () => {
    expect(await raw('GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
  })
})

test('health: alive is not ready', async () => {
  expect((await get('/health/live')).status).toBe(200)
  const ready = async () => {
    const response = await get('/health/ready')
    return [response.status, await response.json()]
  }
  const all = { database: true, temporal: true, blobs: true, worker: true, projections: true }
  expect(await ready()).toEqual([200, { status: 'ok', missing: [], ...all }])
  Object.assign(reachable, { worker: false, behind: 300 })
  const lacks = { worker: false, projections: false }
  expect(await ready()).toEqual([200, { status: 'degraded', missing: ['worker', 'projections'], ...all, ...lacks }])
  Object.assign(reachable, { temporal: false, worker: true, behind: 0 })
  expect(await ready()).toEqual([503, { status: 'not ready', missing: ['temporal'], ...all, temporal: false }])
  reachable.temporal = true
})

test('a loop is stopped, for that address alone', async () => {
  const { address } = createRateLimits()
  const loop = async () => {
    for (let n = 0; n < 5000; n += 1) await address('203.0.113.7')
  }
  await expect(loop()).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } })
  await expect(address('203.0.113.8')).resolves.toBeUndefined()
})

/** Bytes as they are, where fetch would tidy them up. */
function raw(request: string) {
  const { hostname, port } = new URL(gateway.url)
  return new Promise<string>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    let text = ''
    socket.setTimeout(5000, () => reject(new Error(`No answer to ${request}`)))
    socket.on('error', reject)
    socket.on('data', (data) => {
      text += data.toString('latin1')
      if (!/connection: close/i.test(request) && /\r\n\r\n.*\}$/s.test(text)) socket.destroy()
    })
    socket.on('close', () => resolve(text))
    socket.write(request)
  })
}
