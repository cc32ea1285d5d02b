import type { ReactNode } from 'react'
import type { Moment } from '../../../../contract/calls/support.ts'
import { engineNames } from '../../../../contract/engine.ts'
import { featureOf } from '../../../../contract/features.ts'
import { stageNames } from '../../../../contract/quality.ts'
import { classNames } from '../../parts/class-names.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.support.scrubber
const { rows: names } = words

const number = (value: number | undefined) => (value === undefined ? words.none : value.toLocaleString('en'))
const score = (scores: Moment['scores']) => (scores ? String(Math.round(scores.overallScore)) : words.none)

/** What the state says, a line each; lines that say nothing yet are left out. */
function linesOf(moment: Moment): readonly (readonly [keyof typeof names, string | undefined])[] {
  const { status, progress, engine, found, fixed, errorsBefore, errorsAfter, warningsBefore, judge, outcome, failure } = moment
  const hasScores = moment.scores || moment.scoresBefore
  return [
    ['status', texts.support.statuses[status]],
    ['progress', progress === undefined ? undefined : words.percent(progress)],
    ['engine', engine && engineNames[engine]],
    ['issues', found + fixed > 0 ? texts.support.find.issues(fixed, found) : undefined],
    [
      'errors',
      errorsBefore === undefined && errorsAfter === undefined ? undefined : words.pair(number(errorsBefore), number(errorsAfter)),
    ],
    ['warnings', warningsBefore === undefined ? undefined : number(warningsBefore)],
    ['score', hasScores ? words.pair(score(moment.scoresBefore), score(moment.scores)) : undefined],
    ['judge', judge],
    ['outcome', outcome && texts.support.outcomes[outcome]],
    [
      'revision',
      moment.revision > 0 || moment.revising
        ? moment.revising
          ? words.making(moment.revision)
          : String(moment.revision)
        : undefined,
    ],
    ['undone', moment.undone.length > 0 ? moment.undone.map((one) => featureOf(one)?.name ?? one).join(', ') : undefined],
    ['failure', failure && `${failure.code} (${failure.reference})`],
  ]
}

/** The job as it stood; what the event changed is marked. */
export function MomentCard({ moment, before }: { moment: Moment; before: Moment | undefined }) {
  const earlier = new Map(before ? linesOf(before) : [])
  const lines = linesOf(moment).filter(([, value]) => value !== undefined)
  return (
    <section aria-label={words.moment(moment.version)} className="min-w-0">
      <h3 className="text-18">{words.moment(moment.version)}</h3>
      <dl className="mt-2 rounded-sheet border border-rule">
        {moment.stages.map(({ id, status, progress }, index) => {
          const was = before?.stages[index]
          const isNew = was !== undefined && (was.status !== status || was.progress !== progress)
          return (
            <Row key={id} name={stageNames[id]} isNew={isNew}>
              <span className="flex items-center gap-3">
                <span className="h-2 w-24 shrink-0 overflow-hidden rounded-full bg-rule" aria-hidden="true">
                  <span
                    className={classNames(
                      'block h-full',
                      status === 'failed' ? 'bg-red' : status === 'completed' ? 'bg-green' : 'bg-blue',
                    )}
                    style={{ inlineSize: `${progress}%` }}
                  />
                </span>
                {texts.issues.stages[status]}, {words.percent(progress)}
              </span>
            </Row>
          )
        })}
        {lines.map(([name, value]) => (
          <Row key={name} name={names[name]} isNew={before !== undefined && earlier.get(name) !== value}>
            {value}
          </Row>
        ))}
      </dl>
    </section>
  )
}

const Row = ({ name, isNew, children }: { name: string; isNew: boolean; children: ReactNode }) => (
  <div
    className={classNames('flex flex-wrap gap-x-3 border-b border-rule px-3 py-2 text-14 last:border-0', isNew && 'bg-blue-wash')}
  >
    <dt className="w-40 shrink-0 text-quiet">{name}</dt>
    <dd className="min-w-0 break-words figures">
      {children}
      {isNew && <span className="sr-only"> ({words.changed})</span>}
    </dd>
  </div>
)
