import type { Difference } from '../../contract/calls/support.ts'
import type { SupportEvent } from '../../contract/events/support.ts'
import type { JobState } from '../../projections/job.ts'

type Replayed = Extract<SupportEvent, { type: 'ReplayFinished' }>['data']
type What = Difference['lines'][number]['what']

const none = 'none'
const shown = (value: string | number | boolean | undefined) => (value === undefined ? none : String(value))

/**
 * What the job as it ended first and today's engine say differently. `wordsKept` is of the job's last event, which its state
 * does not keep.
 */
export function differenceOf(job: JobState, wordsKept: boolean | undefined, replayed: Replayed): Difference {
  const { outcome, failure, status, engine, found, fixed, errorsBefore, errorsAfter, scores, judge, resultBytes } = job
  const pairs: readonly (readonly [What, string | number | boolean | undefined, string | number | boolean | undefined])[] = [
    ['ending', outcome ?? failure?.code ?? status, replayed.outcome],
    ['engine', outcome === undefined ? undefined : engine, replayed.engine],
    ['found', found, replayed.found],
    ['fixed', fixed, replayed.fixed],
    ['errorsBefore', errorsBefore, replayed.errorsBefore],
    ['errorsAfter', errorsAfter, replayed.errorsAfter],
    ['score', scores && Math.round(scores.overallScore), Math.round(replayed.scores.overallScore)],
    ['wordsKept', wordsKept, replayed.wordsKept],
    ['judge', outcome === undefined ? undefined : judge, replayed.judge],
    ['bytes', resultBytes, replayed.resultBytes],
  ]
  return {
    isSameFile: job.sha256After && replayed.sha256After ? job.sha256After === replayed.sha256After : null,
    lines: pairs
      .filter(([, first, today]) => first !== today)
      .map(([what, first, today]) => ({ what, first: shown(first), today: shown(today) })),
    kinds: kindsThatDiffer(job.tally ?? [], replayed.tally, job.tally !== undefined),
  }
}

type Tally = Replayed['tally']

/** Nothing where the first run kept no tally: then every kind would look new. */
function kindsThatDiffer(first: readonly Tally[number][], today: Tally, isKnown: boolean): Difference['kinds'] {
  if (!isKnown) return []
  const keyOf = ({ code, feature, severity, status }: Tally[number]) => `${code} ${feature} ${severity} ${status}`
  const counts = new Map(first.map((kind) => [keyOf(kind), kind.count]))
  const all = new Map([...first, ...today].map((kind) => [keyOf(kind), kind]))
  const now = new Map(today.map((kind) => [keyOf(kind), kind.count]))
  return [...all]
    .map(([key, { count: _, ...kind }]) => ({ ...kind, first: counts.get(key) ?? 0, today: now.get(key) ?? 0 }))
    .filter((kind) => kind.first !== kind.today)
    .sort((a, b) => Math.abs(b.today - b.first) - Math.abs(a.today - a.first))
}
