import { demoOwner, type RepairJob } from '../../contract/job.ts'
import { planOf } from '../../contract/plans.ts'
import type { AiUse } from '../../contract/report.ts'
import { featuresOf } from '../../epub/engines.ts'
import type { RemoteModel } from '../../epub/node/remote-model.ts'
import type { RepairedFile } from '../../epub/node/tasks.ts'
import type { Deps } from '../deps.ts'
import type { StageWriter } from '../progress.ts'

/** What an engine said of a book, as it is stored: with what the model was asked for it. */
export type Stored = RepairedFile & { readonly use?: AiUse }

const offline: AiUse = {
  engine: 'offline',
  answered: 0,
  disbelieved: 0,
  asked: [],
  pictureBytes: 0,
  tokensIn: 0,
  tokensOut: 0,
  waited: 0,
}

interface Suggesting {
  /** Whether suggestions and advice are wanted: paid plans have them, the demo shows repairs alone. */
  readonly suggest: boolean
  /** What a higher plan would suggest is counted, too. */
  readonly listed: readonly number[]
  /** Absent: our own statistics say what they can. */
  readonly model?: RemoteModel
  /** How this ended: for the report, and the event where the model was left. */
  stored(repaired: RepairedFile): Stored
  record(stage: Pick<StageWriter, 'append'>): Promise<void>
}

/** Suggestions for one book: a model is asked for those alone whose plan has AI tools. */
export function suggesting(
  { ai }: Pick<Deps, 'ai'>,
  { jobId, owner, plan }: Pick<RepairJob, 'jobId' | 'owner' | 'plan'>,
  signal: AbortSignal,
): Suggesting {
  const suggest = owner !== demoOwner && planOf(plan).repairFeatures > 0
  const session = suggest && planOf(plan).allowAITools ? ai?.session(signal) : undefined
  return {
    suggest,
    listed: featuresOf.primary,
    ...(session && { model: session.model }),
    stored: (repaired) => (suggest ? { ...repaired, use: session?.use() ?? offline } : repaired),
    async record(stage) {
      const reason = session?.use().left
      if (reason)
        await stage.append({
          id: `${jobId}/ai-switched`,
          type: 'AiEngineSwitched',
          data: { from: 'model', to: 'offline', reason },
        })
    },
  }
}
