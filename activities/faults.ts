import { access } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, engines } from '../contract/engine.ts'
import { stages } from '../contract/quality.ts'
import type { Pool } from '../epub/node/pool.ts'
import type { RepairEngine } from './engines/engine.ts'

export const engineFaults = ['throw', 'hang', 'oom', 'rubbish'] as const
export type EngineFault = (typeof engineFaults)[number]

/** Where a test may hold the work: the stages of a repair, and a conversion. */
const gates = [...stages, 'conversion'] as const
type Gate = (typeof gates)[number]

/** Waits in a stage as long as a test wants it to. */
export type StageGate = (stage: Gate, signal: AbortSignal) => Promise<void>

export interface Faults {
  readonly engines: Readonly<Partial<Record<Engine, EngineFault>>>
  /** A stage waits as long as this file exists. */
  readonly holds: Readonly<Partial<Record<Gate, string>>>
  /** Square charges, and the answer is lost. */
  readonly squarePayments: 'timeout-after' | undefined
  /** Added to the clock by which files age, in ms. */
  readonly clock: number
}

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/**
 * Reads `BOOKMENDER_FAULTS`, the door for tests: `engine.primary=throw|hang|oom|rubbish`, `stage.validation=hold:FILE`,
 * `clock=+25h`, `square.payments=timeout-after`, several parted by `;`. Other rooms read their own parts of it. Throws with a sentence on what it does not know.
 */
export function readFaults(text = ''): Faults {
  const engineList: Partial<Record<Engine, EngineFault>> = {}
  const holds: Partial<Record<Gate, string>> = {}
  let clock = 0
  let squarePayments: Faults['squarePayments']
  for (const part of text.split(';').filter(Boolean)) {
    const [, shift, unit] = /^clock=([+-]\d+)([smhd])$/.exec(part.trim()) ?? []
    if (shift) clock = Number(shift) * units[unit as keyof typeof units]
    if (part.trim() === 'square.payments=timeout-after') squarePayments = 'timeout-after'
    const [, kind, name, value] = /^(engine|stage)\.(\w+)=(.+)$/.exec(part.trim()) ?? []
    if (kind === 'engine' && isIn(engines, name) && isIn(engineFaults, value)) engineList[name] = value
    else if (kind === 'stage' && isIn(gates, name) && value?.startsWith('hold:')) holds[name] = value.slice(5)
    else if (kind)
      throw new Error(`BOOKMENDER_FAULTS: '${part}' is none of engine.NAME=${engineFaults.join('|')} and stage.NAME=hold:FILE`)
  }
  return { engines: engineList, holds, squarePayments, clock }
}

const isIn = <T extends string>(list: readonly T[], value: string | undefined): value is T => list.includes(value as T)

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

export const clockOf =
  ({ clock }: Faults) =>
  () =>
    new Date(Date.now() + clock)

export const gateOf =
  ({ holds }: Faults): StageGate =>
  async (stage, signal) => {
    const file = holds[stage]
    if (file) while (await exists(file)) await sleep(50, undefined, { signal })
  }

/** The engine as it is, or one that fails in the way asked for, in the same kind of process. */
export const withFault = (pool: Pool, engine: RepairEngine, fault: EngineFault | undefined): RepairEngine =>
  fault ? (task, options) => pool.run('fail', { fault, output: task.output }, options) : engine
