import { Readable } from 'node:stream'
import { decideSuggestions } from '../../../contract/calls/results.ts'
import { repairStream } from '../../../contract/events/repair.ts'
import { planOf } from '../../../contract/plans.ts'
import { mostSuggestions } from '../../../contract/revision.ts'
import { NoBlob, picksKey } from '../../../db/blobs.ts'
import { WrongVersion } from '../../../db/log.ts'
import type { JobState } from '../../../projections/job.ts'
import { type Asked, answer } from '../../answer.ts'
import { reportOf } from '../../job-record.ts'
import { ownJob, readAccount } from '../../jobs.ts'
import { mayDownload } from '../../limits.ts'
import { refuse } from '../../refuse.ts'
import { nextRevision, refusal, revisable, revise, standing } from '../../revisions.ts'

interface Picks {
  readonly picked: readonly string[]
  /** A person's own words, by id. */
  readonly texts: Readonly<Record<string, string>>
}

/** What was accepted before, with the words it was given. */
async function earlier(
  { blobs, people, user }: Pick<Asked, 'blobs' | 'people' | 'user'>,
  { picks, picked }: JobState,
): Promise<Picks> {
  if (picks === undefined) return { picked: [], texts: {} }
  try {
    const text = await people.open(user.id, await blobs.bytes(picks))
    return { picked, texts: text === undefined ? {} : (JSON.parse(text) as Picks).texts }
  } catch (error) {
    throw error instanceof NoBlob ? refuse('files-gone', { cause: error }) : error
  }
}

const unknown = (ids: readonly string[]) =>
  refuse('bad-request', {
    sentence: `${ids.length === 1 ? 'This suggestion is' : 'Some of these suggestions are'} not made for this version of the book. Reload the page and choose again.`,
  })

/**
 * What a person decided. Accepted ones make a new version, from the upload and all that is accepted; refused ones are only
 * remembered. Ids are looked up in the report that the person saw; words that were typed lie sealed with their key.
 */
export const suggestions = answer(decideSuggestions, async (asked) => {
  const { log, blobs, people, user, params, now, body } = asked
  const job = await ownJob(log, params.jobId, user.id)
  if (!mayDownload(await readAccount(log, user.id), now())) throw refuse('undo-not-allowed')
  await revisable(asked, job)
  const report = await reportOf(blobs, job)
  if (!report || !job.plan) throw refuse('files-gone')

  const { repairFeatures } = planOf(job.plan)
  const offered = new Map(
    (report.offers ?? []).flatMap((offer) =>
      offer.id !== undefined && offer.status === 'choice' && offer.feature <= repairFeatures ? [[offer.id, offer]] : [],
    ),
  )
  const before = await earlier(asked, job)
  const picked = new Set(before.picked)
  const refused = new Set(job.refused)
  const texts = { ...before.texts }
  const strange = body.decisions.filter(({ id }) => !offered.has(id) && !picked.has(id) && !refused.has(id))
  if (strange.length > 0) throw unknown(strange.map(({ id }) => id))

  for (const { id, decision, text } of body.decisions) {
    if (decision === 'accept') {
      if (!offered.has(id) && !picked.has(id)) throw unknown([id])
      picked.add(id)
      refused.delete(id)
      const own = text?.trim()
      const offer = offered.get(id)
      if (own && offer?.editable && own !== offer.after) texts[id] = own
    } else {
      picked.delete(id)
      delete texts[id]
      if (decision === 'refuse') refused.add(id)
      else refused.delete(id)
    }
  }
  if (picked.size > mostSuggestions || refused.size > mostSuggestions)
    throw refuse('bad-request', { sentence: `At most ${mostSuggestions} suggestions of one book can be decided on.` })

  const isPickedNew = picked.size !== before.picked.length || before.picked.some((id) => !picked.has(id))
  const isWorded = JSON.stringify(texts) !== JSON.stringify(before.texts)
  const isRefusedNew = refused.size !== job.refused.length || job.refused.some((id) => !refused.has(id))
  if (isPickedNew || isWorded) {
    const picks = picksKey(job.jobId, nextRevision(job))
    const all: Picks = { picked: [...picked], texts }
    await blobs.write(picks, Readable.from([await people.seal(user.id, JSON.stringify(all))]))
    return revise(asked, job, user.id, {
      ...standing(job),
      cause: 'suggestions',
      picked: all.picked,
      picks,
      ...(isRefusedNew && { refused: [...refused] }),
    })
  }
  if (isRefusedNew)
    try {
      await log.append(repairStream(job.jobId), refusal(job.jobId, [...refused]), {
        expectedVersion: job.seq,
        metadata: { correlationId: job.jobId, actor: user.id },
      })
    } catch (error) {
      throw error instanceof WrongVersion ? refuse('revising', { cause: error }) : error
    }
  return { jobId: job.jobId, revision: job.revision, status: 'completed' as const }
})
