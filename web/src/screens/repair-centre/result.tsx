import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import { featureOf } from '../../../../contract/features.ts'
import { type IssueSeverity, platforms } from '../../../../contract/quality.ts'
import type { Report } from '../../../../contract/report.ts'
import { usePlan } from '../../data/plan.ts'
import { useVersionAtWork } from '../../data/results.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { IssueCard } from '../../parts/issue-card.tsx'
import { PlatformList, plainRows } from '../../parts/platform-list.tsx'
import { Score } from '../../parts/score.tsx'
import { texts } from '../../texts/texts.ts'
import { type Alike, groupIssues, type SeverityGroup } from './issue-groups.ts'
import { MetadataPanel } from './metadata-panel.tsx'
import { ReportFiles } from './report-files.tsx'
import { suggestedFor } from './suggested.ts'
import { SuggestedSection } from './suggested-section.tsx'
import { UndoButton } from './undo-button.tsx'

const words = texts.repair.result

/** Below the verdict: platforms, score, advice, issues. */
export function Result({ record }: { record: JobRecord }) {
  const { report, scores, trend, aiAnalysis } = record
  useVersionAtWork(record)
  return (
    <div className="mt-10 grid grid-cols-1 gap-10">
      {(record.revision > 0 || record.revising) && (
        <p role="status" className="-mt-4 text-quiet">
          {record.revising
            ? texts.results.working
            : texts.results.version(record.undone.flatMap((feature) => featureOf(feature)?.name ?? []))}
        </p>
      )}
      <Platforms record={record} />
      {scores && (
        <section aria-labelledby="score">
          <h2 id="score" className="text-22">
            {words.score}
          </h2>
          <Card className="mt-4">
            <Score scores={scores} before={report?.scores.before} trend={trend} />
          </Card>
        </section>
      )}
      {aiAnalysis && aiAnalysis.recommendations.length > 0 && <Advice recommendations={aiAnalysis.recommendations} />}
      <SuggestedSection record={record} />
      {report ? <Issues record={record} report={report} /> : <DetailsGone isDeleted={record.filesDeleted} />}
      <ReportFiles record={record} />
      <MetadataPanel record={record} />
    </div>
  )
}

function Platforms({ record: { report, compatibility } }: { record: JobRecord }) {
  const { data: plan } = usePlan()
  const rows = report?.platforms ?? (compatibility && plainRows(compatibility))
  if (!rows) return null
  const ready = platforms.filter((platform) => rows[platform]?.compatible).length
  return (
    <section aria-labelledby="platforms">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="platforms" className="text-22">
          {words.platforms}
        </h2>
        <p className="text-quiet figures">
          {ready === platforms.length ? (
            <span className="inline-flex items-center gap-1.5 font-semibold text-green">
              <Icon name="tick" />
              {words.universal}
            </span>
          ) : (
            words.ready(ready, platforms.length)
          )}
        </p>
      </div>
      <div className="mt-4">
        <PlatformList rows={rows} />
      </div>
      {ready < 3 && plan?.currentPlan === 'free' && (
        <p className="mt-3">
          <Link to="/pricing" className="font-semibold text-blue underline">
            {words.upgrade}
          </Link>{' '}
          {words.upgradeWhy}
        </p>
      )}
    </section>
  )
}

const Advice = ({ recommendations }: { recommendations: readonly string[] }) => (
  <section aria-labelledby="advice">
    <h2 id="advice" className="text-22">
      {words.advice}
    </h2>
    <Card className="mt-4">
      <ol className="grid list-decimal gap-2 ps-5">
        {recommendations.slice(0, 3).map((text) => (
          <li key={text} className="max-w-measure ps-1">
            {text}
          </li>
        ))}
      </ol>
    </Card>
  </section>
)

function Issues({ record, report: { issues, more } }: { record: JobRecord; report: Report }) {
  const offers = suggestedFor(record).told
  const groups = groupIssues(issues)
  return (
    <section aria-labelledby="issues">
      <h2 id="issues" className="text-22">
        {words.issues}
      </h2>
      {groups.length === 0 ? (
        <p className="mt-3 text-quiet">{words.noIssues}</p>
      ) : (
        <div className="mt-4 grid grid-cols-1 gap-8">
          {groups.map((group) => (
            <Severity key={group.severity} record={record} {...group} />
          ))}
        </div>
      )}
      {more.length > 0 && (
        <ul className="mt-4 grid grid-cols-1 gap-1 text-quiet figures">
          {more.map(({ feature, code, count }) => (
            <li key={`${feature}${code}`}>
              {words.more(count, featureOf(feature)?.name)} <span className="font-mono text-12">{code}</span>
            </li>
          ))}
        </ul>
      )}
      {offers.length > 0 && (
        <section aria-labelledby="offers" className="mt-8">
          <h3 id="offers" className="flex flex-wrap items-baseline gap-x-2 font-sans text-18">
            <span>{texts.results.offers.heading}</span>
            <span className="text-14 font-normal text-quiet">{texts.results.offers.meaning}</span>
          </h3>
          <Cards cards={groupIssues(offers).flatMap(({ cards }) => cards)} />
        </section>
      )}
    </section>
  )
}

const shownAtFirst = 8

function Cards({ cards, actionOf }: { cards: readonly Alike[]; actionOf?: (issue: Alike[0]) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? cards : cards.slice(0, shownAtFirst)
  return (
    <>
      <ul className="mt-3 grid grid-cols-1 gap-3">
        {shown.map((issues) => (
          <IssueCard key={issues[0].number} issues={issues} action={actionOf?.(issues[0])} />
        ))}
      </ul>
      {cards.length > shown.length && (
        <Button className="mt-3" onClick={() => setOpen(true)}>
          {words.moreKinds(cards.length - shown.length)}
        </Button>
      )}
    </>
  )
}

const inks: Record<IssueSeverity, string> = { critical: 'text-red', major: 'text-amber', minor: 'text-quiet' }
function Severity({ record, severity, count, cards }: SeverityGroup & { record: JobRecord }) {
  return (
    <section aria-labelledby={`issues-${severity}`}>
      <h3 id={`issues-${severity}`} className="flex flex-wrap items-baseline gap-x-2 font-sans text-18">
        <span className={inks[severity]}>{texts.issues.severities[severity]}</span>
        <span className="figures">{count.toLocaleString('en')}</span>
        <span className="text-14 font-normal text-quiet">{words.meanings[severity]}</span>
      </h3>
      <Cards cards={cards} actionOf={(issue) => <UndoButton record={record} issue={issue} />} />
    </section>
  )
}

const DetailsGone = ({ isDeleted }: { isDeleted: boolean }) => (
  <p className="text-quiet">{isDeleted ? words.deleted : words.unreadable}</p>
)
