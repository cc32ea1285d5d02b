import { redoFeature, undoFeature } from '../../../contract/calls/results.ts'
import { type Asked, answer } from '../../answer.ts'
import { ownJob, readAccount } from '../../jobs.ts'
import { mayDownload } from '../../limits.ts'
import { refuse } from '../../refuse.ts'
import { revisable, revise, standing } from '../../revisions.ts'

/** Corrections belong to the plans that may have the corrected file. */
async function change(asked: Asked<typeof undoFeature>, cause: 'undo' | 'redo') {
  const { log, user, params, now, body } = asked
  const job = await ownJob(log, params.jobId, user.id)
  if (!mayDownload(await readAccount(log, user.id), now())) throw refuse('undo-not-allowed')
  await revisable(asked, job)
  const isUndone = job.undone.includes(body.feature)
  if (isUndone === (cause === 'undo')) return { jobId: job.jobId, revision: job.revision, status: 'completed' as const }
  const undone = cause === 'undo' ? [...job.undone, body.feature] : job.undone.filter((one) => one !== body.feature)
  if (cause === 'undo' && job.engine === undefined)
    throw refuse('not-found', { sentence: 'Nothing was corrected in this book, so there is nothing to take back.' })
  return revise(asked, job, user.id, { ...standing(job), cause, undone })
}

export const undo = answer(undoFeature, (asked) => change(asked, 'undo'))
export const redo = answer(redoFeature, (asked) => change(asked, 'redo'))
