import type { Pool } from '../../epub/node/pool.ts'
import type { RepairEngine } from './engine.ts'

/** The essential rules alone: what the primary engine does beyond them may be what made it fail. */
export const backup =
  (pool: Pool): RepairEngine =>
  ({ input, output, fileName, ...options }, run) =>
    pool.run('repair', { input, output, fileName, options: { engine: 'backup', ...options } }, run)
