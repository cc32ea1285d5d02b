import type { Verdict } from '../../epub/check/message.ts'
import type { RunOptions } from '../../epub/node/pool.ts'
import type { RepairedFile, RepairTask } from '../../epub/node/tasks.ts'

export interface EngineTask
  extends Pick<NonNullable<RepairTask['options']>, 'suggest' | 'listed' | 'picked' | 'texts' | 'answers'> {
  readonly input: string
  readonly output: string
  readonly fileName: string
  /** Numbers of the features that the plan may apply. */
  readonly features: readonly number[]
  /** Features that are left out on request. */
  readonly skip?: readonly number[]
  /** The verdict on the book as it came, where it is known. */
  readonly before?: Verdict
}

/** Repairs one file into another; throws `TaskKilled` or `TaskFailed` when it cannot. */
export type RepairEngine = (task: EngineTask, options: RunOptions) => Promise<RepairedFile>
