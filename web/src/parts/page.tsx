import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The column every screen stands in. */
export const Page = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={classNames('mx-auto w-full max-w-page px-4 py-8 sm:px-6 sm:py-12', className)}>{children}</div>
)
