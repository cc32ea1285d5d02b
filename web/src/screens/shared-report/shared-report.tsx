import { Link, useParams } from '@tanstack/react-router'
import type { SharedReport as Shared } from '../../../../contract/calls/results.ts'
import { featureOf } from '../../../../contract/features.ts'
import { useSharedReport } from '../../data/results.ts'
import { Card } from '../../parts/card.tsx'
import { Page } from '../../parts/page.tsx'
import { PlatformList, plainRows } from '../../parts/platform-list.tsx'
import { Score } from '../../parts/score.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.results.shared
const day = (iso: string) => new Date(iso).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' })

/** A report as numbers and ids, for whoever was given the link. */
export default function SharedReport() {
  const { token } = useParams({ strict: false })
  const { data, error } = useSharedReport(token ?? '')
  useTitle(words.title)
  return (
    <Page>
      {data ? (
        <Shown report={data} />
      ) : error ? (
        <Card aria-labelledby="gone">
          <h1 id="gone" className="text-28">
            {words.gone}
          </h1>
          <p className="mt-3 max-w-measure">{words.goneText}</p>
          <p className="mt-4">
            <Link to="/" className="inline-flex min-h-11 items-center font-semibold text-blue underline">
              {words.home}
            </Link>
          </p>
        </Card>
      ) : (
        <p role="status" className="text-quiet">
          {words.looking}
        </p>
      )}
    </Page>
  )
}

function Shown({ report }: { report: Shared }) {
  const { outcome, found, fixed, judge, errorsBefore, errorsAfter, madeAt, expiresAt, compatibility, scores } = report
  const isScan = outcome === 'scanned'
  return (
    <div className="grid grid-cols-1 gap-10">
      <div>
        <h1 className="text-28 sm:text-36">{words.heading}</h1>
        <p className="mt-2 max-w-measure text-quiet">{words.text}</p>
        <Card className="mt-5" aria-labelledby="verdict">
          <h2 id="verdict" className="text-22">
            {words.outcomes[outcome]} {outcome !== 'sound' && `${isScan ? words.scanned(found) : words.verdict(found, fixed)}.`}
          </h2>
          <p className="mt-2 figures">{!isScan && words.errors(errorsBefore, errorsAfter)}</p>
          <p className="mt-2 text-14 text-quiet">{words.judge(judge)}</p>
          <p className="mt-1 text-14 text-quiet">{words.until(day(madeAt), day(expiresAt))}</p>
        </Card>
      </div>
      {compatibility && (
        <section aria-labelledby="platforms">
          <h2 id="platforms" className="text-22">
            {words.platforms}
          </h2>
          <div className="mt-4">
            <PlatformList rows={plainRows(compatibility)} />
          </div>
        </section>
      )}
      {scores && (
        <section aria-labelledby="score">
          <h2 id="score" className="text-22">
            {words.score}
          </h2>
          <Card className="mt-4">
            <Score
              scores={scores.after}
              before={scores.before}
              trend={scores.after.overallScore > scores.before.overallScore ? 'improving' : 'unchanged'}
            />
          </Card>
        </section>
      )}
      <Kinds tally={report.tally} />
      <section aria-labelledby="hashes">
        <h2 id="hashes" className="text-22">
          {words.hashes}
        </h2>
        <Card className="mt-4">
          <p className="text-quiet">{words.hashesText}</p>
          <dl className="mt-3 grid grid-cols-1 gap-3">
            {(
              [
                [words.before, report.sha256Before],
                [words.after, report.sha256After],
              ] as const
            ).map(([name, hash]) =>
              hash ? (
                <div key={name}>
                  <dt className="text-14 font-semibold">{name}</dt>
                  <dd className="font-mono text-14 break-all">{hash}</dd>
                </div>
              ) : null,
            )}
          </dl>
        </Card>
      </section>
    </div>
  )
}

function Kinds({ tally }: Pick<Shared, 'tally'>) {
  const { columns } = words
  return (
    <section aria-labelledby="kinds">
      <h2 id="kinds" className="text-22">
        {words.kinds}
      </h2>
      {tally.length === 0 ? (
        <p className="mt-3 text-quiet">{words.none}</p>
      ) : (
        <Card className="mt-4">
          <table className="w-full text-start figures">
            <caption className="sr-only">{words.kindsCaption}</caption>
            <thead className="max-sm:sr-only">
              <tr className="text-14 text-quiet">
                {[columns.code, columns.feature, columns.severity, columns.status].map((name) => (
                  <th key={name} scope="col" className="pe-4 pb-2 text-start font-semibold">
                    {name}
                  </th>
                ))}
                <th scope="col" className="pb-2 text-end font-semibold">
                  {columns.count}
                </th>
              </tr>
            </thead>
            <tbody>
              {tally.map(({ code, feature, severity, status, count }) => (
                <tr key={`${code}${feature}${severity}${status}`} className="border-t border-rule max-sm:grid max-sm:py-2">
                  <th scope="row" className="pe-4 text-start font-mono text-14 font-normal sm:py-2">
                    {code}
                  </th>
                  <td className="pe-4 sm:py-2">{featureOf(feature)?.name}</td>
                  <td className="pe-4 sm:py-2">{texts.issues.severities[severity]}</td>
                  <td className="pe-4 sm:py-2">{texts.issues.statuses[status]}</td>
                  <td className="sm:py-2 sm:text-end">{count.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </section>
  )
}
