import type { HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

/** A sheet on the table: a hairline, no shadow. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <section className={classNames('rounded-sheet border border-rule bg-sheet p-4 sm:p-6', className)} {...rest} />
}
