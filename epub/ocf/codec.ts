import { crc32 } from './crc32.ts'
import { type Inflation, inflate, type Take } from './inflate.ts'

/** What packs and unpacks. The portable one runs anywhere; Node passes one over zlib (`epub/node/codec.ts`). */
export interface Codec {
  /** `expected` is the size that headers promise: a hint, not to be trusted. */
  readonly inflate: (packed: Uint8Array, take: Take, expected: number) => Inflation
  readonly deflate: (bytes: Uint8Array) => Promise<Uint8Array>
  readonly crc32: (bytes: Uint8Array, seed?: number) => number
}

export const portable: Codec = {
  inflate: (packed, take) => inflate(packed, take),
  deflate: async (bytes) => {
    const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('deflate-raw'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  },
  crc32,
}
