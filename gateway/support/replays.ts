import type { Recorded } from '../../contract/event.ts'
import { type SupportEvent, supportStream } from '../../contract/events/support.ts'
import type { ReplayJob } from '../../contract/job.ts'
import { WrongVersion } from '../../db/log.ts'
import type { Folded } from '../../projections/projection.ts'
import { repairJobOf } from '../begin-repair.ts'
import type { Deps } from '../deps.ts'
import { filesAreGone, readJob } from '../jobs.ts'
import { refuse } from '../refuse.ts'

type Needs = Pick<Deps, 'log' | 'desk' | 'logger' | 'now'>

/** A replay that was asked for longer ago and has not ended is started again, ms: starting twice is starting once. */
const lateAfter = 5000

/** The one that was asked for and has not ended. */
function openReplay(support: readonly Recorded[]) {
  const events = support as readonly Folded<SupportEvent>[]
  const asked = events.findLast(({ type }) => type === 'ReplayRequested')
  if (asked?.type !== 'ReplayRequested') return undefined
  const { replay } = asked.data
  const isOver = events.some(
    ({ type, data }) => (type === 'ReplayFinished' || type === 'ReplayFailed') && 'replay' in data && data.replay === replay,
  )
  return { replay, isOver, askedAt: asked.recordedAt }
}

async function begin({ desk, logger }: Needs, job: ReplayJob) {
  try {
    await desk.replay(job)
  } catch (err) {
    // recorded is promised: the next look at the job starts it
    logger.warn({ err, jobId: job.jobId }, 'a replay cannot be begun yet')
  }
}

/** The process that recorded the wish may have died before the start, or Temporal was away: a look at the job starts it. */
export async function resumeReplay(deps: Needs, jobId: string) {
  const open = openReplay(await deps.log.readStream(supportStream(jobId)))
  if (!open || open.isOver || deps.now().getTime() - open.askedAt.getTime() < lateAfter) return
  const job = repairJobOf(await readJob(deps.log, jobId))
  if (job) await begin(deps, { ...job, replay: open.replay })
}

/** Answers with its number; while one is at work it is that one. */
export async function askForReplay(deps: Needs, jobId: string, staff: string): Promise<number> {
  const { log } = deps
  const state = await readJob(log, jobId)
  const job = repairJobOf(state)
  if (!job) throw refuse('not-found')
  if (state.status === 'processing') throw refuse('not-ready')
  if (await filesAreGone(log, jobId)) throw refuse('files-gone')
  const support = await log.readStream(supportStream(jobId))
  const last = openReplay(support)
  const replay = last && !last.isOver ? last.replay : (last?.replay ?? 0) + 1
  if (!last || last.isOver)
    try {
      await log.append(supportStream(jobId), [{ id: `${jobId}/replay/${replay}`, type: 'ReplayRequested', data: { replay } }], {
        expectedVersion: support.length,
        metadata: { correlationId: jobId, actor: staff },
      })
    } catch (error) {
      // somebody else of the staff wrote or asked at this moment: look again
      if (error instanceof WrongVersion) return askForReplay(deps, jobId, staff)
      throw error
    }
  await begin(deps, { ...job, replay })
  return replay
}
