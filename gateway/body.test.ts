import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readJson } from './body.ts'

const response = {} as ServerResponse
const sending = (type = 'application/json') =>
  Object.assign(new PassThrough(), { headers: { 'content-type': type } }) as unknown as IncomingMessage & PassThrough

test('a body that never ends is cut', async () => {
  const request = sending()
  request.write('{"a":')
  await expect(readJson(request, response, 30)).rejects.toMatchObject({ status: 408, code: 'too-slow' })
})

test('a body that breaks off', async () => {
  const request = sending()
  setImmediate(() => request.destroy())
  await expect(readJson(request, response)).rejects.toMatchObject({ status: 400 })
})

test('characters that are cut between two pieces stay whole', async () => {
  const request = sending('application/json; charset=utf-8')
  for (const byte of Buffer.from('{"name":"Ä€😀"}')) request.write(Buffer.of(byte))
  request.end()
  expect(await readJson(request, response)).toEqual({ name: 'Ä€😀' })
})

test.each(['application/jsonp', 'text/json', ''])('%o is no JSON', async (type) => {
  await expect(readJson(sending(type), response)).rejects.toMatchObject({ status: 400 })
})
