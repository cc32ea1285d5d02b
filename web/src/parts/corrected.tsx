import { classNames } from './class-names.ts'
import { type Mark, markUp } from './mark-up.ts'

/** Before and after as one marked line. Without an `after` the line stands as it is: nothing was struck. */
export function Corrected({ before = '', after, className }: { before?: string; after?: string; className?: string }) {
  return (
    <p className={classNames('font-mono text-14 break-words whitespace-pre-wrap', className)}>
      {marksOf(before, after).map(({ kind, text }, index) => {
        const key = `${index}${kind}`
        if (kind === 'struck')
          return (
            <del key={key} className="struck">
              {text}
            </del>
          )
        if (kind === 'inserted')
          return (
            <ins key={key} className="inserted">
              {text}
            </ins>
          )
        return <span key={key}>{text}</span>
      })}
    </p>
  )
}

/** Indentation and line ends round a change are no news, unless they are the change. */
function marksOf(before: string, after: string | undefined): readonly Mark[] {
  if (after === undefined) return [{ kind: 'kept', text: before.trim() }]
  const isSpacing = before.trim() === after.trim()
  return isSpacing ? markUp(before, after) : markUp(before.trim(), after.trim())
}
