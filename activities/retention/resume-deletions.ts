import type { Deps } from '../deps.ts'
import { beat } from './beat.ts'
import { dueAt } from './due.ts'

type Needs = Pick<Deps, 'retention' | 'deletions' | 'now'>

/** Accounts whose deletion was asked for and is at work nowhere: the gateway died before the start, or it failed. */
export const resumeDeletions = (deps: Needs) => async () => {
  let deletions = 0
  for (const deletion of await deps.retention.unfinishedDeletions(dueAt(deps.now()).starts)) {
    beat()
    if (await deps.deletions.isRunning(deletion)) continue
    await deps.deletions.start(deletion)
    deletions += 1
  }
  return { deletions }
}
