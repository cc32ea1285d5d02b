import type { Pool } from '../../epub/node/pool.ts'
import type { RepairEngine } from './engine.ts'

/** All features that the plan has. */
export const primary =
  (pool: Pool): RepairEngine =>
  ({ input, output, fileName, ...options }, run) =>
    pool.run('repair', { input, output, fileName, options: { engine: 'primary', ...options } }, run)
