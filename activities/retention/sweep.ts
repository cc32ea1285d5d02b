import type { Deps } from '../deps.ts'

/** Rows that nothing but their age removes: sessions that expired, and what was kept of people who left. */
export const sweep =
  ({ retention }: Pick<Deps, 'retention'>) =>
  () =>
    retention.sweep()
