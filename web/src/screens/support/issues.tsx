import type { SupportJob } from '../../../../contract/calls/support.ts'
import { featureOf } from '../../../../contract/features.ts'
import { Section } from '../../parts/section.tsx'
import { texts } from '../../texts/texts.ts'
import { featureRows } from './issue-rows.ts'
import { Table } from './table.tsx'

const words = texts.support.issues

/** Numbers alone: what the book says at these places ends with its files. */
export function Issues({ byFeature, tally }: Pick<SupportJob, 'byFeature' | 'tally'>) {
  const rows = featureRows(byFeature, tally)
  return (
    <Section heading={words.heading}>
      {rows.length === 0 ? (
        <p className="mt-3 text-quiet">{words.none}</p>
      ) : (
        <Table
          caption={words.caption}
          columns={[
            { name: words.feature },
            { name: words.came, isNumber: true },
            { name: words.fixed, isNumber: true },
            { name: words.left, isNumber: true },
          ]}
          rows={rows.map(({ feature, came, fixed, left }) => ({
            key: String(feature),
            cells: [featureOf(feature)?.name ?? String(feature), came, fixed, left],
          }))}
        />
      )}
      {tally.length > 0 && (
        <details className="mt-4">
          <summary className="inline-flex min-h-11 items-center font-semibold text-blue underline">
            {words.kinds(tally.length)}
          </summary>
          <Table
            caption={words.kindsCaption}
            columns={[
              { name: words.code },
              { name: words.severity },
              { name: words.fate },
              { name: words.number, isNumber: true },
            ]}
            rows={tally.map(({ code, feature, severity, status, count }) => ({
              key: `${code}${feature}${severity}${status}`,
              cells: [
                <span key="code" className="font-mono break-all">
                  {code}
                </span>,
                texts.issues.severities[severity],
                texts.issues.statuses[status],
                count,
              ],
            }))}
          />
        </details>
      )}
    </Section>
  )
}
