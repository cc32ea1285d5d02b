import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type Supervised = {
  readonly name: string
  /** Of the process that runs now; 0 while none does. */
  readonly pid: number
  /** Resolves when the process that runs now says that it is ready; rejects when it ends before. */
  readonly ready: () => Promise<void>
  /** A signal straight to the process; what dies of it is started again. */
  readonly kill: (signal: NodeJS.Signals) => void
  /** Ends it and keeps it ended. */
  readonly stop: () => Promise<void>
  /** Starts it, where it was stopped; resolves when it is ready. */
  readonly start: () => Promise<void>
  readonly restart: () => Promise<void>
}

export type SupervisedOptions = {
  readonly name: string
  /** The file that Node runs, from the root. */
  readonly entry: string
  readonly env: NodeJS.ProcessEnv
  readonly root: string
  /** The file that its lines are added to. */
  readonly log: string
  /** Told each line worth a person's attention. */
  readonly say: (name: string, line: string) => void
  /** Milliseconds between asking to end and insisting. */
  readonly patience: number
}

/** Waiting times between restarts, milliseconds; a process that ran for a while begins again with the first. */
const pauses = [200, 500, 1000, 3000, 10_000]
const settled = 30_000

type Run = { readonly child: ChildProcess; readonly ready: Promise<void>; readonly ended: Promise<void> }

/** One process of the house: its lines go to a log file, it is started again when it dies, until it is stopped. */
export function supervise(options: SupervisedOptions): Supervised {
  const { name, patience } = options
  let run: Run | undefined
  let wanted = true
  /** A process that was never ready is the start's failure, told by whoever waits for it; restarting would not help. */
  let wasReady = false
  let failures = 0
  let pause: NodeJS.Timeout | undefined

  function begin() {
    const began = Date.now()
    const current = spawnEntry({ ...options, say: (who, line) => wasReady && options.say(who, line) })
    run = current
    current.ready.then(
      () => {
        wasReady = true
      },
      () => {},
    )
    current.ended.then(() => {
      if (run === current) run = undefined
      // Its own children (engines, the checker) must not outlive it.
      killGroup(current.child)
      if (!wanted || !wasReady) return
      failures = Date.now() - began > settled ? 0 : failures + 1
      const wait = pauses[Math.min(failures, pauses.length) - 1] ?? 0
      options.say(name, `ended unexpectedly${describeEnd(current.child)}; starting it again`)
      pause = setTimeout(() => wanted && begin(), wait)
    })
    return current
  }

  async function stop() {
    wanted = false
    clearTimeout(pause)
    const current = run
    if (!current) return
    current.child.kill('SIGTERM')
    const insist = setTimeout(() => killGroup(current.child), patience)
    await current.ended
    clearTimeout(insist)
  }

  function start() {
    wanted = true
    clearTimeout(pause)
    return (run ?? begin()).ready
  }

  begin()
  return {
    name,
    get pid() {
      return run?.child.pid ?? 0
    },
    ready: () => run?.ready ?? Promise.reject(new Error(`${name} is not running`)),
    kill: (signal) => {
      run?.child.kill(signal)
    },
    stop,
    start,
    restart: async () => {
      await stop()
      await start()
    },
  }
}

function spawnEntry({ name, entry, env, root, log: file, say }: SupervisedOptions): Run {
  const child = spawn(process.execPath, ['--import', join(import.meta.dirname, 'tied.ts'), join(root, entry)], {
    cwd: root,
    env: { ...env, BOOKMENDER_PARENT: String(process.pid) },
    // A group of its own: Ctrl-C in the terminal reaches the supervisor, which ends all in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const log = createWriteStream(file, { flags: 'a' })
  const last: string[] = []
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('close', () => log.end())
    child.once('error', (error) => {
      last.push(error.message)
      resolve()
    })
  })
  const ready = new Promise<void>((resolve, reject) => {
    const read = (line: string) => {
      log.write(`${line}\n`)
      last.push(line)
      if (last.length > 20) last.shift()
      const { message, isReady, matters } = understand(line)
      if (isReady) resolve()
      if (matters) say(name, message)
    }
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', read)
    ended.then(() =>
      reject(
        new Error(
          `${name} ended before it was ready${describeEnd(child)}:\n${last.map((line) => `  ${understand(line).message}`).join('\n')}`,
        ),
      ),
    )
  })
  return { child, ready, ended }
}

/** The process and all that it started: each has a group of its own. */
function killGroup({ pid }: ChildProcess) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody of the group is left.
  }
}

const describeEnd = ({ exitCode, signalCode }: ChildProcess) =>
  signalCode ? ` (${signalCode})` : exitCode === null ? '' : ` (code ${exitCode})`

const warning = 40

/** A line as pino writes them, or whatever else a process says. Warnings and plain text matter to a person at the terminal. */
export function understand(line: string): { readonly message: string; readonly isReady: boolean; readonly matters: boolean } {
  try {
    const { msg, level = 30, err, error } = JSON.parse(line)
    const cause = err?.message ?? error?.message ?? error
    const message = typeof msg === 'string' && cause ? `${msg}: ${cause}` : String(msg ?? line)
    return { message, isReady: msg === 'ready', matters: level >= warning }
  } catch {
    return { message: line, isReady: false, matters: line.trim() !== '' }
  }
}
