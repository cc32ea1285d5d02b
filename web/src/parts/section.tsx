import { type ReactNode, useId } from 'react'
import { Card } from './card.tsx'

/** One matter of a screen, under its heading. */
export function Section({ heading, children, className }: { heading: string; children: ReactNode; className?: string }) {
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
