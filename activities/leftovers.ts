import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Work folders are named after the process that made them. */
export const workFolderPrefix = 'bookmender-worker-'

/** Removes what workers that were killed left behind: files of books must not outlive their job. */
export function clearLeftovers(place = tmpdir(), isAlive = alive) {
  for (const name of readdirSync(place)) {
    const pid = name.startsWith(workFolderPrefix) && /^(\d+)-/.exec(name.slice(workFolderPrefix.length))?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(join(place, name), { recursive: true, force: true })
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
