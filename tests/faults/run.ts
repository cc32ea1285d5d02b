import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../../db/connect.ts'
import { createLog } from '../../db/log.ts'
import { check, insist, type Job, person, runJob, smallBook } from './load.ts'
import type { Many } from './many.ts'
import { compareWithRebuild } from './rebuilt.ts'

interface Fault {
  readonly name: string
  /** Resolves when it is over and everything is on its way up again. */
  readonly strike: (many: Many, long: boolean) => Promise<unknown>
}

const killed = (
  name: string,
  victim: (many: Many) => { readonly kill: (signal: NodeJS.Signals) => void } | undefined,
): Fault => ({
  name,
  strike: async (many) => victim(many)?.kill('SIGKILL'),
})

const suffers = (name: string, trouble: 'full' | 'slow' | 'away'): Fault => ({
  name,
  async strike({ store }, long) {
    store.suffer(trouble)
    await pause(long ? 10_000 : 1500)
    store.suffer(undefined)
  },
})

/** Nobody answers any more, connections hang: worse than a clean end. Then it dies, and comes back on its file. */
const frozenThenKilled: Fault = {
  name: 'Temporal away for 30 s',
  async strike({ house }, long) {
    house.servers.temporal!.kill('SIGSTOP')
    await pause(long ? 30_000 : 2000)
    house.servers.temporal!.kill('SIGCONT')
    house.servers.temporal!.kill('SIGKILL')
  },
}

/** In this order, each once. */
export const faults: readonly Fault[] = [
  killed('SIGKILL of a worker', ({ house }) => house.processes.worker),
  killed('SIGKILL of a gateway', ({ house }) => house.processes.gateway),
  killed('SIGKILL of Postgres', ({ house }) => house.servers.postgres),
  killed('SIGKILL of a projection runner', ({ house }) => house.processes.projections),
  { name: 'every connection and socket cut', strike: async ({ balancer }) => balancer.cut() },
  killed('SIGKILL of Temporal', ({ house }) => house.servers.temporal),
  killed('SIGKILL of the other worker', ({ seconds }) => seconds.worker),
  { name: 'a gateway ends gracefully and comes back', strike: ({ house }) => house.processes.gateway.restart() },
  suffers('blob store full', 'full'),
  suffers('blob store slow', 'slow'),
  suffers('blob store away', 'away'),
  frozenThenKilled,
  { name: 'Postgres restarts', strike: ({ house }) => house.servers.postgres!.restart() },
  {
    name: 'the clock of a worker jumps 3 h ahead',
    strike: (many) => many.replaceSecond('worker', { BOOKMENDER_FAULTS: 'clock=+3h' }),
  },
  {
    name: 'the clock of a gateway jumps 3 h back',
    strike: (many) => many.replaceSecond('gateway', { BOOKMENDER_FAULTS: 'clock=-3h' }),
  },
  killed('SIGKILL of both workers', ({ house, seconds }) => ({
    kill: (signal) => {
      house.processes.worker.kill(signal)
      seconds.worker.kill(signal)
    },
  })),
  killed('SIGKILL of both gateways', ({ house, seconds }) => ({
    kill: (signal) => {
      house.processes.gateway.kill(signal)
      seconds.gateway.kill(signal)
    },
  })),
]

/** Those of a short run, where other tests kill the rest: a worker at each stage, gateway, Temporal and Postgres at payments. */
export const shortFaults = faults.filter(({ name }) =>
  [
    'SIGKILL of a worker',
    'SIGKILL of a projection runner',
    'every connection and socket cut',
    'a gateway ends gracefully and comes back',
  ].includes(name),
)

export interface FaultRun {
  readonly jobs: number
  readonly faults: readonly string[]
  readonly seconds: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly misheard: readonly string[]
  readonly messages: number
  readonly resent: number
  readonly reconnects: number
  readonly views: number
  readonly different: readonly string[]
  /** From sending to the end, over all jobs, in seconds. */
  readonly slowest: number
}

export interface RunOptions {
  readonly jobs: number
  readonly faults: readonly Fault[]
  /** Jobs at once. */
  readonly lanes?: number
  readonly people?: number
  readonly say?: (line: string) => void
}

/** Jobs without a pause, one fault after the other as they go; then everything is held against the log. */
export async function runFaults(
  many: Many,
  { jobs: wanted, faults: chosen, lanes = 6, people = 3, say = () => {} }: RunOptions,
): Promise<FaultRun> {
  const began = performance.now()
  const bytes = await smallBook()
  const crowd = await Promise.all(Array.from({ length: people }, () => person(many.url)))
  const jobs: Job[] = []
  let begun = 0
  const lane = async (number: number) => {
    while (begun < wanted) {
      begun += 1
      jobs.push(await runJob(crowd[number % crowd.length]!, bytes))
    }
  }
  const working = Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
  let failed = false
  working.catch(() => {
    failed = true
  })

  const long = chosen.length > 8
  for (const [index, { name, strike }] of chosen.entries()) {
    const due = Math.floor(((index + 1) * (wanted - lanes)) / (chosen.length + 1))
    while (jobs.length < due && !failed) await pause(20)
    if (failed) break
    say(`${jobs.length} of ${wanted} jobs done; ${name}`)
    await strike(many, long)
  }
  await working

  const sql = connect(many.house.databaseUrl, { max: 3, applicationName: 'faults' })
  try {
    const log = createLog(sql)
    const look = () => insist(() => check(log, async (key) => many.store.get(key) !== undefined, jobs), 'the log answers')
    let found = await look()
    // a job is told to have ended before it is counted; one whose worker was killed just then is counted by the next
    for (let tries = 0; found.lost.length > 0 && tries < 60; tries += 1) {
      await pause(1000)
      found = await look()
    }
    const rebuilt = await compareWithRebuild(sql)
    await Promise.all(crowd.map(({ listener }) => listener.stop()))
    return {
      jobs: jobs.length,
      faults: chosen.map(({ name }) => name),
      seconds: (performance.now() - began) / 1000,
      ...found,
      ...rebuilt,
      resent: jobs.reduce((sum, job) => sum + job.resent, 0),
      reconnects: crowd.reduce((sum, { listener }) => sum + listener.reconnects, 0),
      slowest: Math.max(0, ...jobs.map(({ seconds = 0 }) => seconds)),
    }
  } finally {
    await sql.end({ timeout: 1 })
  }
}
