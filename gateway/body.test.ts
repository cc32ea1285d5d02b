import { type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readJson } from './body.ts'
import { Refusal } from './refuse.ts'

const app = new Koa()
app.use(async (ctx) => {
  try {
    ctx.body = { read: await readJson(ctx, 200) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.status = error.status
    ctx.body = { code: error.code }
  }
})
let server: Server
beforeAll(() => new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', resolve))))
afterAll(() => void server.close())

/** Sends the pieces; the body ends with the last one unless it is left open. */
const sent = (pieces: readonly Buffer[], { type = 'application/json', ends = true } = {}) =>
  new Promise<{ status: number; answer: unknown }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const request = send({ port, method: 'POST', headers: { 'content-type': type } }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      request.destroy()
      resolve({ status: response.statusCode ?? 0, answer: JSON.parse(Buffer.concat(chunks).toString()) })
    })
    request.once('error', reject)
    for (const piece of pieces) request.write(piece)
    if (ends) request.end()
  })

test('a body that never ends is cut', async () => {
  expect(await sent([Buffer.from('{"a":')], { ends: false })).toEqual({ status: 408, answer: { code: 'too-slow' } })
})

test('a body that breaks off in the middle', async () => {
  expect(await sent([Buffer.from('{"a":')])).toMatchObject({ status: 400 })
})

test('a body larger than any we expect', async () => {
  expect(await sent([Buffer.alloc(120 * 1024, ' ')])).toMatchObject({ status: 413 })
})

test('characters that are cut between two pieces stay whole', async () => {
  const pieces = [...Buffer.from('{"name":"Ä€😀"}')].map((byte) => Buffer.of(byte))
  expect(await sent(pieces, { type: 'application/json; charset=utf-8' })).toMatchObject({ answer: { read: { name: 'Ä€😀' } } })
})

test.each(['application/jsonp', 'text/json', ''])('%o is no JSON', async (type) => {
  expect(await sent([Buffer.from('{}')], { type })).toMatchObject({ status: 400 })
})
