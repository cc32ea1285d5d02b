import type { Source } from '../source.ts'

/** An entry as found, by the central directory or by its own header. Offsets and sizes in bytes of the source. */
export interface FoundEntry {
  readonly name: Uint8Array
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  readonly headerStart: number
  readonly dataStart: number
  /** MS-DOS date in the high 16 bits, time in the low. */
  readonly modified: number
  readonly extraSize: number
  readonly link: boolean
}

export interface Directory {
  readonly entries: readonly FoundEntry[]
  /** Every entry has a header where the directory says, and none overlaps another. */
  readonly sound: boolean
  /** Offset at which the archive itself begins: above 0 when something stands before it. */
  readonly start: number
  /** Bytes after the end record and its comment. */
  readonly trailing: number
  /** More entries than the limit. */
  readonly tooMany: boolean
  /** Entries that lie over each other on purpose. */
  readonly overlapping: boolean
}

export type Read = (from: number, to: number) => Promise<Uint8Array>

/** Reads small neighbouring ranges from one window, so that a source far away is asked seldom. */
export function windowed(source: Source, size = 1 << 20): Read {
  let start = 0
  let bytes = new Uint8Array()
  return async (from, to) => {
    const end = Math.min(to, source.size)
    if (from >= end) return new Uint8Array()
    if (from >= start && end <= start + bytes.length) return bytes.subarray(from - start, end - start)
    if (end - from >= size) return source.read(from, end)
    bytes = (await source.read(from, Math.min(source.size, from + size))) as Uint8Array<ArrayBuffer>
    start = from
    return bytes.subarray(0, end - from)
  }
}

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
export const headerSignature = 0x04034b50

/** The central directory (APPNOTE 4.3.12 to 4.3.16, ZIP64 included); undefined when there is none to speak of. */
export async function readDirectory(source: Source, read: Read, limit: number): Promise<Directory | undefined> {
  const tailStart = Math.max(0, source.size - 65557)
  const tail = await source.read(tailStart, source.size)
  const view = viewOf(tail)
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail[at] !== 0x50 || view.getUint32(at, true) !== endSignature) continue
    const directory = await readFrom(tail, tailStart, at, source, read, limit)
    if (directory && directory.entries.length > 0) return directory
  }
  return undefined
}

async function readFrom(
  tail: Uint8Array,
  tailStart: number,
  at: number,
  source: Source,
  read: Read,
  limit: number,
): Promise<Directory | undefined> {
  const view = viewOf(tail)
  let count = view.getUint16(at + 10, true)
  let size = view.getUint32(at + 12, true)
  let offset = view.getUint32(at + 16, true)
  const comment = view.getUint16(at + 20, true)
  const trailing = Math.max(0, tail.length - at - 22 - comment)
  let end = tailStart + at

  if (at >= 20 && view.getUint32(at - 20, true) === 0x07064b50) {
    const declared = Number(view.getBigUint64(at - 12, true))
    for (const place of [declared, end - 76]) {
      const record = await read(place, place + 56)
      if (record.length < 56 || viewOf(record).getUint32(0, true) !== 0x06064b50) continue
      const wide = viewOf(record)
      count = Number(wide.getBigUint64(32, true))
      size = Number(wide.getBigUint64(40, true))
      offset = Number(wide.getBigUint64(48, true))
      end = place
      break
    }
  }

  let from = offset
  let shift = 0
  if (!(await isEntry(read, from)) && size <= end && (await isEntry(read, end - size))) {
    from = end - size
    shift = from - offset
  }
  const entries: FoundEntry[] = []
  if (!(await isEntry(read, from))) return undefined
  let sound = true
  let tooMany = false
  while (from + 46 <= end) {
    const fixed = viewOf(await read(from, from + 46))
    if (fixed.byteLength < 46 || fixed.getUint32(0, true) !== entrySignature) break
    const nameSize = fixed.getUint16(28, true)
    const extraSize = fixed.getUint16(30, true)
    const next = from + 46 + nameSize + extraSize + fixed.getUint16(32, true)
    const fields = {
      flags: fixed.getUint16(8, true),
      method: fixed.getUint16(10, true),
      modified: fixed.getUint32(12, true),
      crc: fixed.getUint32(16, true),
      packedSize: fixed.getUint32(20, true),
      size: fixed.getUint32(24, true),
      headerStart: fixed.getUint32(42, true),
      link: fixed.getUint8(5) === 3 && fixed.getUint32(38, true) >>> 28 === 0xa,
    }
    const variable = (await read(from + 46, from + 46 + nameSize + extraSize)).slice()
    widen(fields, variable.subarray(nameSize))
    entries.push({
      ...fields,
      name: variable.subarray(0, nameSize),
      headerStart: fields.headerStart + shift,
      dataStart: -1,
      extraSize: 0,
    })
    from = next
    if (entries.length > limit) {
      tooMany = true
      break
    }
  }
  if (!tooMany && (from !== end || entries.length !== count)) sound = false
  if (tooMany) return { entries, sound, start: shift, trailing, tooMany, overlapping: false }

  const placed: FoundEntry[] = []
  for (const entry of entries) {
    const header = await readHeader(read, entry.headerStart)
    if (!header || header.dataStart + entry.packedSize > source.size) sound = false
    else placed.push({ ...entry, dataStart: header.dataStart, extraSize: header.extraSize })
  }
  placed.sort((a, b) => a.headerStart - b.headerStart)
  let overlaps = 0
  let shared = 0
  for (const [i, entry] of placed.entries()) {
    const next = placed[i + 1]
    if (!next || entry.dataStart + entry.packedSize <= next.headerStart) continue
    overlaps++
    if (next.headerStart === entry.headerStart) shared++
  }
  if (overlaps > 0) sound = false
  const start = Math.min(shift, ...placed.slice(0, 1).map(({ headerStart }) => headerStart))
  return {
    entries: placed,
    sound,
    start: shift > 0 ? shift : (placed[0]?.headerStart ?? start),
    trailing,
    tooMany,
    overlapping: shared > 2 || overlaps > 16,
  }
}

async function isEntry(read: Read, at: number) {
  const bytes = await read(at, at + 4)
  return bytes.length === 4 && viewOf(bytes).getUint32(0, true) === entrySignature
}

/** Sizes and offset from the ZIP64 extra field (APPNOTE 4.5.3), where the fields say so. */
function widen(fields: { size: number; packedSize: number; headerStart: number }, extra: Uint8Array) {
  const view = viewOf(extra)
  for (let at = 0; at + 4 <= extra.length; ) {
    const size = view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === 1) {
      let place = at + 4
      const end = Math.min(place + size, extra.length)
      for (const field of ['size', 'packedSize', 'headerStart'] as const)
        if (fields[field] === 0xffffffff && place + 8 <= end) {
          fields[field] = Number(view.getBigUint64(place, true))
          place += 8
        }
    }
    at += 4 + size
  }
}

/** The local header at an offset; undefined when none stands there. */
export async function readHeader(read: Read, at: number): Promise<FoundEntry | undefined> {
  const fixed = viewOf(await read(at, at + 30))
  if (fixed.byteLength < 30 || fixed.getUint32(0, true) !== headerSignature) return undefined
  const nameSize = fixed.getUint16(26, true)
  const extraSize = fixed.getUint16(28, true)
  const variable = (await read(at + 30, at + 30 + nameSize + extraSize)).slice()
  if (variable.length < nameSize) return undefined
  const fields = { packedSize: fixed.getUint32(18, true), size: fixed.getUint32(22, true), headerStart: at }
  widen(fields, variable.subarray(nameSize))
  return {
    ...fields,
    name: variable.subarray(0, nameSize),
    flags: fixed.getUint16(6, true),
    method: fixed.getUint16(8, true),
    crc: fixed.getUint32(14, true),
    modified: fixed.getUint32(10, true),
    dataStart: at + 30 + nameSize + extraSize,
    extraSize,
    link: false,
  }
}
