import { execFile, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { endProcess, isAlive, isOurs } from './process-table.ts'
import { findTemporal } from './temporal-binary.mjs'

const run = promisify(execFile)

/** The namespace by which a gateway recognises the embedded server. */
export const localNamespace = 'bookmender-local'

/** What an operator can search by in the Temporal UI. */
export const searchAttributes = ['JobId', 'Plan', 'Engine', 'Stage', 'Verdict', 'Format', 'Mode'] as const

export type TemporalPorts = { readonly grpc: number; readonly ui: number; readonly http: number; readonly metrics: number }

export type TemporalServer = {
  readonly address: string
  readonly namespace: string
  readonly uiUrl: string
  readonly metricsUrl: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export type TemporalOptions = {
  /** The database file; a server that a killed start left on it is ended first. */
  readonly file: string
  readonly ports: TemporalPorts
  readonly log: string
}

/** The ~50 ms ticks of the development server are the largest part of a small activity's time; these take them away. */
const dynamicConfig = ['transferProcessorMaxPollRPS', 'timerProcessorMaxPollRPS', 'visibilityProcessorMaxPollRPS']

export async function startTemporal({ file: given, ports, log }: TemporalOptions): Promise<TemporalServer> {
  const binary = findTemporal()
  if (!binary) {
    throw new Error(
      'The temporal CLI is not here: run `npm start` or `npm test` once (they fetch it), put it on PATH, or set TEMPORAL_ADDRESS.',
    )
  }
  const file = resolve(given)
  mkdirSync(dirname(file), { recursive: true })
  await endTemporalOn(file)
  const address = `127.0.0.1:${ports.grpc}`
  const args = [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--namespace', localNamespace, '--log-level', 'error'],
    ...['--port', ports.grpc, '--ui-port', ports.ui, '--http-port', ports.http, '--metrics-port', ports.metrics].map(String),
    ...['--db-filename', file, '--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal'],
    ...searchAttributes.flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
    ...dynamicConfig.flatMap((name) => ['--dynamic-config-value', `history.${name}=2000`]),
  ]
  const began = Date.now()
  let pid = spawnServer(binary, args, { file, log })
  for (let starts = 1; !(await knowsNamespace(binary, address)); ) {
    const isDead = !isAlive(pid)
    if (isDead && starts < 3) {
      // the ports between its own services are its choice, and somebody else may have been quicker
      starts++
      pid = spawnServer(binary, args, { file, log })
    } else if (isDead || Date.now() - began > 60_000) {
      await endProcess(pid, 'SIGKILL', 0)
      throw new Error(`Temporal did not start: ${readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? ''}`)
    }
    await wait(50)
  }
  return {
    address,
    namespace: localNamespace,
    uiUrl: `http://localhost:${ports.ui}`,
    metricsUrl: `http://localhost:${ports.metrics}/metrics`,
    pid,
    stop: () => endProcess(pid, 'SIGTERM', 4000),
  }
}

function spawnServer(binary: string, args: readonly string[], { file, log }: Pick<TemporalOptions, 'file' | 'log'>) {
  const output = openSync(log, 'a')
  const child = spawn(binary, args, { detached: true, stdio: ['ignore', output, output] })
  closeSync(output)
  const { pid } = child
  if (!pid) throw new Error(`Temporal could not be started from ${binary}`)
  child.unref()
  writeFileSync(pidFileOf(file), String(pid))
  return pid
}

/** Later than its health check: only then can a workflow be started. */
async function knowsNamespace(binary: string, address: string) {
  try {
    await run(binary, ['operator', 'namespace', 'describe', localNamespace, '--address', address], { timeout: 5000 })
    return true
  } catch {
    return false
  }
}

/** Ends the server that a killed start left on this database file, if any. */
export async function endTemporalOn(file: string) {
  try {
    const pid = Number(readFileSync(pidFileOf(file), 'utf8'))
    if (isOurs(pid, resolve(file))) await endProcess(pid, 'SIGTERM', 5000)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

const pidFileOf = (file: string) => `${resolve(file)}.pid`
