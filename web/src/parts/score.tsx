import { grade, scoreBand, scoreWeights, type trends } from '../../../contract/quality.ts'
import { texts } from '../texts/texts.ts'
import { Badge, type Tone } from './badge.tsx'
import { classNames } from './class-names.ts'

interface Scores {
  readonly overallScore: number
  readonly structureScore: number
  readonly contentScore: number
  readonly metadataScore: number
  readonly compatibilityScore: number
}

type Trend = (typeof trends)[number]

/** The specification's fallbacks, for a display without measured scores; a job always brings its own. */
const fallback: Scores = { overallScore: 95, structureScore: 98, contentScore: 92, metadataScore: 96, compatibilityScore: 94 }

const tones = { excellent: 'green', good: 'blue', acceptable: 'amber', poor: 'red' } as const satisfies Record<string, Tone>
const inks: Record<Tone, string> = {
  ink: 'text-ink',
  green: 'text-green',
  blue: 'text-blue',
  amber: 'text-amber',
  red: 'text-red',
}
const bars: Record<Tone, string> = { ink: 'bg-ink', green: 'bg-green', blue: 'bg-blue', amber: 'bg-amber', red: 'bg-red' }

const parts = [
  ['structure', 'structureScore'],
  ['content', 'contentScore'],
  ['metadata', 'metadataScore'],
  ['compatibility', 'compatibilityScore'],
] as const

const toneOf = (score: number) => tones[scoreBand(score)]
const rounded = (score: number) => Math.round(score)

/** The overall score with its grade, and the four parts it is weighed from. */
export function Score({ scores = fallback, before, trend = 'improving' }: { scores?: Scores; before?: Scores; trend?: Trend }) {
  const { overallScore } = scores
  const tone = toneOf(overallScore)
  return (
    <div className="grid grid-cols-1 gap-6 sm:grid-cols-[auto_1fr] sm:gap-10">
      <div>
        <p className="flex items-baseline gap-3">
          <span className={classNames('font-book text-48 font-semibold figures', inks[tone])}>{rounded(overallScore)}</span>
          <span className="text-quiet figures">{texts.issues.score.of}</span>
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Badge tone={tone}>
            {grade(overallScore)} · {texts.issues.score.bands[scoreBand(overallScore)]}
          </Badge>
        </p>
        {before && (
          <p className="mt-3 text-14 text-quiet figures">
            {trend === 'improving' ? texts.issues.score.improving(rounded(before.overallScore)) : texts.issues.score.unchanged}
          </p>
        )}
        {overallScore >= 90 && <p className="mt-1 text-14 font-semibold text-green">{texts.issues.score.premium}</p>}
      </div>
      <dl className="grid grid-cols-1 content-start gap-4">
        {parts.map(([name, field]) => (
          <div key={field}>
            <dt className="flex justify-between gap-4">
              <span>
                {texts.issues.score.parts[name]}{' '}
                <span className="text-14 text-quiet figures">{texts.issues.score.counts(scoreWeights[name])}</span>
              </span>
              <span className="figures">
                {before && rounded(before[field]) !== rounded(scores[field]) && (
                  <span className="text-14 text-quiet">
                    <span className="sr-only">{texts.issues.score.before} </span>
                    {rounded(before[field])} <span aria-hidden="true">→</span>
                    <span className="sr-only">{texts.issues.score.now}</span>{' '}
                  </span>
                )}
                <span className="font-semibold">{rounded(scores[field])}</span>
              </span>
            </dt>
            <dd aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-rule">
              <div
                className={classNames('h-full rounded-full', bars[toneOf(scores[field])])}
                style={{ width: `${scores[field]}%` }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
