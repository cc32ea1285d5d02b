import type { Pool } from '../../epub/node/pool.ts'
import type { RepairEngine } from './engine.ts'

/** All features that the plan has. */
export const primary =
  (pool: Pool): RepairEngine =>
  ({ features, before, skip, ...task }, options) =>
    pool.run('repair', { ...task, options: { engine: 'primary', features, before, skip } }, options)
