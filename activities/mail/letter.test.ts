import { describe, expect, test } from 'vitest'
import { noBatch } from '../../contract/batch.ts'
import { noSubscription, type PaidPlanTime, type SubscriptionState } from '../../contract/subscription.ts'
import { mailAfter } from '../../contract/subscription-mail.ts'
import { letterOf } from './letter.ts'
import type { EndedRepair } from './repair.ts'
import { batchWords, moneyWords, repairWords } from './words.ts'

const places = { site: 'https://books.test', unsubscribe: 'https://books.test/api/mail/unsubscribe?person=a&key=b' }
const owner = 'person'
const terms = { plan: 'publisher', interval: 'yearly', amount: 20_990 } as const
const at = '2026-11-21T23:30:00.000Z'

describe('what letters say', () => {
  test('a receipt: plan, amount, day in UTC, number; it cannot be refused', () => {
    const letter = letterOf(moneyWords({ owner, kind: 'receipt', about: 'PAY-1234567890', at, terms }, places))
    expect(letter.subject).toBe('Your receipt: Publisher, yearly, $209.90')
    expect(letter.text).toMatch(
      /Plan: +Publisher, yearly\nAmount: +\$209\.90\nDate: +November 21, 2026\nReceipt: +BM-2026-34567890/,
    )
    expect(letter.text).toContain('https://books.test/account')
    expect(letter.unsubscribe).toBeUndefined()
  })

  test('a declined card: when it is tried again, and until when the plan goes on; or that it has ended', () => {
    const order = { owner, kind: 'payment-failed', about: 'x', terms } as const
    const again = letterOf(moneyWords({ ...order, retryAt: '2026-11-24T00:00:00Z', accessUntil: '2026-11-28T00:00:00Z' }, places))
    expect(again.text.replaceAll('\n', ' ')).toContain(
      'We try again on November 24, 2026. Your plan goes on until November 28, 2026.',
    )
    const over = letterOf(moneyWords({ ...order, retryAt: null, accessUntil: null }, places))
    expect([over.subject, over.text.includes('Free plan')]).toEqual(['Your Publisher plan has ended', true])
  })

  test('a batch: how many books are done and how many are not, and nothing before its end', () => {
    const batch = { ...noBatch('b'), endedAt: at, completed: 17, failed: 3 }
    const letter = letterOf(batchWords(batch, places)!)
    expect(letter.subject).toBe('Your 20 books are ready')
    expect(letter.text.replaceAll('\n', ' ')).toContain('17 are done. 3 could not be repaired; the summary says why.')
    expect(letter.unsubscribe).toBe(places.unsubscribe)
    expect(batchWords(noBatch('b'), places)).toBeUndefined()
    expect(batchWords({ ...batch, isCancelled: true }, places)).toBeUndefined()
  })

  const ready: EndedRepair = { fileName: 'A <b>&"book.epub', outcome: 'valid', found: 47, fixed: 47, keptUntil: at }
  test('a repair: its name cannot become markup or another header, and the letter can be refused', () => {
    const letter = letterOf(repairWords({ ...ready, fileName: 'A <b>&"book\r\nBcc: x@y.test.epub' }, places)!)
    expect(letter.subject).toBe('“A <b>&"book Bcc: x@y.test.epub” is ready')
    expect(letter.html).toContain('A &lt;b&gt;&amp;&quot;book')
    expect(letter.html).not.toContain('<b>')
    expect(letter.unsubscribe).toBe(places.unsubscribe)
    expect(letter.text).toContain(places.unsubscribe)
  })

  test.each([
    ['valid', /valid now: 47 problems found, 47 fixed/],
    ['improved', /better, but not yet valid/],
    ['unchanged', /could fix without harm/],
    ['scanned', /found 47 problems/],
    ['sound', /nothing to repair/],
  ] as const)('a repair that ended as %s', (outcome, sentence) => {
    expect(letterOf(repairWords({ ...ready, outcome }, places)!).text.replaceAll('\n', ' ')).toMatch(sentence)
  })

  test('a repair that failed says why and names the reference', () => {
    const words = repairWords(
      { fileName: undefined, outcome: 'failed', sentence: 'It is no archive.', reference: 'AB-12' },
      places,
    )!
    expect(letterOf(words).text).toMatch(/It is no archive\.[\s\S]*AB-12/)
    expect(words.subject).toBe('We could not repair your book')
  })
})

describe('which letters follow from a subscription', () => {
  const paid: PaidPlanTime = {
    ...{ plan: 'pro', interval: 'monthly', since: at, from: at, until: '2026-12-21T23:30:00.000Z', anchor: at, index: 1 },
    ...{ price: 599, periodMs: 1, cancelled: false },
  }
  const active: SubscriptionState = {
    ...noSubscription,
    paid,
    lastPayment: { paymentId: 'p1', amount: 599, at, files: 0 },
  }
  const kinds = (before: SubscriptionState, after: SubscriptionState) => mailAfter(owner, before, after).map(({ kind }) => kind)

  test('none where nothing happened, one for each thing that did', () => {
    expect(kinds(active, active)).toEqual([])
    expect(kinds(active, { ...active, lastPayment: { ...active.lastPayment!, files: 3 } })).toEqual([])
    expect(kinds(noSubscription, active)).toEqual(['receipt'])
    expect(kinds(active, { ...active, announced: paid.until })).toEqual(['renewal-notice'])
    const declined = { ...active, dunning: { attempts: 1, retryAt: at } }
    expect(kinds(active, declined)).toEqual(['payment-failed'])
    expect(kinds(declined, declined)).toEqual([])
    expect(kinds(declined, { ...declined, dunning: { attempts: 2, retryAt: null } })).toEqual(['payment-failed'])
    const refund = { id: 'r', paymentId: 'p1', amount: 599, at, status: 'refunded' } as const
    expect(kinds(active, { ...active, paid: undefined, lastPayment: undefined, refund })).toEqual(['refund'])
  })
})
