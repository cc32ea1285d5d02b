import { randomUUID } from 'node:crypto'
import { NoteAdded, supportStream } from '../../contract/events/support.ts'
import { demoOwner } from '../../contract/job.ts'
import { NoKey } from '../../db/people.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../refuse.ts'
import { readAnyJob } from './find.ts'

type Needs = Pick<Deps, 'log' | 'people'>

/**
 * What support writes down about a job may say who somebody is, so it is sealed with the owner's key and is noise when that is
 * destroyed. A job of the demo belongs to nobody: there it is the writer's.
 */
export async function writeNote({ log, people }: Needs, jobId: string, staff: string, text: string): Promise<string> {
  const any = await readAnyJob({ log }, jobId)
  const owner = any?.kind === 'repair' ? any.job.owner : any?.job.job?.owner
  if (owner === undefined) throw refuse('not-found')
  const sealedFor = owner === demoOwner ? staff : owner
  const sealed = await people.seal(sealedFor, text).catch((error: unknown) => {
    if (error instanceof NoKey)
      throw refuse('not-found', { sentence: 'The account was deleted, so nothing can be noted about its jobs.' })
    throw error
  })
  const noteId = randomUUID()
  const note = NoteAdded.parse({ type: 'NoteAdded', data: { noteId, sealedFor, sealed: sealed.toString('base64') } })
  await log.append(supportStream(jobId), [{ id: noteId, ...note }], { metadata: { correlationId: jobId, actor: staff } })
  return noteId
}
