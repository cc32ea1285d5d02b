import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Receipt } from '../contract/calls/user.ts'
import { type AccountEvent, accountStream } from '../contract/events/account.ts'
import { unsubscribeUrl } from '../db/unsubscribe.ts'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'
import { receiptPdf } from './receipt-pdf.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.close())

const terms = { plan: 'publisher', interval: 'yearly' } as const
const paid: AccountEvent = {
  type: 'PaymentSucceeded',
  data: {
    ...{ chargeId: 'c1', paymentId: 'PAYabcd-1234567', purpose: 'checkout', ...terms, amount: 20_990 },
    at: '2026-11-21T15:00:00.000Z',
  },
}
const refunded: AccountEvent = {
  type: 'PaymentRefunded',
  data: {
    ...{ refundId: 'refund-1', providerRefundId: 'r', paymentId: 'PAYabcd-1234567', amount: 20_990 },
    at: '2026-11-23T15:00:00.000Z',
  },
}
const tell = (owner: string, ...events: AccountEvent[]) =>
  gateway.deps.log.append(
    accountStream(owner),
    events.map((event) => ({ id: JSON.stringify(event).slice(0, 150), ...event })),
  )

describe('receipts', () => {
  test('what was paid and what went back, newest first, as a list and as PDF', async () => {
    const visitor = await gateway.signedIn('payer@example.test')
    expect(await visitor.json('/api/user/receipts')).toEqual([])
    await tell(visitor.id, paid, refunded)
    const receipts = await visitor.json<Receipt[]>('/api/user/receipts')
    expect(receipts).toEqual([
      {
        ...{ id: 'refund-1', number: 'BM-2026-RREFUND1', kind: 'refund', ...terms, amount: 20_990 },
        ...{ at: '2026-11-23T15:00:00.000Z', pdfUrl: '/api/user/receipts/refund-1.pdf' },
      },
      {
        ...{ id: 'PAYabcd-1234567', number: 'BM-2026-D1234567', kind: 'payment', ...terms, amount: 20_990 },
        ...{ at: '2026-11-21T15:00:00.000Z', pdfUrl: '/api/user/receipts/PAYabcd-1234567.pdf' },
      },
    ])
    const answer = await visitor.request(receipts[1]!.pdfUrl)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('content-disposition')).toContain('BM-2026-D1234567.pdf')
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  test("another's does not exist, nor does one after leaving", async () => {
    const [owner, stranger] = [await gateway.signedIn('owner@example.test'), await gateway.signedIn('stranger@example.test')]
    await tell(owner.id, paid)
    const [{ pdfUrl }] = (await owner.json<Receipt[]>('/api/user/receipts')) as [Receipt]
    expect((await stranger.request(pdfUrl)).status).toBe(404)
    expect((await gateway.visitor().request(pdfUrl)).status).toBe(401)
    await owner.request('/api/user/account', { method: 'DELETE' })
    await owner.signIn('owner@example.test')
    expect(await owner.json('/api/user/receipts')).toEqual([])
    expect((await owner.request(pdfUrl)).status).toBe(404)
  })

  test('names in other letters than the font has are left out, accents are not', async () => {
    const receipt = {
      id: 'a',
      number: 'BM-2026-A',
      kind: 'payment',
      ...terms,
      amount: 599,
      at: paid.data.at,
      pdfUrl: '',
    } as const
    const seller = ['Bookmender Ltd', '12 Proof Street', 'Łódź']
    const print = (name: string) => receiptPdf(receipt, { seller, buyer: { email: 'a@example.test', name } })
    const [accents, others] = [await print('Žofie Müllerová'), await print('山田太郎')]
    expect(accents.length).toBeGreaterThan(others.length)
    if (process.env.BOOKMENDER_PICTURES) {
      mkdirSync(process.env.BOOKMENDER_PICTURES, { recursive: true })
      writeFileSync(join(process.env.BOOKMENDER_PICTURES, 'receipt.pdf'), accents)
    }
  })
})

describe('e-mails that are not about money', () => {
  test('are wanted until somebody says otherwise', async () => {
    const visitor = await gateway.signedIn('mail@example.test')
    expect(await visitor.json('/api/user/mail-choices')).toEqual({ repairReady: true })
    expect((await visitor.post('/api/user/mail-choices', { repairReady: false })).status).toBe(200)
    expect(await visitor.json('/api/user/mail-choices')).toEqual({ repairReady: false })
    await visitor.post('/api/user/mail-choices', { repairReady: true })
    expect(await visitor.json('/api/user/mail-choices')).toEqual({ repairReady: true })
  })

  test('are stopped by the link in them, by a person or by a mail program, without a sign-in; looking changes nothing', async () => {
    const visitor = await gateway.signedIn('unsubscribes@example.test')
    const { signingKey } = gateway.deps.config
    const link = unsubscribeUrl(gateway.url, signingKey, visitor.id)
    const looked = await fetch(link)
    expect([looked.status, await looked.text()]).toEqual([200, expect.stringContaining('<form method="post">')])
    expect(await visitor.json('/api/user/mail-choices')).toEqual({ repairReady: true })
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
    expect(await visitor.json('/api/user/mail-choices')).toEqual({ repairReady: false })
    const forged = unsubscribeUrl(gateway.url, 'another key of 32 characters or more', visitor.id)
    expect([(await fetch(forged)).status, (await fetch(forged, { method: 'POST' })).status]).toEqual([404, 404])
  })
})
