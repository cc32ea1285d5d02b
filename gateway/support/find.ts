import type { BodyOf } from '../../contract/call.ts'
import { type Found, mostLines, type SupportLine, type supportFind } from '../../contract/calls/support.ts'
import { conversionStream } from '../../contract/events/convert.ts'
import { repairStream } from '../../contract/events/repair.ts'
import { accountAt, isOpened } from '../../projections/account.ts'
import { foldConversion } from '../../projections/conversion.ts'
import { foldJob } from '../../projections/job.ts'
import type { AnyJob } from '../../projections/views.ts'
import type { Deps } from '../deps.ts'
import { readAccount } from '../jobs.ts'
import { readQuestion } from './question.ts'

type Needs = Pick<Deps, 'log' | 'people' | 'views' | 'now'>
type Wanted = BodyOf<typeof supportFind>

export const referenceOf = (jobId: string) => jobId.slice(0, 8).toUpperCase()

/** Undefined for an id under which nothing was ever asked for. */
export async function readAnyJob({ log }: Pick<Deps, 'log'>, jobId: string): Promise<AnyJob | undefined> {
  const repair = await log.readStream(repairStream(jobId))
  if (repair.length > 0) return { kind: 'repair', job: foldJob(jobId, repair) }
  const conversion = await log.readStream(conversionStream(jobId))
  return conversion.length > 0 ? { kind: 'conversion', job: foldConversion(jobId, conversion) } : undefined
}

export function lineOf(any: AnyJob): SupportLine {
  const { jobId, status, requestedAt = '' } = any.job
  const line = { jobId, reference: referenceOf(jobId), at: requestedAt, status }
  if (any.kind === 'conversion') {
    const { job, failure } = any.job
    const asked = { kind: any.kind, mode: null, to: job?.to ?? null, plan: job?.plan ?? 'free', bytes: job?.bytes ?? 0 } as const
    return { ...line, ...asked, ...(failure && { failure: failure.code }), found: 0, fixed: 0, switches: 0 }
  }
  const { mode = null, plan = 'free', bytes = 0, outcome, failure, found, fixed, engine, engineSwitches } = any.job
  return {
    ...line,
    kind: any.kind,
    mode,
    to: null,
    plan,
    bytes,
    ...(outcome && { outcome }),
    ...(failure && { failure: failure.code }),
    found,
    fixed,
    ...(engine && { engine }),
    switches: engineSwitches.length,
  }
}

async function accountLine({ log, people, now }: Needs, id: string) {
  const account = await readAccount(log, id)
  if (!isOpened(account)) return []
  return [{ id, email: (await people.profileOf(id))?.email ?? null, plan: accountAt(account, now()).plan }]
}

/** Jobs and accounts by what was typed, within a time where one is given, newest first. */
export async function find(deps: Needs, { text = '', from, until }: Wanted): Promise<Found> {
  const { views, people } = deps
  const within = { from: from ? new Date(from) : undefined, until: until ? new Date(until) : undefined }
  const of = async (owner: string) => (await views.anyJobs({ owner, ...within }, mostLines)).map(lineOf)

  if (text.trim() === '') {
    if (!from && !until) return { by: null, jobs: [], accounts: [] }
    return { by: 'time', jobs: (await views.anyJobs(within, mostLines)).map(lineOf), accounts: [] }
  }
  const question = readQuestion(text)
  if (!question) return { by: null, jobs: [], accounts: [] }
  switch (question.by) {
    case 'job': {
      const job = await readAnyJob(deps, question.id)
      if (job) return { by: 'job', jobs: [lineOf(job)], accounts: [] }
      const [jobs, accounts] = await Promise.all([of(question.id), accountLine(deps, question.id)])
      return { by: accounts.length > 0 ? 'account' : 'job', jobs, accounts }
    }
    case 'reference': {
      const jobs = await views.anyJobs({ beginning: question.beginning, ...within }, mostLines)
      return { by: 'reference', jobs: jobs.map(lineOf), accounts: [] }
    }
    case 'email': {
      const ids = await people.findByEmail(question.email)
      const [jobs, accounts] = await Promise.all([Promise.all(ids.map(of)), Promise.all(ids.map((id) => accountLine(deps, id)))])
      const newest = jobs.flat().sort((a, b) => b.at.localeCompare(a.at))
      return { by: 'email', jobs: newest.slice(0, mostLines), accounts: accounts.flat() }
    }
  }
}
