import type { Moment, Note, Replay, SupportEvent as Shown, SupportJob } from '../../contract/calls/support.ts'
import { conversionWorkflowId } from '../../contract/conversion-job.ts'
import type { Recorded } from '../../contract/event.ts'
import { accountStream } from '../../contract/events/account.ts'
import { conversionStream } from '../../contract/events/convert.ts'
import { filesStream, type RecordedRepairEvent, repairStream, shareStream } from '../../contract/events/repair.ts'
import { type LookEvent, looksStream, type SupportEvent, supportStream } from '../../contract/events/support.ts'
import { demoOwner, repairWorkflowId, replayWorkflowId, revisionWorkflowId } from '../../contract/job.ts'
import { type ConversionState, evolveConversion, initialConversion } from '../../projections/conversion.ts'
import { evolve, foldJob, initial, type JobState } from '../../projections/job.ts'
import type { Folded } from '../../projections/projection.ts'
import { untilEnd } from '../../projections/summary/repair.ts'
import { summaryOf } from '../../projections/summary/summary.ts'
import type { Deps } from '../deps.ts'
import { jobIdIn } from '../jobs.ts'
import { refuse } from '../refuse.ts'
import { differenceOf } from './difference.ts'
import { lineOf, readAnyJob, referenceOf } from './find.ts'
import { shell } from './shell.ts'

export type StoryNeeds = Pick<Deps, 'config' | 'log' | 'people' | 'uploads'>
type Actor = Note['by']

/** Everything recorded about one job, by the stream that it stands in. */
async function readStreams({ log }: Pick<Deps, 'log'>, jobId: string, owner: string | undefined) {
  const [repair, conversion, files, share, support, looks, account] = await Promise.all([
    log.readStream(repairStream(jobId)),
    log.readStream(conversionStream(jobId)),
    log.readStream(filesStream(jobId)),
    log.readStream(shareStream(jobId)),
    log.readStream(supportStream(jobId)),
    log.readStream(looksStream(jobId)),
    owner === undefined || owner === demoOwner ? [] : log.readStream(accountStream(owner)),
  ])
  const ofAccount = account.filter(({ data }) => (data as { jobId?: string }).jobId === jobId)
  return { job: repair.length > 0 ? repair : conversion, files, share, support, looks, account: ofAccount }
}

/** Who did it: addresses are asked for here, where they are shown, and once each. */
function actors({ people }: Pick<Deps, 'people'>, owner: string | undefined) {
  const known = new Map<string, Promise<string | null>>()
  return async ({ actor }: Recorded['metadata']): Promise<Actor> => {
    if (actor === undefined) return { kind: 'unknown', name: null }
    if (actor === 'system' || actor === demoOwner) return { kind: 'system', name: null }
    if (actor === shell) return { kind: 'staff', name: shell }
    if (!known.has(actor))
      known.set(
        actor,
        people.profileOf(actor).then((profile) => profile?.email ?? null),
      )
    return { kind: actor === owner ? 'owner' : 'staff', name: await known.get(actor)! }
  }
}

/** What a state says, with nothing in it that leads to files. */
const repairMoment = (job: JobState, { version, recordedAt }: Recorded): Moment => ({
  version,
  at: recordedAt.toISOString(),
  status: job.status,
  stages: job.stages.map(({ id, status, progress }) => ({ id, status, progress })),
  ...(job.engine && { engine: job.engine }),
  engineSwitches: job.engineSwitches.map((one) => ({ ...one })),
  found: job.found,
  fixed: job.fixed,
  errorsBefore: job.errorsBefore,
  errorsAfter: job.errorsAfter,
  warningsBefore: job.warningsBefore,
  scoresBefore: job.scoresBefore,
  scores: job.scores,
  compatibility: job.compatibility,
  outcome: job.outcome,
  judge: job.judge,
  revision: job.revision,
  undone: [...job.undone],
  revising: job.revising !== undefined,
  failure: job.failure,
})

const conversionMoment = (job: ConversionState, { version, recordedAt }: Recorded): Moment => ({
  version,
  at: recordedAt.toISOString(),
  status: job.status,
  stages: [],
  engineSwitches: [],
  found: 0,
  fixed: 0,
  revision: 0,
  undone: [],
  revising: false,
  progress: job.progress,
  ...(job.made?.verdict && { judge: job.made.verdict.judge, errorsAfter: job.made.verdict.errors }),
  ...(job.failure && { failure: { ...job.failure } }),
})

/** The job after each of its events, by the very function that the live view is folded with. */
function momentsOf(kind: 'repair' | 'conversion', jobId: string, events: readonly Recorded[]): Moment[] {
  if (kind === 'repair') {
    let state = initial(jobId)
    return events.map((event) => {
      state = evolve(state, event)
      return repairMoment(state, event)
    })
  }
  let state = initialConversion(jobId)
  return events.map((event) => {
    state = evolveConversion(state, event)
    return conversionMoment(state, event)
  })
}

/** A sealed text is of no use in a list of payloads. */
const payloadOf = ({ data }: Recorded) => {
  const { sealed: _, ...shown } = data as Record<string, unknown>
  return shown
}

type Naming = ReturnType<typeof actors>

async function replaysOf(
  jobId: string,
  support: readonly Recorded[],
  own: readonly Recorded[],
  nameOf: Naming,
): Promise<Replay[]> {
  const events = support as readonly Folded<SupportEvent>[]
  const first = untilEnd(own as readonly RecordedRepairEvent[])
  const end = first.at(-1)
  const wordsKept = end?.type === 'RepairCompleted' ? end.data.wordsKept : undefined
  return Promise.all(
    events.flatMap((asked) => {
      if (asked.type !== 'ReplayRequested') return []
      const { replay } = asked.data
      const ended = events.find(
        ({ type, data }) => /^Replay(Finished|Failed)$/.test(type) && 'replay' in data && data.replay === replay,
      )
      return nameOf(asked.metadata).then((by): Replay => {
        const common = { replay, requestedAt: asked.recordedAt.toISOString(), by }
        if (!ended) return { ...common, status: 'running' }
        const endedAt = ended.recordedAt.toISOString()
        if (ended.type === 'ReplayFailed') return { ...common, endedAt, status: 'failed', code: ended.data.code }
        if (ended.type !== 'ReplayFinished') return { ...common, status: 'running' }
        const difference = differenceOf(foldJob(jobId, first), wordsKept, ended.data)
        return { ...common, endedAt, status: 'done', outcome: ended.data.outcome, difference }
      })
    }),
  )
}

async function notesOf({ people }: Pick<Deps, 'people'>, support: readonly Recorded[], nameOf: Naming): Promise<Note[]> {
  const events = support as readonly Folded<SupportEvent>[]
  return Promise.all(
    events.flatMap(({ type, data, recordedAt, metadata }) =>
      type === 'NoteAdded'
        ? [
            Promise.all([nameOf(metadata), people.open(data.sealedFor, Buffer.from(data.sealed, 'base64'))]).then(
              ([by, text]): Note => ({ noteId: data.noteId, at: recordedAt.toISOString(), by, text: text ?? null }),
            ),
          ]
        : [],
    ),
  )
}

function workflowsOf(
  { config }: Pick<Deps, 'config'>,
  kind: 'repair' | 'conversion',
  jobId: string,
  own: readonly Recorded[],
  support: readonly Recorded[],
) {
  const { uiUrl, namespace } = config.temporal
  const link = (workflowId: string) =>
    uiUrl ? new URL(`/namespaces/${namespace}/workflows/${encodeURIComponent(workflowId)}`, uiUrl).href : null
  const one = (of: SupportJob['workflows'][number]['kind'], workflowId: string) => ({
    workflowId,
    kind: of,
    url: link(workflowId),
  })
  if (kind === 'conversion') return [one('conversion', conversionWorkflowId(jobId))]
  const revisions = (own as readonly RecordedRepairEvent[]).flatMap(({ type, data }) =>
    type === 'RevisionRequested' ? [one('revision', revisionWorkflowId({ jobId, revision: data.revision }))] : [],
  )
  const replays = (support as readonly Folded<SupportEvent>[]).flatMap(({ type, data }) =>
    type === 'ReplayRequested' ? [one('replay', replayWorkflowId({ jobId, replay: data.replay }))] : [],
  )
  return [one('repair', repairWorkflowId(jobId)), ...revisions, ...replays]
}

/** Everything support may know of one job, from its events; 404 for an id that was never heard of. */
export async function storyOf(deps: StoryNeeds, text: string | undefined): Promise<SupportJob> {
  const jobId = jobIdIn(text)
  const any = jobId === undefined ? undefined : await readAnyJob(deps, jobId)
  if (!jobId || !any) throw refuse('not-found')
  const owner = any.kind === 'repair' ? any.job.owner : any.job.job?.owner
  const streams = await readStreams(deps, jobId, owner)
  const nameOf = actors(deps, owner)
  const told = [
    ...streams.job.map((event) => ({ of: 'job' as const, event })),
    ...streams.files.map((event) => ({ of: 'files' as const, event })),
    ...streams.share.map((event) => ({ of: 'share' as const, event })),
    ...streams.support.map((event) => ({ of: 'support' as const, event })),
    ...streams.account.map((event) => ({ of: 'account' as const, event })),
  ].sort((a, b) => (a.event.position < b.event.position ? -1 : 1))

  let moment = 0
  const events = await Promise.all(
    told.map(async ({ of, event }): Promise<Shown> => {
      if (of === 'job') moment = event.version
      const { position, type, recordedAt, metadata } = event
      const at = { position: String(position), of, type, at: recordedAt.toISOString(), moment }
      return { ...at, actor: await nameOf(metadata), data: payloadOf(event) }
    }),
  )
  const { at: _, status: __, ...line } = lineOf(any)
  const isGone = streams.files.some(({ type }) => type === 'FilesDeleted')
  const [upload, profile, replays, notes, looks] = await Promise.all([
    deps.uploads.byJob(jobId),
    owner === undefined || owner === demoOwner ? undefined : deps.people.profileOf(owner),
    any.kind === 'repair' ? replaysOf(jobId, streams.support, streams.job, nameOf) : [],
    notesOf(deps, streams.support, nameOf),
    Promise.all(
      (streams.looks as readonly Folded<LookEvent>[]).flatMap(({ type, data, recordedAt, metadata }) =>
        type === 'JobLookedAt' ? [nameOf(metadata).then((by) => ({ at: recordedAt.toISOString(), by, what: data.what }))] : [],
      ),
    ),
  ])
  return {
    jobId,
    reference: referenceOf(jobId),
    owner: owner === undefined || owner === demoOwner ? null : { id: owner, email: profile?.email ?? null },
    fileName: upload?.fileName ?? null,
    kind: any.kind,
    mode: line.mode,
    to: line.to,
    plan: line.plan,
    bytes: line.bytes,
    batch: (any.kind === 'repair' ? any.job.batch : any.job.job?.batch) ?? null,
    filesDeleted: isGone,
    keptUntil: isGone ? null : (upload?.keptUntil.toISOString() ?? null),
    events,
    moments: momentsOf(any.kind, jobId, streams.job),
    summary: summaryOf(
      jobId,
      told.map(({ event }) => event),
    ),
    byFeature: any.kind === 'repair' ? { ...any.job.byFeature } : {},
    tally: any.kind === 'repair' ? [...(any.job.tally ?? [])] : [],
    workflows: workflowsOf(deps, any.kind, jobId, streams.job, streams.support),
    replays,
    notes,
    looks,
  }
}
