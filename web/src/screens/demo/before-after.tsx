import { useState } from 'react'
import { type IssueType, issueTypes } from '../../../../contract/quality.ts'
import type { Issue } from '../../../../contract/report.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/choice.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.demo.viewer
const step = 8

type Mode = 'split' | 'toggle'
type Side = 'before' | 'after'

/** Each issue as it was and as it is: side by side, or one of the two at a time. */
export function BeforeAfter({ issues }: { issues: readonly Issue[] }) {
  const [mode, setMode] = useState<Mode>('split')
  const [side, setSide] = useState<Side>('after')
  const [kind, setKind] = useState<IssueType | 'all'>('all')
  const [shown, setShown] = useState(step)
  const kinds = issueTypes.filter((type) => issues.some((issue) => issue.type === type))
  const chosen = issues.filter(({ type }) => kind === 'all' || type === kind)
  return (
    <section aria-labelledby="demo-viewer">
      <h3 id="demo-viewer" className="text-22">
        {words.heading}
      </h3>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Choice legend={words.mode} values={['split', 'toggle']} names={words} value={mode} onValue={setMode} />
        {mode === 'toggle' && (
          <Choice legend={words.shown} values={['before', 'after']} names={words} value={side} onValue={setSide} />
        )}
        {kinds.length > 1 && (
          <Choice
            legend={words.filter}
            values={['all', ...kinds]}
            names={words.kinds}
            value={kind}
            onValue={(next) => {
              setKind(next)
              setShown(step)
            }}
          />
        )}
      </div>
      <ol className="mt-4 grid grid-cols-1 gap-4">
        {chosen.slice(0, shown).map((issue) => (
          <IssueView key={issue.number} issue={issue} mode={mode} side={side} />
        ))}
      </ol>
      {chosen.length > shown && (
        <Button className="mt-4" onClick={() => setShown(shown + step * 4)}>
          {words.more(Math.min(step * 4, chosen.length - shown))}
        </Button>
      )}
    </section>
  )
}

function IssueView({ issue, mode, side }: { issue: Issue; mode: Mode; side: Side }) {
  const { message, why, path, line, before, after, status } = issue
  const isFixed = status === 'fixed'
  const hasText = before !== undefined || after !== undefined
  return (
    <li className="rounded-sheet border border-rule bg-sheet p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h4 className="min-w-0 flex-1 basis-64 font-semibold break-words">{message}</h4>
        <span className="flex flex-wrap gap-2">
          <Badge>{texts.issues.severities[issue.severity]}</Badge>
          <Badge tone={isFixed ? 'green' : 'red'} icon={isFixed ? 'tick' : 'stet'}>
            {isFixed ? words.fixed : words.notFixed}
          </Badge>
        </span>
      </div>
      <p className="mt-1 font-mono text-12 break-all text-quiet">{words.place(path || words.wholeBook, line)}</p>
      {why !== message && <p className="mt-2 max-w-measure">{why}</p>}
      {!hasText ? (
        <p className="mt-3 text-14 text-quiet">{words.noText}</p>
      ) : mode === 'split' ? (
        <div className="mt-3 grid grid-cols-1 gap-px overflow-hidden rounded-small border border-rule bg-rule md:grid-cols-2">
          <Version name={words.before} text={before} empty={words.nothing} className="bg-red-wash" />
          <Version name={words.after} text={after} empty={words.removed} className="bg-green-wash" />
        </div>
      ) : (
        <div className="mt-3 overflow-hidden rounded-small border border-rule">
          {side === 'before' ? (
            <Version name={words.before} text={before} empty={words.nothing} className="bg-red-wash" />
          ) : (
            <Version name={words.after} text={after} empty={words.removed} className="bg-green-wash" />
          )}
        </div>
      )}
    </li>
  )
}

function Version({ name, text, empty, className }: { name: string; text: string | undefined; empty: string; className: string }) {
  return (
    <div className={`min-w-0 p-3 ${className}`}>
      <p className="text-12 font-semibold text-quiet">{name}</p>
      {text?.trim() ? (
        <p className="mt-1 font-mono text-14 break-words whitespace-pre-wrap">{text.trim()}</p>
      ) : (
        <p className="mt-1 text-14 text-quiet">{empty}</p>
      )}
    </div>
  )
}
