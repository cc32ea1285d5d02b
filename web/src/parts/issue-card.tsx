import type { ReactNode } from 'react'
import { featureOf } from '../../../contract/features.ts'
import { platformNames, platforms } from '../../../contract/quality.ts'
import type { Issue } from '../../../contract/report.ts'
import { texts } from '../texts/texts.ts'
import { Badge, type Tone } from './badge.tsx'
import { Corrected } from './corrected.tsx'
import type { IconName } from './icon.tsx'

const statuses: Record<Issue['status'], { tone: Tone; icon: IconName }> = {
  fixed: { tone: 'green', icon: 'tick' },
  choice: { tone: 'amber', icon: 'query' },
  left: { tone: 'red', icon: 'stet' },
  locked: { tone: 'blue', icon: 'lock' },
  advice: { tone: 'ink', icon: 'note' },
}

/** One kind of problem: the line with its correction, and beside it in the margin what became of it and why it matters. */
export function IssueCard({ issues, action }: { issues: readonly [Issue, ...Issue[]]; action?: ReactNode }) {
  const [issue, ...others] = issues
  const { tone, icon } = statuses[issue.status]
  const feature = featureOf(issue.feature)
  return (
    <li className="grid grid-cols-1 rounded-sheet border border-rule bg-sheet md:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="p-4">
        <h4 className="font-semibold break-words">{short(issue.message)}</h4>
        <Place {...issue} />
        {others.length > 0 && (
          <details className="group mt-1">
            <summary className="inline-flex min-h-11 list-none items-center font-semibold text-blue hover:underline">
              <span className="group-open:hidden">{texts.issues.morePlaces(others.length)}</span>
              <span className="hidden group-open:inline">{texts.issues.hidePlaces}</span>
            </summary>
            <ul className="grid grid-cols-1 gap-4 border-s-2 border-rule ps-4">
              {others.map((other) => (
                <li key={other.number}>
                  {other.message !== issue.message && <p className="break-words">{short(other.message)}</p>}
                  <Place {...other} />
                </li>
              ))}
            </ul>
          </details>
        )}
        <p className="mt-2 flex flex-wrap gap-x-3 text-12 text-quiet">
          <span className="font-mono">{issue.code}</span>
          {feature && <span>{texts.issues.feature(feature.number, feature.name)}</span>}
        </p>
      </div>
      <div className="border-t border-rule p-4 md:border-t-0 md:border-s">
        <Badge tone={tone} icon={icon}>
          {texts.issues.statuses[issue.status]}
        </Badge>
        {issue.reason && <p className="mt-2">{issue.reason}</p>}
        {issue.why !== issue.message && <p className="mt-2 text-blue">{issue.why}</p>}
        {issue.platforms.length > 0 && issue.platforms.length < platforms.length && (
          <p className="mt-2 text-14 text-quiet">
            {texts.results.mattersOn(issue.platforms.map((platform) => platformNames[platform]).join(', '))}
          </p>
        )}
        {action}
      </div>
    </li>
  )
}

/** Checkers list everything that would have been allowed; the head says what is wrong. */
const short = (message: string) =>
  message
    .replace(/^Error while parsing file: /, '')
    .replace(/; expected .*$/s, '.')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

function Place({ path, line, column, before, after }: Issue) {
  const isMarked = before !== undefined || after !== undefined
  return (
    <div className="mt-2">
      <p className="font-mono text-12 break-all text-quiet">
        {path || texts.issues.wholeBook}
        {line > 0 && texts.issues.line(line)}
        {line > 0 && column > 0 && texts.issues.column(column)}
      </p>
      {isMarked && <Corrected before={before} after={after} className="mt-1.5 rounded-small bg-table px-3 py-2" />}
    </div>
  )
}
