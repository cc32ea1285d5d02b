import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../temporal-dev/ports.ts'
import { type LocalSquare, startSquare } from '../../temporal-dev/square.ts'
import { keyOf } from './key.ts'
import { createSquare, withTimeoutAfter } from './square.ts'

const folder = mkdtempSync(join(tmpdir(), 'bookmender-square-port-'))
const settings = { token: 'token', environment: 'local', locationId: 'here', timeout: 2 } as const
let standIn: LocalSquare
/** Answers everything as it was told to. */
let answer = { status: 500, body: '{}' }
let stubborn: Server
let stubbornUrl: string

beforeAll(async () => {
  standIn = await startSquare({ folder, port: await freePort(), accessToken: 'token' })
  stubborn = createServer((_, response) =>
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body),
  )
  await new Promise<void>((resolve) => stubborn.listen(0, '127.0.0.1', resolve))
  stubbornUrl = `http://127.0.0.1:${(stubborn.address() as AddressInfo).port}`
})
afterAll(async () => {
  stubborn.close()
  await standIn.stop()
  rmSync(folder, { recursive: true })
})

const ask = { key: keyOf('charge', 'somebody', 1), customerId: 'customer', cardId: 'card', amount: 599 }
const refusal = (status: number, category: string, code: string) => ({
  status,
  body: JSON.stringify({ errors: [{ category, code, detail: 'somebody@example.test said no' }] }),
})

describe('what an answer means', () => {
  const charging = () => createSquare({ ...settings, baseUrl: stubbornUrl }).charge(ask)

  test.each([
    [402, 'GENERIC_DECLINE', 'declined'],
    [402, 'INSUFFICIENT_FUNDS', 'insufficient-funds'],
    [400, 'CARD_EXPIRED', 'expired'],
    [400, 'CVV_FAILURE', 'cvv'],
    [404, 'NOT_FOUND', 'invalid-card'],
    [400, 'CARD_DECLINED_VERIFICATION_REQUIRED', 'verification-required'],
    [402, 'SOMETHING_NEW', 'declined'],
  ])('%i %s is a no: %s', async (status, code, reason) => {
    answer = refusal(status, 'PAYMENT_METHOD_ERROR', code)
    expect(await charging()).toEqual({ ok: false, reason })
  })

  test.each([
    [500, 'INTERNAL_SERVER_ERROR'],
    [503, 'SERVICE_UNAVAILABLE'],
    [429, 'RATE_LIMITED'],
    [401, 'UNAUTHORIZED'],
    [400, 'IDEMPOTENCY_KEY_REUSED'],
  ])(
    '%i %s is no answer: the same call may be made again, and what is thrown repeats nothing of what was said',
    async (status, code) => {
      answer = refusal(status, 'API_ERROR', code)
      const error = await charging().catch((reason: Error) => reason)
      expect(error).toMatchObject({ name: 'OutcomeUnknown', message: `Square's outcome is unknown: ${status} ${code}` })
      expect((error as Error).cause).toBeUndefined()
    },
  )

  test('a payment that failed is a no, one that is not completed is no answer', async () => {
    const payment = (status: string) => ({ status: 200, body: JSON.stringify({ payment: { id: 'P', status } }) })
    answer = payment('FAILED')
    expect(await charging()).toEqual({ ok: false, reason: 'declined' })
    answer = payment('PENDING')
    await expect(charging()).rejects.toThrow('unknown')
  })
})

test('an answer that is lost: asked again with the same key it is the same charge', async () => {
  const square = withTimeoutAfter(createSquare({ ...settings, baseUrl: standIn.url }))
  const customerId = await square.createCustomer({ key: 'customer', owner: 'owner' })
  const card = await square.storeCard({ key: 'card', customerId, source: 'cnon:card-nonce-ok' })
  const charge = { ...ask, customerId, cardId: card.ok ? card.cardId : '' }
  await expect(square.charge(charge)).rejects.toThrow('unknown')
  const paid = await square.charge(charge)
  expect(paid.ok).toBe(true)
  expect(await square.charge(charge)).toEqual(paid)
  const ledger = (await (await fetch(`${standIn.url}/ledger?customer=owner`)).json()) as { payments: unknown[] }
  expect(ledger.payments).toHaveLength(1)
})

test('a key has 40 characters, and another for anything that differs', () => {
  const keys = [
    keyOf('charge', 'a', 1),
    keyOf('charge', 'a', 2),
    keyOf('charge', 'a1'),
    keyOf('charge', 'a', '1'),
    keyOf('refund', 'a', 1),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{40}$/)
})
