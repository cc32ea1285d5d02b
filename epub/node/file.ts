import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Source } from '../source.ts'

/** A file as a source; `close` gives the handle back. */
export async function openFile(path: string): Promise<Source & { close(): Promise<void> }> {
  const handle = await open(path, 'r')
  const { size } = await handle.stat()
  return {
    size,
    async read(start, end) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start))
      let filled = 0
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return filled === bytes.length ? bytes : bytes.subarray(0, filled)
    },
    close: () => handle.close(),
  }
}

/** Writes parts in order; the number of bytes and their SHA-256. */
export async function writeParts(path: string, parts: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const handle: FileHandle = await open(path, 'w')
  try {
    for await (const part of parts) {
      hash.update(part)
      bytes += part.length
      await handle.write(part)
    }
  } finally {
    await handle.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
