import { deflateRawSync } from 'node:zlib'
import { encodeUtf8 } from '../content/encoding.ts'
import { crc32 } from '../ocf/crc32.ts'

/** An entry, and what its headers say that is not so. Sizes in bytes. */
export interface LyingEntry {
  readonly name: string | Uint8Array
  readonly data: string | Uint8Array
  /** 8 (deflated) unless given. */
  readonly method?: number
  /** What the data are packed to, where that is not what `method` makes of them. */
  readonly packed?: Uint8Array
  readonly crc?: number
  readonly size?: number
  readonly packedSize?: number
  readonly flags?: number
  /** Sizes and checksum stand behind the data, not before. */
  readonly descriptor?: boolean
  readonly extra?: Uint8Array
  /** External attributes; symbolic links are `0o120777 << 16`. */
  readonly attributes?: number
  /** Points the directory at another entry's header. */
  readonly sameAs?: number
}

export interface LyingZip {
  readonly before?: Uint8Array
  readonly after?: Uint8Array
  /** Entries the end record speaks of. */
  readonly count?: number
  readonly directory?: false
}

/** An archive byte by byte, with every fault on request: nothing of it goes through our own writer. */
export function lyingZip(entries: readonly LyingEntry[], { before, after, count, directory }: LyingZip = {}): Uint8Array {
  const parts: Buffer[] = before ? [Buffer.from(before)] : []
  const records: Buffer[] = []
  const starts: number[] = []
  let offset = before?.length ?? 0
  const put = (...buffers: Buffer[]) => {
    for (const buffer of buffers) {
      parts.push(buffer)
      offset += buffer.length
    }
  }
  for (const entry of entries) {
    const data = typeof entry.data === 'string' ? encodeUtf8(entry.data) : entry.data
    const name = Buffer.from(entry.name)
    const method = entry.method ?? 8
    const packed = Buffer.from(entry.packed ?? (method === 8 ? deflateRawSync(data) : data))
    const extra = Buffer.from(entry.extra ?? [])
    const crc = entry.crc ?? crc32(data)
    const size = entry.size ?? data.length
    const packedSize = entry.packedSize ?? packed.length
    const flags = (entry.flags ?? 0x800) | (entry.descriptor ? 8 : 0)
    const start = entry.sameAs === undefined ? offset : starts[entry.sameAs]!
    starts.push(start)
    if (entry.sameAs === undefined) {
      const header = Buffer.alloc(30)
      header.writeUInt32LE(0x04034b50, 0)
      header.writeUInt16LE(20, 4)
      header.writeUInt16LE(flags, 6)
      header.writeUInt16LE(method, 8)
      header.writeUInt16LE(33, 12)
      if (!entry.descriptor) {
        header.writeUInt32LE(crc, 14)
        header.writeUInt32LE(packedSize, 18)
        header.writeUInt32LE(size, 22)
      }
      header.writeUInt16LE(name.length, 26)
      header.writeUInt16LE(extra.length, 28)
      put(header, name, extra, packed)
      if (entry.descriptor) {
        const told = Buffer.alloc(16)
        told.writeUInt32LE(0x08074b50, 0)
        told.writeUInt32LE(crc, 4)
        told.writeUInt32LE(packedSize, 8)
        told.writeUInt32LE(size, 12)
        put(told)
      }
    }
    const record = Buffer.alloc(46)
    record.writeUInt32LE(0x02014b50, 0)
    record.writeUInt16LE(0x031e, 4)
    record.writeUInt16LE(20, 6)
    record.writeUInt16LE(flags, 8)
    record.writeUInt16LE(method, 10)
    record.writeUInt16LE(33, 14)
    record.writeUInt32LE(crc, 16)
    record.writeUInt32LE(packedSize, 20)
    record.writeUInt32LE(size, 24)
    record.writeUInt16LE(name.length, 28)
    record.writeUInt32LE((entry.attributes ?? 0) >>> 0, 38)
    record.writeUInt32LE(start, 42)
    records.push(record, name)
  }
  if (directory !== false) {
    const list = Buffer.concat(records)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(count ?? entries.length, 8)
    end.writeUInt16LE(count ?? entries.length, 10)
    end.writeUInt32LE(list.length, 12)
    end.writeUInt32LE(offset, 16)
    put(list, end)
  }
  if (after) put(Buffer.from(after))
  return new Uint8Array(Buffer.concat(parts))
}
