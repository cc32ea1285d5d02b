import { setTimeout as pause } from 'node:timers/promises'
import type { Recorded } from '../contract/event.ts'
import type { Sql } from './connect.ts'
import { createLog } from './log.ts'
import { isTransient } from './transient.ts'

export interface Follow {
  /** Last position already seen; `end` begins with what is appended from now on. */
  readonly after: bigint | 'end'
  readonly signal: AbortSignal
  /** Only streams whose name begins so. */
  readonly streams?: string
  readonly onEvents: (events: readonly Recorded[]) => void | Promise<void>
}

export interface FollowStream {
  /** Last version already seen; 0 sends the stream from its beginning. */
  readonly after: number
  readonly signal: AbortSignal
  readonly onEvent: (event: Recorded) => void | Promise<void>
}

export interface Follower {
  /** Every event after a position, in order, each once. Ends with the signal; fails with what `onEvents` throws. */
  follow(options: Follow): Promise<void>
  /** The same for one stream. Hundreds may run: they share one reader of the log's end. */
  followStream(stream: string, options: FollowStream): Promise<void>
  /** Calls `wake` whenever there may be something new, and every 2 s anyway; returns what takes it back. */
  onWake(wake: () => void): () => void
  close(): Promise<void>
}

const channel = 'events'
/** A notice is a hint that may be lost; this is how late one can be then, in ms. */
const recheck = 2000
const batch = 500
/** Events that may wait for a slow reader of one stream before it goes back to reading the log. */
const waitingAtMost = 200

/** Something that sleeps until it is woken, and remembers being woken meanwhile. */
function createBell(signal: AbortSignal) {
  let rung = true
  let answer = () => {}
  const ring = () => {
    rung = true
    answer()
  }
  signal.addEventListener('abort', ring, { once: true })
  return {
    ring,
    async heard() {
      if (!rung) await new Promise<void>((resolve) => (answer = resolve))
      rung = false
      return !signal.aborted
    },
  }
}

/** Repeats a read while the database is away; undefined when the signal ended it. */
async function untilRead<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T | undefined> {
  for (let wait = 50; !signal.aborted; wait = Math.min(wait * 2, 1000)) {
    try {
      return await read()
    } catch (error) {
      if (signal.aborted) return undefined
      if (!isTransient(error)) throw error
    }
    await pause(wait, undefined, { signal }).catch(() => {})
  }
  return undefined
}

interface Listener {
  readonly take: (event: Recorded) => void
  readonly ring: () => void
}

/** One LISTEN and one timer for a whole process; whoever follows reads on from its own position when they ring. */
export function createFollower(sql: Sql): Follower {
  const log = createLog(sql)
  const ending = new AbortController()
  const wakes = new Set<() => void>()
  const wakeAll = () => {
    for (const wake of wakes) wake()
  }
  const timer = setInterval(wakeAll, recheck)
  const listening = sql.listen(channel, wakeAll, wakeAll).catch(() => undefined)

  const onWake = (wake: () => void) => {
    wakes.add(wake)
    return () => void wakes.delete(wake)
  }

  async function follow({ after, signal: theirs, streams, onEvents }: Follow) {
    const signal = AbortSignal.any([theirs, ending.signal])
    const bell = createBell(signal)
    const forget = onWake(bell.ring)
    try {
      let position = after === 'end' ? await untilRead(signal, log.head) : after
      if (position === undefined) return
      while (await bell.heard()) {
        for (let full = true; full && !signal.aborted; ) {
          const from: bigint = position
          const read = await untilRead(signal, () => log.readAll({ after: from, limit: batch }))
          if (!read || signal.aborted) return
          // chosen here and not by the query, so that the position moves on past what is not wanted
          const events = streams ? read.filter(({ stream }) => stream.startsWith(streams)) : read
          if (events.length > 0) await onEvents(events)
          position = read.at(-1)?.position ?? position
          full = read.length === batch
        }
      }
    } finally {
      forget()
    }
  }

  const listeners = new Map<string, Set<Listener>>()
  let tail: { readonly ready: Promise<bigint | undefined>; readonly stop: AbortController } | undefined

  /** One reader of the log's end hands out events by stream, as long as anybody follows a stream. */
  function startTail() {
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, ending.signal])
    const ready = untilRead(signal, log.head)
    const hand = (event: Recorded) => {
      for (const listener of listeners.get(event.stream) ?? []) listener.take(event)
    }
    const mine = { ready, stop }
    ready
      .then((after) => (after === undefined ? undefined : follow({ after, signal, onEvents: (events) => events.forEach(hand) })))
      // what stops the tail stops it for everybody: each follower then meets the same error in its own read
      .catch(() => {
        if (tail === mine) tail = undefined
        for (const set of listeners.values()) for (const listener of set) listener.ring()
      })
    return mine
  }

  async function followStream(stream: string, { after, signal: theirs, onEvent }: FollowStream) {
    const signal = AbortSignal.any([theirs, ending.signal])
    const bell = createBell(signal)
    let version = after
    /** Events of the tail, in order of version; only a hint of what the log holds. */
    let waiting: Recorded[] = []
    let behind = true
    const listener: Listener = {
      take(event) {
        if (waiting.length < waitingAtMost) waiting.push(event)
        else behind = true
        bell.ring()
      },
      ring() {
        behind = true
        bell.ring()
      },
    }
    const deliver = async (event: Recorded) => {
      if (event.version !== version + 1 || signal.aborted) return
      await onEvent(event)
      version = event.version
    }

    const set = listeners.get(stream) ?? new Set()
    listeners.set(stream, set.add(listener))
    try {
      while (await bell.heard()) {
        tail ??= startTail()
        // nothing may fall between the first read and the tail's first event
        await tail.ready
        while (!signal.aborted && (behind || waiting.length > 0)) {
          if (behind) {
            behind = false
            waiting = []
            const events = await untilRead(signal, () => log.readStream(stream, { after: version, limit: batch }))
            for (const event of events ?? []) await deliver(event)
            behind ||= events?.length === batch
          } else {
            const event = waiting.shift()!
            if (event.version > version + 1) behind = true
            else await deliver(event)
          }
        }
      }
    } finally {
      set.delete(listener)
      if (set.size === 0 && listeners.get(stream) === set) listeners.delete(stream)
      if (listeners.size === 0) {
        tail?.stop.abort()
        tail = undefined
      }
    }
  }

  return {
    follow,
    followStream,
    onWake,
    async close() {
      ending.abort()
      clearInterval(timer)
      await (await listening)?.unlisten().catch(() => {})
    },
  }
}
