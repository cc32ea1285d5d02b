import { setTimeout as pause } from 'node:timers/promises'
import type { LiveMessage } from '../../contract/live.ts'
import type { Visitor } from '../visitor.ts'

/**
 * A browser's socket: whenever it is cut it comes back and goes on after the last message that it saw of each job. It keeps
 * the numbers of all messages in the order in which they came.
 */
export function listen(visitor: Visitor) {
  const seen = new Map<string, number[]>()
  const ended = new Map<string, LiveMessage>()
  const waiting = new Map<string, () => void>()
  let current: Awaited<ReturnType<Visitor['socket']>> | undefined
  let reconnects = -1
  let stopped = false

  const subscribe = (jobId: string) => {
    const after = seen.get(jobId)?.at(-1) ?? 0
    current?.tell({ type: 'subscribe', jobId, after })
  }
  const running = (async () => {
    while (!stopped) {
      const socket = await visitor.socket().catch(() => undefined)
      if (!socket) {
        await pause(100)
        continue
      }
      reconnects += 1
      current = socket
      for (const jobId of seen.keys()) if (!ended.has(jobId)) subscribe(jobId)
      const reading = (async () => {
        for (let read = 0; ; ) {
          await socket.heard((messages) => messages.length > read, 3_600_000)
          for (; read < socket.messages.length; read += 1) take(socket.messages[read] as LiveMessage)
        }
      })().catch(() => {})
      await Promise.race([socket.closed, reading])
      current = undefined
    }
  })()

  function take(message: LiveMessage) {
    seen.get(message.jobId)?.push(message.seq)
    const isOver = message.type === 'complete' || (message.type === 'progress' && message.data.ended)
    if (!isOver) return
    ended.set(message.jobId, message)
    waiting.get(message.jobId)?.()
  }

  return {
    follow(jobId: string) {
      seen.set(jobId, [])
      subscribe(jobId)
    },
    /** The last message of a job, whenever it comes. */
    async end(jobId: string, within: number): Promise<LiveMessage | undefined> {
      if (!ended.has(jobId))
        await Promise.race([
          new Promise<void>((resolve) => waiting.set(jobId, resolve)),
          pause(within, undefined, { ref: false }),
        ])
      return ended.get(jobId)
    },
    seqsOf: (jobId: string) => seen.get(jobId) ?? [],
    get reconnects() {
      return Math.max(0, reconnects)
    },
    async stop() {
      stopped = true
      current?.close()
      await Promise.race([running, pause(1000)])
    },
  }
}

export type Listener = ReturnType<typeof listen>
