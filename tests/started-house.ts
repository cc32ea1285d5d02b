import { rmSync } from 'node:fs'
import { type HouseOptions, startHouse } from '../temporal-dev/house.ts'
import { temporaryFolder } from '../temporal-dev/leftovers.ts'

/** The whole house on free ports and, where no other is named, on a data folder that is thrown away with it. */
export async function startedHouse(options: Omit<HouseOptions, 'anyPorts'> = {}) {
  const dataDir = options.dataDir ?? (await temporaryFolder())
  const house = await startHouse({ say: (name, line) => console.log(`${name} | ${line}`), ...options, dataDir, anyPorts: true })
  return {
    ...house,
    stop: async () => {
      await house.stop()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
