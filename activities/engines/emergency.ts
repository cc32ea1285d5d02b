import type { Pool } from '../../epub/node/pool.ts'
import type { RepairEngine } from './engine.ts'

/** Salvages what can be read and rebuilds the package round it. */
export const emergency =
  (pool: Pool): RepairEngine =>
  ({ features: _, before, skip, ...task }, options) =>
    pool.run('repair', { ...task, options: { engine: 'emergency', before, skip } }, options)
