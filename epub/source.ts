/** Bytes that can be read in ranges: a file, a Blob, a range of an object store. `end` is exclusive. */
export interface Source {
  readonly size: number
  read(start: number, end: number): Promise<Uint8Array>
}

export const fromBytes = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: async (start, end) => bytes.subarray(start, end),
})

/** For small use: the whole of a source or of a result's parts as one array. */
export async function toBytes(parts: AsyncIterable<Uint8Array> | Source): Promise<Uint8Array> {
  if ('read' in parts) return parts.read(0, parts.size)
  const chunks: Uint8Array[] = []
  for await (const chunk of parts) chunks.push(chunk)

  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** A source as it is, in pieces of 1 MB. */
export async function* rangesOf(source: Source): AsyncIterable<Uint8Array> {
  const piece = 1_048_576
  for (let at = 0; at < source.size; at += piece) yield source.read(at, Math.min(source.size, at + piece))
}
