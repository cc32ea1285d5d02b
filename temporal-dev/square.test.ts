import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SquareClient, SquareError } from 'square'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './ports.ts'
import { type LocalSquare, startSquare } from './square.ts'

const folder = mkdtempSync(join(tmpdir(), 'bookmender-square-'))
let square: LocalSquare
let client: SquareClient

const start = async () => {
  square = await startSquare({ folder, port: await freePort(), accessToken: 'local-token' })
  client = new SquareClient({ token: 'local-token', baseUrl: square.url, maxRetries: 0 })
}

beforeAll(start)
afterAll(async () => {
  await square.stop()
  rmSync(folder, { recursive: true })
})

const pay = (key: string, source: string, customerId: string, amount = 599n) =>
  client.payments.create({ idempotencyKey: key, sourceId: source, customerId, amountMoney: { amount, currency: 'USD' } })

async function customerWithCard(reference: string, token: string) {
  const { customer } = await client.customers.create({
    idempotencyKey: `cus-${reference}`,
    referenceId: reference,
    companyName: 'Test',
  })
  const customerId = customer?.id ?? ''
  const { card } = await client.cards.create({ idempotencyKey: `card-${reference}`, sourceId: token, card: { customerId } })
  return { customerId, cardId: card?.id ?? '' }
}

const codeOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof SquareError ? `${error.statusCode} ${error.errors[0]?.code}` : error
}

const ledger = async (customer: string) => (await fetch(`${square.url}/ledger?customer=${customer}`)).json()

test('a repeated key charges once, also after a restart; another body under it is refused', async () => {
  const { customerId, cardId } = await customerWithCard('person-1', 'cnon:card-nonce-ok')
  const first = await pay('charge-1', cardId, customerId)
  await square.stop()
  await start()
  const again = await pay('charge-1', cardId, customerId)
  expect(again.payment?.id).toBe(first.payment?.id)
  expect(await codeOf(pay('charge-1', cardId, customerId, 600n))).toBe('400 IDEMPOTENCY_KEY_REUSED')
  expect((await ledger('person-1')).payments).toMatchObject([{ amount_money: { amount: 599, currency: 'USD' } }])
})

test('cards are declined as their token says, and a disabled card is', async () => {
  expect(await codeOf(pay('charge-2', 'cnon:card-declined', 'none'))).toBe('402 GENERIC_DECLINE')
  const { customerId, cardId } = await customerWithCard('person-2', 'cnon:card-declines-later-1')
  await pay('charge-3', cardId, customerId)
  expect(await codeOf(pay('charge-4', cardId, customerId))).toBe('402 GENERIC_DECLINE')

  const other = await customerWithCard('person-3', 'cnon:card-nonce-ok-2')
  await client.cards.disable({ cardId: other.cardId })
  expect(await codeOf(pay('charge-5', other.cardId, other.customerId))).toBe('402 GENERIC_DECLINE')
  expect(await codeOf(pay('charge-6', 'cnon:card-nonce-ok-2', other.customerId))).toBe('400 CARD_TOKEN_USED')
})

test('no more is given back than was paid', async () => {
  const { customerId, cardId } = await customerWithCard('person-4', 'cnon:card-nonce-ok-4')
  const { payment } = await pay('charge-7', cardId, customerId)
  const refund = (key: string) =>
    client.refunds.refundPayment({
      idempotencyKey: key,
      paymentId: payment?.id ?? '',
      amountMoney: { amount: 599n, currency: 'USD' },
    })
  await refund('refund-1')
  expect(await codeOf(refund('refund-2'))).toBe('400 REFUND_AMOUNT_INVALID')
  expect((await ledger('person-4')).refunds).toHaveLength(1)
})

test('another token than its own is refused', async () => {
  const stranger = new SquareClient({ token: 'other', baseUrl: square.url, maxRetries: 0 })
  expect(await codeOf(stranger.payments.list().then((payments) => payments.data))).toBe('401 UNAUTHORIZED')
})

test('each of the reasons to say no, at the card or at the charge', async () => {
  const storing = (token: string) => customerWithCard(`person-${token}`, `cnon:${token}`)
  expect(await codeOf(storing('card-nonce-rejected-cvv'))).toBe('400 CVV_FAILURE')
  expect(await codeOf(storing('card-nonce-declined'))).toBe('400 GENERIC_DECLINE')
  expect(await codeOf(storing('card-nonce-already-used'))).toBe('400 CARD_TOKEN_USED')
  for (const [token, code] of [
    ['card-insufficient-funds', '402 INSUFFICIENT_FUNDS'],
    ['card-expired', '402 CARD_EXPIRED'],
  ] as const) {
    const { customerId, cardId } = await storing(token)
    expect(await codeOf(pay(`charge-${token}`, cardId, customerId))).toBe(code)
  }
})

test('an answer that is lost after charging: the same key again is the same charge', async () => {
  for (const token of ['card-cut-after', 'card-500-after', 'card-500']) {
    const { customerId, cardId } = await customerWithCard(`person-${token}`, `cnon:${token}`)
    await expect(pay(`lost-${token}`, cardId, customerId)).rejects.toThrow()
    expect((await pay(`lost-${token}`, cardId, customerId)).payment?.status).toBe('COMPLETED')
    expect((await ledger(`person-${token}`)).payments).toHaveLength(1)
  }
})

test('a customer who is deleted leaves the payments, and no card that can be charged', async () => {
  const { customerId, cardId } = await customerWithCard('person-5', 'cnon:card-nonce-ok')
  await pay('charge-8', cardId, customerId)
  await client.customers.delete({ customerId })
  expect(await codeOf(pay('charge-9', cardId, customerId))).toBe('402 GENERIC_DECLINE')
  expect((await ledger('person-5')).payments).toHaveLength(1)
})
