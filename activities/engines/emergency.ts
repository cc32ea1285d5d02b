import type { Pool } from '../../epub/node/pool.ts'
import type { RepairEngine } from './engine.ts'

/** Salvages what can be read and rebuilds the package round it. */
export const emergency =
  (pool: Pool): RepairEngine =>
  ({ input, output, fileName, features: _, ...options }, run) =>
    pool.run('repair', { input, output, fileName, options: { engine: 'emergency', ...options } }, run)
