import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Where `npm start` writes down what its processes were told, readable by its user alone, as long as it runs. */
export const environmentFile = (folder: string) => join(folder, 'environment.json')

/**
 * For programs that are called beside a service: what stands in the environment, or, where no database is named there, what the
 * house that runs on this machine was told.
 */
export function serviceEnvironment(given: Environment): Environment {
  if (given.DATABASE_URL) return given
  try {
    const local = JSON.parse(readFileSync(environmentFile(given.BOOKMENDER_DATA || 'data'), 'utf8')) as Environment
    return { ...given, ...local }
  } catch {
    return given
  }
}
