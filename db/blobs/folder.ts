import { mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { NoBlob, type Store, type Stored } from '../blobs.ts'
import { draftsIn } from './drafts.ts'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Blobs as files. Drafts lie in the same file system, so that becoming the blob is one rename. */
export function openFolder(place: string): Store {
  const root = resolve(place)
  const pathOf = (key: string) => join(root, key)

  const moveTo = async (path: string, draft: string) => {
    await mkdir(dirname(path), { recursive: true })
    await rename(draft, path)
  }

  return {
    ...draftsIn(join(root, '.drafts')),

    // once more when a removal took the folder away in between
    put: (key, draft) =>
      moveTo(pathOf(key), draft).catch((error) => {
        if (isMissing(error)) return moveTo(pathOf(key), draft)
        throw error
      }),

    async read(key, { start = 0, end }) {
      const file = await open(pathOf(key)).catch((error) => {
        throw isMissing(error) ? new NoBlob(key) : error
      })
      return file.createReadStream({ start, end: end === undefined ? undefined : end - 1 })
    },

    size: (key) =>
      stat(pathOf(key)).then(
        ({ size }) => size,
        (error) => {
          if (isMissing(error)) return undefined
          throw error
        },
      ),

    async remove(key) {
      await rm(pathOf(key), { force: true })
      // the folder of a job goes with its last file
      await rmdir(dirname(pathOf(key))).catch(() => {})
    },

    async *names(folder) {
      try {
        for await (const { name } of await opendir(pathOf(folder))) yield name
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },

    async list(folder) {
      const names = await readdir(pathOf(folder), { recursive: true }).catch((error) => {
        if (isMissing(error)) return []
        throw error
      })
      const stored: Stored[] = []
      for (const name of names) {
        const key = `${folder}/${name.split(sep).join('/')}`
        const found = await stat(pathOf(key)).catch(() => undefined)
        if (found?.isFile()) stored.push({ key, storedAt: found.mtime })
      }
      return stored
    },

    removeAll: (folder) => rm(pathOf(folder), { recursive: true, force: true }),
  }
}
