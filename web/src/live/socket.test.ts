import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveMessage } from '../../../contract/live.ts'
import { backoff, createLiveSocket, type Wire } from './socket.ts'

const jobId = '5c5e7f2e-4f6c-4c55-9f0e-0a2c8f6e1b11'
const issues = (seq: number) => ({
  jobId,
  seq,
  at: '2026-01-02T03:04:05.000Z',
  type: 'issues-update',
  data: { found: seq, fixed: 0, latest: [] },
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const wires: (Wire & { sent: unknown[] })[] = []
  const connect = () => {
    const sent: unknown[] = []
    const wire: Wire & { sent: unknown[] } = {
      sent,
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => void sent.push(JSON.parse(text)),
      close: () => wire.onclose?.(),
    }
    wires.push(wire)
    return wire
  }
  const heard: LiveMessage[] = []
  const refused: string[] = []
  const socket = createLiveSocket({ connect, random: () => 0 })
  const listener = {
    onMessage: (message: LiveMessage) => void heard.push(message),
    onRefused: (error: string) => void refused.push(error),
  }
  const say = (wire: Wire | undefined, message: unknown) => wire?.onmessage?.({ data: JSON.stringify(message) })
  return { wires, heard, refused, socket, listener, say }
}

it('subscribes when the wire opens, and resumes after the last message heard', () => {
  const { wires, heard, socket, listener, say } = setUp()
  socket.subscribe(jobId, 0, listener)
  wires[0]?.onopen?.()
  expect(wires[0]?.sent).toEqual([{ type: 'subscribe', jobId, after: 0 }])
  say(wires[0], issues(1))
  say(wires[0], issues(2))
  say(wires[0], issues(2))
  wires[0]?.onclose?.()
  expect(socket.isOpen()).toBe(false)
  vi.advanceTimersByTime(500)
  wires[1]?.onopen?.()
  expect(wires[1]?.sent).toEqual([{ type: 'subscribe', jobId, after: 2 }])
  expect(heard.map(({ seq }) => seq)).toEqual([1, 2])
})

it('waits longer each time, and not at all when hurried', () => {
  const { wires, socket, listener } = setUp()
  socket.subscribe(jobId, 0, listener)
  wires[0]?.onclose?.()
  vi.advanceTimersByTime(499)
  expect(wires).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(wires).toHaveLength(2)
  wires[1]?.onclose?.()
  vi.advanceTimersByTime(999)
  expect(wires).toHaveLength(2)
  socket.hurry()
  expect(wires).toHaveLength(3)
  expect([0, 1, 2, 20].map((attempt) => backoff(attempt, 0))).toEqual([500, 1000, 2000, 15_000])
})

it('closes when nobody listens any more, and stays closed', () => {
  const { wires, socket, listener } = setUp()
  const stop = socket.subscribe(jobId, 0, listener)
  wires[0]?.onopen?.()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(wires).toHaveLength(1)
  expect(socket.isOpen()).toBe(false)
})

it('passes a refusal on, and drops what it cannot read', () => {
  const { wires, heard, refused, socket, listener, say } = setUp()
  socket.subscribe(jobId, 0, listener)
  wires[0]?.onopen?.()
  say(wires[0], { type: 'refused', jobId, error: 'Please sign in to continue.' })
  say(wires[0], { ...issues(1), type: 'surprise' })
  wires[0]?.onmessage?.({ data: '{' })
  expect(refused).toEqual(['Please sign in to continue.'])
  expect(heard).toEqual([])
})
