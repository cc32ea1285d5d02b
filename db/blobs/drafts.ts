import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer than the slowest upload of the largest file takes, and well within the day that books are kept, in ms. */
const longestArrival = 12 * 3_600_000

/** Files whose bytes are still arriving. One that was not touched for so long belongs to a process that died. */
export const draftsIn = (folder: string) => ({
  async draft() {
    await mkdir(folder, { recursive: true })
    return join(folder, randomUUID())
  },

  discard: (draft: string) => rm(draft, { force: true }),

  async sweep() {
    const names = await readdir(folder).catch(() => [])
    let gone = 0
    for (const name of names) {
      const path = join(folder, name)
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      )
      if (age < longestArrival) continue
      await rm(path, { force: true })
      gone += 1
    }
    return gone
  },
})
