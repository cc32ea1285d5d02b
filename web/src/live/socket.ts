import { type ClientMessage, LiveMessage, SocketRefusal, type Subject } from '../../../contract/live.ts'

/** What is used of a WebSocket. */
export interface Wire {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

export interface Listener {
  onMessage(message: LiveMessage): void
  /** The service will not let this browser listen; the record has to be asked for instead. */
  onRefused(error: string): void
}

interface Subscription extends Listener {
  readonly of: Subject
  /** Last `seq` heard. */
  after: number
}

interface Options {
  readonly connect: () => Wire
  /** 0–1, spreads the reconnects of many browsers. */
  readonly random?: () => number
}

const firstDelay = 500
const longestDelay = 15_000

/** Wait before reconnect number `attempt` (0, 1, 2 …), in ms: doubling, with up to a quarter taken off at random. */
export const backoff = (attempt: number, random: number) => Math.min(firstDelay * 2 ** attempt, longestDelay) * (1 - random / 4)

/** One socket for all jobs on the page: open while somebody listens, and resumed after the last message each has heard. */
export function createLiveSocket({ connect, random = Math.random }: Options) {
  const subscriptions = new Map<string, Subscription>()
  const statusListeners = new Set<() => void>()
  let wire: Wire | undefined
  let isOpen = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function setOpen(open: boolean) {
    if (open === isOpen) return
    isOpen = open
    for (const listener of statusListeners) listener()
  }

  /** What is listened to is a repair unless told; `of` names the rest. */
  const subscribe = (jobId: string, after: number, of: Subject) =>
    tell({ type: 'subscribe', jobId, after, ...(of !== 'repair' && { of }) })

  const tell = (message: ClientMessage) => isOpen && wire?.send(JSON.stringify(message))

  function open() {
    clearTimeout(timer)
    timer = undefined
    const opened = connect()
    wire = opened
    opened.onopen = () => {
      attempt = 0
      setOpen(true)
      for (const [jobId, { after, of: subject }] of subscriptions) subscribe(jobId, after, subject)
    }
    opened.onmessage = ({ data }) => receive(data)
    opened.onclose = () => {
      if (wire !== opened) return
      wire = undefined
      setOpen(false)
      if (subscriptions.size > 0) timer = setTimeout(open, backoff(attempt++, random()))
    }
  }

  function receive(data: unknown) {
    const json = parse(data)
    const refusal = SocketRefusal.safeParse(json)
    if (refusal.success) return subscriptions.get(refusal.data.jobId)?.onRefused(refusal.data.error)
    const message = LiveMessage.safeParse(json)
    if (!message.success) return
    const subscription = subscriptions.get(message.data.jobId)
    if (!subscription || message.data.seq <= subscription.after) return
    subscription.after = message.data.seq
    subscription.onMessage(message.data)
  }

  return {
    /** Listens to a job after message `after`; the returned function stops. */
    subscribe(jobId: string, after: number, listener: Listener, of: Subject = 'repair') {
      const subscription: Subscription = { ...listener, after, of }
      subscriptions.set(jobId, subscription)
      if (!wire && timer === undefined) open()
      else subscribe(jobId, after, of)
      return () => {
        if (subscriptions.get(jobId) !== subscription) return
        subscriptions.delete(jobId)
        tell({ type: 'unsubscribe', jobId })
        if (subscriptions.size > 0) return
        clearTimeout(timer)
        timer = undefined
        wire?.close()
      }
    },
    /** Now, not after the wait: the network came back or the page is looked at again. */
    hurry() {
      if (timer === undefined) return
      attempt = 0
      open()
    },
    isOpen: () => isOpen,
    onStatus(listener: () => void) {
      statusListeners.add(listener)
      return () => void statusListeners.delete(listener)
    },
  }
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}
