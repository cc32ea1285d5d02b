import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { repairStream } from '../contract/events/repair.ts'
import { demoOwner } from '../contract/job.ts'
import { ClientMessage, type LiveMessage, type SocketRefusal, type Subject } from '../contract/live.ts'
import { refusals } from '../contract/refusal.ts'
import type { Session } from '../db/sessions.ts'
import { evolve, initial, type JobState } from '../projections/job.ts'
import type { Deps } from './deps.ts'
import { followConversion, followConversionBatch } from './live-conversions.ts'
import { liveMessageOf } from './live-messages.ts'
import { addressOf, networkOf } from './network.ts'
import { sessionOf } from './session.ts'

const subscriptionsAtMost = 100
const socketsAtMost = 50
/** Of one network without a session. */
const visitorsAtMost = 50
/** Bytes that may wait for a slow reader; beyond, it is dropped and resumes with `after`. */
const bufferedAtMost = 1_000_000
const pingEvery = 20_000
/** Messages of a browser in any 10 s. */
const heardAtMost = 400
const closing = { signedOut: 4401, tooSlow: 4408, tooMany: 4429, stopping: 1001 } as const

type LiveDeps = Pick<Deps, 'config' | 'follower' | 'sessions' | 'rates' | 'metrics' | 'logger'>

interface Listening {
  readonly ws: WebSocket
  /** Undefined for a visitor, who hears demo jobs alone. */
  readonly session: Session | undefined
  readonly network: string
  isAlive: boolean
}

const turnAway = (socket: Duplex, status: string) =>
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)

/** Sockets on `/ws`: cookie and origin are checked before the handshake, the session as long as the socket lives. */
export function serveLive(server: Server, deps: LiveDeps) {
  const { config, sessions, rates, metrics, logger } = deps
  const wss = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024, perMessageDeflate: false })
  const sockets = new Set<Listening>()
  const stopped = new AbortController()

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    admit(request).then(
      (admitted) => {
        if (typeof admitted === 'string') return turnAway(socket, admitted)
        wss.handleUpgrade(request, socket, head, (ws) => hold({ ws, ...admitted, isAlive: true }))
      },
      (err) => {
        logger.error({ err }, 'a socket could not be admitted')
        turnAway(socket, '503 Service Unavailable')
      },
    )
  })

  async function admit(request: IncomingMessage): Promise<Pick<Listening, 'session' | 'network'> | string> {
    if (stopped.signal.aborted) return '503 Service Unavailable'
    if (!/^\/ws\/?(\?|$)/i.test(request.url ?? '')) return '404 Not Found'
    if (request.headers.origin !== config.publicUrl.origin) return '403 Forbidden'
    const network = networkOf(addressOf(request, config.trustedProxies))
    try {
      await rates.socket(network)
    } catch {
      return '429 Too Many Requests'
    }
    const session = await sessionOf(sessions, request)
    const like = [...sockets].filter((other) =>
      session ? other.session?.owner === session.owner : !other.session && other.network === network,
    )
    return like.length < (session ? socketsAtMost : visitorsAtMost) ? { session, network } : '429 Too Many Requests'
  }

  function hold(listening: Listening) {
    const { ws, session } = listening
    const subscriptions = new Map<string, AbortController>()
    let heard = 0
    sockets.add(listening)
    metrics.sockets.set(sockets.size)
    const recount = setInterval(() => (heard = 0), 10_000)

    const send = (message: LiveMessage | SocketRefusal) => {
      if (ws.readyState !== ws.OPEN) return
      if (ws.bufferedAmount > bufferedAtMost) {
        ws.close(closing.tooSlow)
        return ws.terminate()
      }
      metrics.messages.inc({ type: message.type })
      ws.send(JSON.stringify(message))
    }
    const refuse = (jobId: string, error: string) => send({ type: 'refused', jobId, error })

    const unsubscribe = (jobId: string) => {
      subscriptions.get(jobId)?.abort()
      subscriptions.delete(jobId)
    }
    const subscribe = (jobId: string, after: number, of: Subject) => {
      unsubscribe(jobId)
      if (subscriptions.size >= subscriptionsAtMost)
        return refuse(jobId, `One connection can follow ${subscriptionsAtMost} jobs at most.`)
      const mine = new AbortController()
      subscriptions.set(jobId, mine)
      followers[of](deps, { jobId, after, owner: session?.owner, signal: mine.signal, send })
        .catch((err) => {
          logger.error({ err, jobId }, 'a job cannot be followed')
          refuse(jobId, refusals.unavailable)
        })
        .finally(() => {
          if (subscriptions.get(jobId) === mine) subscriptions.delete(jobId)
        })
    }

    ws.on('message', (raw, isBinary) => {
      heard += 1
      if (heard > heardAtMost) return ws.close(closing.tooMany)
      const message = isBinary ? undefined : parse(String(raw))
      if (!message) return refuse('', refusals['bad-request'])
      const jobId = message.jobId.toLowerCase()
      if (message.type === 'subscribe') subscribe(jobId, message.after, message.of)
      else unsubscribe(jobId)
    })
    ws.on('pong', () => (listening.isAlive = true))
    ws.on('error', () => ws.terminate())
    ws.on('close', () => {
      clearInterval(recount)
      sockets.delete(listening)
      metrics.sockets.set(sockets.size)
      for (const subscription of subscriptions.values()) subscription.abort()
    })
  }

  const pinging = setInterval(() => {
    for (const listening of sockets) {
      if (!listening.isAlive) listening.ws.terminate()
      listening.isAlive = false
      listening.ws.ping()
    }
  }, pingEvery)

  const watching = sessions.watch({
    signal: stopped.signal,
    held: () => [...sockets].flatMap(({ session }) => session?.id ?? []),
    onEnded: (ids) => {
      for (const { ws, session } of sockets) if (session && ids.includes(session.id)) end(ws, closing.signedOut)
    },
  })

  return {
    async close() {
      stopped.abort()
      clearInterval(pinging)
      for (const { ws } of sockets) end(ws, closing.stopping)
      await watching
    },
  }
}

/** Asks politely, then cuts: a browser that does not answer must not keep hearing. */
function end(ws: WebSocket, code: number) {
  ws.close(code)
  setTimeout(() => ws.terminate(), 1000).unref()
}

export interface Following {
  readonly jobId: string
  readonly after: number
  /** Undefined for a visitor. */
  readonly owner: string | undefined
  readonly signal: AbortSignal
  readonly send: (message: LiveMessage) => void
}

/**
 * One job for one socket, from its first event on, so that messages can say how the job stands; those up to `after` are not
 * sent. A job that does not exist yet is waited for, and to anybody but its owner it never does, unless it is one of the demo.
 */
async function followJob(
  { follower, metrics }: Pick<Deps, 'follower' | 'metrics'>,
  { jobId, after, owner, signal, send }: Following,
) {
  const enough = new AbortController()
  let job: JobState = initial(jobId)
  const began = Date.now()
  await follower.followStream(repairStream(jobId), {
    after: 0,
    signal: AbortSignal.any([signal, enough.signal]),
    onEvent(event) {
      job = evolve(job, event)
      if (job.owner !== owner && job.owner !== demoOwner) return
      if (event.version > after) {
        send(liveMessageOf(job, event))
        // what was there before somebody asked was not waited for
        const recorded = event.recordedAt.getTime()
        if (recorded >= began) metrics.messageDelay.observe(Math.max(0, Date.now() - recorded) / 1000)
      }
      if (job.endedAt !== undefined) enough.abort()
    },
  })
}

const followers = {
  repair: followJob,
  conversion: followConversion,
  'conversion-batch': followConversionBatch,
} as const satisfies Record<Subject, unknown>

function parse(text: string) {
  try {
    const parsed = ClientMessage.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
