import { classNames } from './class-names.ts'

/** Stands where the real shape will be, at its size; the text for those who listen is given by the list. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={classNames('block rounded-small bg-rule animate-breathe', className)} />
)
