import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Codec } from '../ocf/codec.ts'
import { inflate } from '../ocf/inflate.ts'

const whole = 16 * 1024 * 1024

/** zlib for whole small streams; what breaks or grows past the promise goes to the inflater that keeps every byte. */
export const nodeCodec: Codec = {
  inflate(packed, take, expected) {
    if (expected <= whole)
      try {
        const chunkSize = Math.min(Math.max(expected + 64, 4096), 1 << 20)
        const { buffer, engine } = inflateRawSync(packed, { chunkSize, maxOutputLength: whole, info: true }) as unknown as {
          buffer: Uint8Array
          engine: { bytesWritten: number }
        }
        return { consumed: engine.bytesWritten, complete: buffer.length === 0 || take(buffer) }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error
      }
    return inflate(packed, take)
  },
  deflate: async (bytes) => deflateRawSync(bytes, { level: 6 }),
  crc32: (bytes, seed) => crc32(bytes, seed),
}
