import type { Source } from '../source.ts'
import type { Codec } from './codec.ts'
import { type FoundEntry, type Read, readHeader, viewOf } from './directory.ts'
import type { Budget } from './limits.ts'

const step = 1 << 20

/** Offset of the next `PK` record of one of these kinds (third byte), from `from` on; undefined when there is none. */
async function nextRecord(source: Source, from: number, kinds: readonly number[]): Promise<number | undefined> {
  for (let at = from; at < source.size; at += step) {
    const bytes = await source.read(at, Math.min(source.size, at + step + 3))
    for (let i = bytes.indexOf(0x50); i >= 0 && i < step; i = bytes.indexOf(0x50, i + 1))
      if (bytes[i + 1] === 0x4b && kinds.includes(bytes[i + 2]!) && bytes[i + 3] === bytes[i + 2]! + 1) return at + i
  }
  return undefined
}

const isPlausible = ({ name, method, flags, dataStart }: FoundEntry, size: number) =>
  name.length > 0 && name.length <= 4096 && !name.includes(0) && method < 100 && (flags & 0xd000) === 0 && dataStart <= size

/**
 * Finds entries by their own headers, for an archive whose directory is lost or lies. The bytes of an entry are
 * skipped when the header gives their number and another record follows; else the stream itself says where it ends.
 */
export async function walkHeaders(source: Source, read: Read, codec: Codec, budget: Budget): Promise<FoundEntry[]> {
  const found: FoundEntry[] = []
  let at = await nextRecord(source, 0, [3])
  while (at !== undefined) {
    const header = await readHeader(read, at)
    if (!header || !isPlausible(header, source.size)) {
      at = await nextRecord(source, at + 4, [3])
      continue
    }
    const entry = await measured(header, source, read, codec, budget)
    found.push(entry)
    if (found.length > budget.limits.entries) break
    at = await nextRecord(source, entry.dataStart + entry.packedSize, [3])
  }
  return found
}

async function measured(header: FoundEntry, source: Source, read: Read, codec: Codec, budget: Budget): Promise<FoundEntry> {
  const described = (header.flags & 8) !== 0
  const known = header.packedSize > 0 || !described
  if (known && (await isFollowedByRecord(source, read, header.dataStart + header.packedSize)))
    return described ? { ...header, ...(await descriptor(read, header.dataStart + header.packedSize, header)) } : header

  const next = (await nextRecord(source, header.dataStart, [1, 3, 5])) ?? source.size
  if (header.method === 8) {
    const reached = await streamEnd(header, source, next, codec, budget)
    if (reached) {
      const end = header.dataStart + reached.consumed
      const told = known
        ? undefined
        : await descriptor(read, end, { ...header, packedSize: reached.consumed, size: reached.size })
      const crc = told?.crc ?? header.crc
      return { ...header, crc, packedSize: reached.consumed, size: told?.size ?? (known ? header.size : reached.size) }
    }
  }
  if (described && !known) {
    const stored = await storedEnd(header, source, read)
    if (stored) return stored
  }
  const room = next - header.dataStart
  if (known) return { ...header, packedSize: header.packedSize > room || room === 0 ? room : header.packedSize }
  return { ...header, packedSize: room, size: header.method === 0 ? room : 0, crc: 0 }
}

/** The end of file counts as a record. */
async function isFollowedByRecord(source: Source, read: Read, at: number) {
  if (at === source.size) return true
  if (at > source.size) return false
  const [p, k, kind] = await read(at, at + 4)
  return p === 0x50 && k === 0x4b && [1, 3, 5, 6, 7].includes(kind!)
}

/** How far a DEFLATE stream runs when it comes to its end; it may run past a chance signature inside its data. */
async function streamEnd(header: FoundEntry, source: Source, next: number, codec: Codec, budget: Budget) {
  const ends = [next, Math.min(source.size, header.dataStart + budget.limits.entry)]
  for (const end of ends[0] === ends[1] ? ends.slice(1) : ends) {
    let size = 0
    const packed = await source.read(header.dataStart, end)
    const { consumed, complete } = codec.inflate(
      packed,
      (piece) => {
        size += piece.length
        budget.spend(piece.length)
        return size <= budget.limits.entry
      },
      Math.max(header.size, packed.length * 4),
    )
    if (complete) return { consumed, size }
  }
  return undefined
}

/** A data descriptor at `at`, with or without its signature; sizes must agree with what was measured. */
async function descriptor(read: Read, at: number, measured: { packedSize: number; size: number; crc: number }) {
  const view = viewOf(await read(at, at + 24))
  for (const start of view.byteLength >= 4 && view.getUint32(0, true) === 0x08074b50 ? [4, 0] : [0])
    if (view.byteLength >= start + 12 && view.getUint32(start + 4, true) === measured.packedSize)
      return { crc: view.getUint32(start, true), size: view.getUint32(start + 8, true) }
  return undefined
}

/** A stored entry whose sizes stand behind it: the descriptor is the one that gives its own distance. */
async function storedEnd(header: FoundEntry, source: Source, read: Read): Promise<FoundEntry | undefined> {
  if (header.method !== 0) return undefined
  let at = await nextRecord(source, header.dataStart, [7])
  for (let tries = 0; at !== undefined && tries < 1000; tries++) {
    const size = at - header.dataStart
    const told = await descriptor(read, at, { packedSize: size, size, crc: 0 })
    if (told?.size === size) return { ...header, ...told, packedSize: size }
    at = await nextRecord(source, at + 4, [7])
  }
  return undefined
}
