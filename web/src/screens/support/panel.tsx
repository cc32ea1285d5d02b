import { type ReactNode, useId } from 'react'
import { Card } from '../../parts/card.tsx'

/** One matter of a job, under its heading. */
export function Panel({ heading, className, children }: { heading: string; className?: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className={className}>
      <h2 id={id} className="text-22">
        {heading}
      </h2>
      {children}
    </Card>
  )
}
