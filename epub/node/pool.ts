import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Verdict } from '../check/message.ts'
import type { AskedQuestion, RemoteModel } from './remote-model.ts'
import type { AskJudge } from './tasks.ts'

/** The child was ended by us or died; the book it worked on may be the reason. */
export class TaskKilled extends Error {
  override name = 'TaskKilled'
  readonly reason: 'timed-out' | 'out-of-memory' | 'died'
  constructor(reason: 'timed-out' | 'out-of-memory' | 'died', sentence: string) {
    super(sentence)
    this.reason = reason
  }
}

/** An error that the task itself threw, with the name and code it had in the child. */
export class TaskFailed extends Error {
  override name = 'TaskFailed'
  readonly thrown: string
  readonly code: string | undefined
  constructor(name: string, message: string, code: string | undefined) {
    super(message)
    this.thrown = name
    this.code = code
  }
}

export interface PoolOptions {
  /** The module that calls `serveTasks`. */
  readonly module: string
  readonly size: number
  /** Resident memory of one child in MB at which it is killed. */
  readonly memory?: number
  /** Longest time of one task in ms. */
  readonly timeout?: number
  readonly judge?: AskJudge
}

export interface RunOptions {
  readonly onProgress?: (done: number) => void
  readonly signal?: AbortSignal
  readonly timeout?: number
  /** The model that this task may ask, with the limits of this one book. */
  readonly model?: RemoteModel
}

export type FromChild =
  | { kind: 'ready' }
  | { kind: 'progress'; done: number }
  | { kind: 'judge'; ask: number; file: string }
  | { kind: 'ask'; ask: number; question: AskedQuestion }
  | { kind: 'believed'; isBelieved: boolean }
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; name: string; message: string; code?: string }
export type ToChild =
  | { kind: 'run'; task: string; input: unknown; judged: boolean; model?: Pick<RemoteModel, 'name' | 'hasVision'> }
  | { kind: 'verdict'; ask: number; verdict?: Verdict; error?: string }
  | { kind: 'answer'; ask: number; value: unknown }

/**
 * A child is replaced after this many tasks, some fifty books, so that nothing leaks for long, and when it keeps more memory
 * (MB) than this.
 */
const tasksPerChild = 250
const keptMemory = 320
const memoryCheckInterval = 50

/** Warm child processes for work that is heavy or may kill: one task each at a time, watched, replaced when killed. */
export function createPool({ module, size, memory = 1024, timeout = 120_000, judge }: PoolOptions) {
  interface Worker {
    readonly child: ChildProcess
    tasks: number
    isReady: boolean
    /** Takes its place as soon as it has started, so that no book waits for that. */
    successor: Worker | undefined
  }
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const waiting: ((worker: Worker) => void)[] = []
  let closed = false

  function spawn(): Worker {
    const worker: Worker = {
      child: fork(module, {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        serialization: 'advanced',
        execArgv: [`--max-old-space-size=${Math.floor(memory * 0.8)}`],
      }),
      tasks: 0,
      isReady: false,
      successor: undefined,
    }
    all.add(worker)
    worker.child.once('message', () => {
      worker.isReady = true
    })
    worker.child.once('exit', () => {
      all.delete(worker)
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
    })
    return worker
  }

  async function take(): Promise<Worker> {
    if (closed) throw new Error('The pool of engine processes is closed')
    const free = idle.pop()
    if (free) return free
    if (all.size < size) return spawn()
    return new Promise((resolve) => waiting.push(resolve))
  }

  function end(worker: Worker) {
    worker.child.kill('SIGKILL')
    all.delete(worker)
  }

  /** Starts beside the one that it follows, which goes on until then. */
  function successorOf(worker: Worker): Worker {
    const successor = spawn()
    successor.child.once('message', () => {
      const at = idle.indexOf(worker)
      if (at < 0) return
      idle.splice(at, 1, successor)
      end(worker)
    })
    return successor
  }

  function give(worker: Worker) {
    const { child, tasks } = worker
    const lives = child.connected && child.exitCode === null && !closed
    const fits = lives && residentMemory(child.pid) < keptMemory
    if (worker.successor && !all.has(worker.successor)) worker.successor = undefined
    if (fits && tasks >= tasksPerChild) worker.successor ??= successorOf(worker)
    const usable = fits && !worker.successor?.isReady
    if (!usable) end(worker)
    const next = waiting.shift()
    if (next) next(usable ? worker : (worker.successor ?? spawn()))
    else if (usable) idle.push(worker)
    else if (worker.successor) idle.push(worker.successor)
  }

  async function run<Result>(task: string, input: unknown, options: RunOptions = {}): Promise<Result> {
    options.signal?.throwIfAborted()
    const worker = await take()
    try {
      return (await watched(worker, task, input, options)) as Result
    } finally {
      give(worker)
    }
  }

  function watched(worker: Worker, task: string, input: unknown, { onProgress, signal, model, ...options }: RunOptions) {
    const { child } = worker
    const limit = (options.timeout ?? timeout) + (model?.patience ?? 0)
    worker.tasks++
    return new Promise((resolve, reject) => {
      const kill = (error: Error) => {
        child.kill('SIGKILL')
        settle(() => reject(error))
      }
      const clock = setTimeout(() => kill(new TaskKilled('timed-out', `The task took more than ${limit / 1000} s`)), limit)
      const scales = setInterval(() => {
        const used = residentMemory(child.pid)
        if (used > memory) kill(new TaskKilled('out-of-memory', `The task took more than ${memory} MB of memory`))
      }, memoryCheckInterval)
      const onAbort = () => kill(signal?.reason instanceof Error ? signal.reason : new Error('The task was cancelled'))
      const onExit = (code: number | null, how: string | null) => {
        const heap = code === 134 || how === 'SIGABRT'
        settle(() =>
          reject(
            heap
              ? new TaskKilled('out-of-memory', `The task took more than ${memory} MB of memory`)
              : new TaskKilled('died', `The engine process died (${how ?? code})`),
          ),
        )
      }
      const onMessage = (message: FromChild) => {
        if (message.kind === 'progress') onProgress?.(message.done)
        else if (message.kind === 'judge') void answer(child, message)
        else if (message.kind === 'ask') void tell(child, model, message)
        else if (message.kind === 'believed') model?.judge(message.isBelieved)
        else if (message.kind === 'done') settle(() => resolve(message.value))
        else if (message.kind === 'failed') settle(() => reject(new TaskFailed(message.name, message.message, message.code)))
      }
      function settle(end: () => void) {
        clearTimeout(clock)
        clearInterval(scales)
        signal?.removeEventListener('abort', onAbort)
        child.off('exit', onExit).off('message', onMessage)
        end()
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      child.on('exit', onExit).on('message', onMessage)
      const asked = model && { model: { name: model.name, hasVision: model.hasVision } }
      child.send({ kind: 'run', task, input, judged: judge !== undefined, ...asked } satisfies ToChild, (error) => {
        if (error) onExit(child.exitCode, child.signalCode)
      })
    })
  }

  async function answer(child: ChildProcess, { ask, file }: Extract<FromChild, { kind: 'judge' }>) {
    let reply: ToChild
    try {
      reply = { kind: 'verdict', ask, verdict: await judge!(file) }
    } catch (error) {
      reply = { kind: 'verdict', ask, error: error instanceof Error ? error.message : String(error) }
    }
    if (child.connected) child.send(reply, () => {})
  }

  async function tell(
    child: ChildProcess,
    model: RemoteModel | undefined,
    { ask, question }: Extract<FromChild, { kind: 'ask' }>,
  ) {
    const value = await model?.ask(question)
    if (child.connected) child.send({ kind: 'answer', ask, value } satisfies ToChild, () => {})
  }

  return {
    run,
    /** Starts the children before they are needed. */
    warm() {
      while (all.size < size) idle.push(spawn())
    },
    async close() {
      closed = true
      const exits = [...all].map(({ child }) => new Promise((resolve) => child.once('exit', resolve)))
      for (const { child } of all) child.kill('SIGKILL')
      await Promise.all(exits)
    },
  }
}

export type Pool = ReturnType<typeof createPool>

const pageSize = 4096

/** Resident memory in MB; 0 where the platform does not say. */
function residentMemory(pid: number | undefined): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageSize) / 1_048_576
  } catch {
    return 0
  }
}
