import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder outside the repository for what can be made again: compiled classes, schema tables. */
export function cacheFolder(...parts: string[]): string {
  const home = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  for (const root of [join(home, 'bookmender'), join(tmpdir(), `bookmender-cache-${process.getuid?.() ?? 0}`)])
    try {
      const folder = join(root, ...parts)
      mkdirSync(folder, { recursive: true })
      return folder
    } catch {
      // a home that cannot be written: the temporary folder is next
    }
  throw new Error('No folder for cached files can be made: set XDG_CACHE_HOME to one that can be written')
}
