import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idempotencyHeader } from '../contract/calls/payments.ts'
import { type AccountEvent, accountStream } from '../contract/events/account.ts'
import { connect, type Sql } from '../db/connect.ts'
import { createLog, type Log } from '../db/log.ts'
import { startedHouse } from './started-house.ts'
import { createVisitor } from './visitor.ts'

/** Kills in all; at every step of a checkout, of every part that a checkout needs. */
const kills = process.env.BOOKMENDER_FULL ? 200 : 4

const steps = [
  'CheckoutBegun',
  'CustomerCreated',
  'CardStored',
  'ChargeAttempted',
  'PaymentSucceeded',
] as const satisfies AccountEvent['type'][]
const victims = ['worker', 'gateway', 'temporal', 'postgres'] as const
type Victim = (typeof victims)[number]
/** Accepted, slow to answer, charged without an answer: what a kill meets in the middle of the charge. */
const tokens = ['card-nonce-ok', 'card-slow', 'card-cut-after'] as const

/** Parts that are killed again and again on a busy machine take a while to be back, in ms. */
const patience = 180_000

let house: Awaited<ReturnType<typeof startedHouse>>
let sql: Sql
let log: Log

beforeAll(async () => {
  house = await startedHouse({ say: () => {}, livePages: true })
  sql = connect(house.databaseUrl, { max: 2, applicationName: 'test' })
  log = createLog(sql)
})
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  await house?.stop()
})

/** Whatever answers badly or not at all is asked again, as a browser's user would. */
async function insist<T>(ask: () => Promise<T | undefined>, sentence: string): Promise<T> {
  let last: unknown
  for (const end = Date.now() + patience; Date.now() < end; await pause(200)) {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      last = error
    }
  }
  throw new Error(`Waited ${patience / 1000} s for this: ${sentence}`, { cause: last })
}

async function kill(victim: Victim) {
  const part = victim === 'worker' || victim === 'gateway' ? house.processes[victim] : house.servers[victim]
  part!.kill('SIGKILL')
  // the house would wait longer and longer with one that dies again and again
  if (victim === 'worker' || victim === 'gateway') await house.processes[victim].restart()
}

const events = async (owner: string) => {
  const all = (await log.readStream(accountStream(owner))) as unknown as AccountEvent[]
  return all
}

async function checkout(step: (typeof steps)[number], victim: Victim, token: string) {
  const visitor = createVisitor(house.url)
  const { id } = await insist(async () => {
    await visitor.signIn(`${randomUUID()}@example.test`)
    const user = await visitor.json<{ id?: string }>('/api/auth/user')
    return user.id ? { id: user.id } : undefined
  }, 'a sign-in after the kill before')

  const body = { sourceId: `cnon:${token}-${randomUUID()}`, planName: 'pro', interval: 'monthly', amount: 599 }
  const key = { [idempotencyHeader]: randomUUID() }
  const paying = insist(async () => {
    const answer = await visitor.post('/api/payments/process-square', body, key)
    return answer.status === 200 ? ((await answer.json()) as { paymentId: string }).paymentId : undefined
  }, `the payment of ${token}, ${victim} killed at ${step}`)

  await insist(async () => ((await events(id)).some(({ type }) => type === step) ? true : undefined), step)
  const killing = kill(victim)
  const paymentId = await paying
  await killing

  const { payments } = (await (await fetch(`${house.squareUrl}/ledger?customer=${id}`)).json()) as { payments: { id: string }[] }
  const log = await insist(() => events(id), 'the stream')
  const count = (type: AccountEvent['type']) => log.filter((event) => event.type === type).length
  return {
    charges: payments.map((payment) => payment.id === paymentId),
    begun: count('CheckoutBegun'),
    attempts: count('ChargeAttempted'),
    started: count('SubscriptionStarted'),
    ended: count('CheckoutEnded'),
  }
}

const once = { charges: [true], begun: 1, attempts: 1, started: 1, ended: 1 }

test(`${kills} kills at each step of a checkout: nothing is lost, nothing charged twice`, {
  timeout: kills * patience,
}, async () => {
  for (let n = 0; n < kills; n += 1) {
    const victim = victims[n % victims.length]!
    // with four kills: a different step for each victim; with 200 every combination ten times
    const step = steps[(n + Math.floor(n / victims.length)) % steps.length]!
    const token = tokens[Math.floor(n / (victims.length * steps.length)) % tokens.length]!
    expect(await checkout(step, victim, token), `${victim} at ${step}, ${token}, kill ${n + 1}`).toEqual(once)
    if (n % 20 === 19) console.log(`${n + 1} of ${kills} kills`)
  }
})
