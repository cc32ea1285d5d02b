import type { Engine, SwitchReason } from '../contract/engine.ts'
import type { Attempt } from '../contract/job.ts'

interface Steps<Result> {
  readonly attempt: (engine: Engine) => Promise<Attempt<Result>>
  readonly onSwitch: (from: Engine, to: Engine, reason: SwitchReason) => Promise<void>
}

/** The engines in order until one has a result; undefined when none has. What an attempt throws is not caught. */
export async function tryInOrder<Result>(
  engines: readonly Engine[],
  { attempt, onSwitch }: Steps<Result>,
): Promise<{ engine: Engine; result: Result } | undefined> {
  for (const [index, engine] of engines.entries()) {
    const outcome = await attempt(engine)
    if (outcome.ok) return { engine, result: outcome.result }
    const next = engines[index + 1]
    if (next) await onSwitch(engine, next, outcome.reason)
  }
  return undefined
}
