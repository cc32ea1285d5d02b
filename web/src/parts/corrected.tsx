import { classNames } from './class-names.ts'
import { markUp } from './mark-up.ts'

/** Before and after as one marked line; with one side only, the whole of it is struck or inserted. */
export function Corrected({ before = '', after = '', className }: { before?: string; after?: string; className?: string }) {
  return (
    <p className={classNames('font-mono text-14 break-words whitespace-pre-wrap', className)}>
      {markUp(before, after).map(({ kind, text }, index) => {
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
