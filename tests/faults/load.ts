import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { accountStream } from '../../contract/events/account.ts'
import { type RepairEvent, repairStream } from '../../contract/events/repair.ts'
import type { Log } from '../../db/log.ts'
import { book, bytesOf } from '../../epub/testing/book.ts'
import { createVisitor, type Visitor } from '../visitor.ts'
import { type Listener, listen } from './listener.ts'

export interface Person {
  readonly id: string
  readonly visitor: Visitor
  readonly listener: Listener
}

export interface Job {
  readonly jobId: string
  readonly owner: string
  readonly listener: Listener
  /** How often the book had to be sent again because nobody answered. */
  readonly resent: number
  /** Seconds from the first byte sent to the socket's last message; undefined when that never came. */
  readonly seconds: number | undefined
}

/** How long a job may take while everything round it dies, in ms. */
const patience = 240_000

/** A small book with one stale identifier, the same every time. */
export const smallBook = async () =>
  new Uint8Array(await bytesOf(book({ 'toc.ncx': (text) => text.replace('content="urn:uuid:', 'content="calibre:') })))

/** Asked again until it answers: what a person at a browser does when a page does not come. */
export async function insist<T>(ask: () => Promise<T | undefined>, what: string, within = patience): Promise<T> {
  let last: unknown
  for (const end = Date.now() + within; Date.now() < end; await pause(200)) {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      last = error
    }
  }
  throw new Error(`Waited ${within / 1000} s for this: ${what}`, { cause: last })
}

/** Signed in on the largest plan, with a socket open. */
export async function person(url: string): Promise<Person> {
  const visitor = createVisitor(url)
  const id = await insist(async () => {
    await visitor.signIn(`publisher+${randomUUID()}@example.test`)
    return (await visitor.json<{ id?: string }>('/api/auth/user')).id
  }, 'a sign-in')
  return { id, visitor, listener: listen(visitor) }
}

/** Sends one book until somebody takes it, and waits for the socket to say how it ended. */
export async function runJob({ id, visitor, listener }: Person, bytes: Uint8Array<ArrayBuffer>): Promise<Job> {
  const jobId = randomUUID()
  const began = performance.now()
  listener.follow(jobId)
  let sent = 0
  const taking = insist(async () => {
    sent += 1
    const response = await visitor.upload({ bytes, jobId, mode: 'deep-analysis' })
    await response.arrayBuffer()
    return response.status === 200 || response.status === 202 ? true : undefined
  }, `somebody takes book ${jobId}`)
  const [last] = await Promise.all([listener.end(jobId, patience), taking])
  const seconds = last && (performance.now() - began) / 1000
  return { jobId, owner: id, listener, resent: sent - 1, seconds }
}

export interface Checked {
  /** Not ended as they should, by id and what is wrong. */
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  /** Sockets that missed a message, or heard one twice. */
  readonly misheard: readonly string[]
  readonly messages: number
}

/** What the log and the store hold of these jobs, against what was asked for. */
export async function check(log: Log, resultOf: (key: string) => Promise<boolean>, jobs: readonly Job[]): Promise<Checked> {
  const lost: string[] = []
  const doubled: string[] = []
  const misheard: string[] = []
  const results = new Set<string>()
  let messages = 0
  const accounts = new Map<string, { readonly type: string; readonly data: unknown }[]>()
  for (const { jobId, owner, listener, seconds } of jobs) {
    const events = (await log.readStream(repairStream(jobId))) as unknown as (RepairEvent & { version: number })[]
    const count = (...types: RepairEvent['type'][]) => events.filter(({ type }) => types.includes(type)).length
    const end = events.find(({ type }) => type === 'RepairCompleted')
    const key = end?.type === 'RepairCompleted' ? end.data.result : undefined
    if (end?.type !== 'RepairCompleted' || end.data.outcome !== 'valid')
      lost.push(`${jobId} did not end well: ${events.at(-1)?.type}`)
    else if (key === undefined || !(await resultOf(key))) lost.push(`${jobId} has no result`)
    else results.add(end.data.sha256After ?? '')
    if (seconds === undefined) lost.push(`${jobId}: its socket never heard the end`)
    if (count('RepairRequested') > 1 || count('RepairCompleted', 'RepairFailed', 'RepairCancelled') > 1) doubled.push(jobId)
    for (const stage of ['extraction', 'validation', 'repair', 'quality'])
      if (events.filter((event) => event.type === 'StageStarted' && event.data.stage === stage).length > 1)
        doubled.push(`${jobId} ${stage}`)

    if (!accounts.has(owner)) accounts.set(owner, await log.readStream(accountStream(owner)))
    const settled = accounts.get(owner)!.filter(({ data }) => (data as { jobId?: string }).jobId === jobId)
    const counted = settled.filter(({ type }) => type === 'RepairCounted').length
    if (counted === 0) lost.push(`${jobId} was not counted`)
    if (counted > 1) doubled.push(`${jobId} was counted ${counted} times`)

    const seqs = listener.seqsOf(jobId)
    const last = events.findIndex(({ type }) => type === 'RepairCompleted') + 1
    messages += seqs.length
    if (seqs.length !== last || seqs.some((seq, index) => seq !== index + 1))
      misheard.push(`${jobId}: ${seqs.join(' ')} of ${last}`)
  }
  if (results.size > 1) doubled.push(`the same book became ${results.size} different ones`)
  return { lost, doubled, misheard, messages }
}
