import type { Found, Moment, Replay, SupportEvent, SupportJob } from '../../contract/calls/support.ts'

/** Columns as wide as what stands in them. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const actor = ({ kind, name }: SupportEvent['actor']) => name ?? kind

function found({ by, jobs, accounts }: Found) {
  if (by === null) return 'This is no job id, reference, account id or e-mail.'
  const people = accounts.map(({ id, email, plan }) => ['account', id, email ?? 'deleted', plan])
  const lines = jobs.map(({ jobId, at, kind, mode, to, plan, status, outcome, failure, found: issues, fixed, engine }) => [
    jobId,
    at,
    mode ?? `${kind} to ${to}`,
    plan,
    failure ?? outcome ?? status,
    `${fixed}/${issues}`,
    engine ?? '-',
  ])
  const parts = [people.length > 0 ? columns(people) : '', lines.length > 0 ? columns(lines) : 'No jobs were found.']
  return parts.filter(Boolean).join('\n\n')
}

const momentLines = ({ version, status, stages, engine, found: issues, fixed, scores, outcome, revision, progress }: Moment) =>
  columns([
    ['after event', String(version)],
    ['status', outcome ?? status],
    ...stages.map(({ id, status: stage, progress: done }) => [id, `${stage}, ${done} %`]),
    ...(progress === undefined ? [] : [['progress', `${progress} %`]]),
    ['engine', engine ?? '-'],
    ['fixed of found', `${fixed} of ${issues}`],
    ['score', scores ? String(Math.round(scores.overallScore)) : '-'],
    ['version', String(revision)],
  ])

/** Without an event: what happened, and all events. With one: the job as it stood after it. */
function story(job: SupportJob, at: number | undefined) {
  if (at !== undefined) {
    const moment = job.moments[at - 1]
    return moment ? momentLines(moment) : `There is no event ${at}: the job has ${job.moments.length}.`
  }
  const events = job.events.map((event) => [
    event.of === 'job' ? String(event.moment) : '',
    event.at,
    event.type,
    event.of,
    actor(event.actor),
    JSON.stringify(event.data),
  ])
  const notes = job.notes.map(({ at: written, by, text }) => `${written} ${actor(by)}: ${text ?? '(gone with the account)'}`)
  const workflows = job.workflows.map(({ workflowId, url }) => [workflowId, url ?? ''])
  return [job.summary, columns(events), notes.join('\n'), columns(workflows)].filter(Boolean).join('\n\n')
}

function replay({ replay: number, status, code, outcome, difference }: Replay) {
  const head = `Replay ${number}: ${code ?? outcome ?? status}`
  if (!difference) return head
  const { isSameFile, lines, kinds } = difference
  const rows = [
    ...lines.map(({ what, first, today }) => [what, first, today]),
    ...kinds.map(({ code: id, status: fate, first, today }) => [`${id} ${fate}`, String(first), String(today)]),
  ]
  const file = isSameFile === null ? '' : isSameFile ? 'The same file, byte for byte.' : 'Another file.'
  const table = rows.length > 0 ? columns([['what', 'then', 'today'], ...rows]) : 'It says the same in everything.'
  return [head, file, table].filter(Boolean).join('\n')
}

export const inTerminal = { found, story, replay }
