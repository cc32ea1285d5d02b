import { encodeUtf8 } from '../content/encoding.ts'
import type { Publication, Resource } from '../publication.ts'
import { type Source, toBytes } from '../source.ts'
import { type Codec, portable } from './codec.ts'

export interface WriteOptions {
  readonly codec?: Codec
}

interface Packed {
  readonly name: Uint8Array
  readonly method: number
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  readonly modified: number
  /** Bytes of the source, or our own. */
  readonly data: { readonly from: number } | Uint8Array
}

interface Placed extends Packed {
  readonly offset: number
}

const piece = 1024 * 1024
/** 1980-01-01 00:00, the first moment of MS-DOS. */
const epoch = 0x0021_0000
const wide = 0xffff_ffff

/**
 * The publication as an archive: `mimetype` first, stored and bare (EPUB 3.3 section 4.2.3), `container.xml` next.
 * What was not touched is copied packed as it lies in `source`, piece by piece; the rest is deflated with a fixed date.
 */
export async function* writePublication(
  publication: Publication,
  source: Source,
  { codec = portable }: WriteOptions = {},
): AsyncGenerator<Uint8Array> {
  const resources = [...publication.resources.values()]
  const isContainer = ({ path }: Resource) => path === 'META-INF/container.xml'
  async function* entries() {
    yield mimetype(codec)
    for (const resource of [...resources.filter(isContainer), ...resources.filter((other) => !isContainer(other))])
      yield packed(resource, codec)
  }
  yield* archive(entries(), source)
}

/** Files as an archive, in the order given, with a fixed date: the same files give the same bytes. */
export async function* writeFiles(
  files: AsyncIterable<Resource> | Iterable<Resource>,
  { codec = portable, isBook }: WriteOptions & { readonly isBook: boolean },
): AsyncGenerator<Uint8Array> {
  async function* entries() {
    if (isBook) yield mimetype(codec)
    for await (const file of files) yield packed(file, codec)
  }
  yield* archive(entries(), undefined)
}

async function* archive(entries: AsyncIterable<Packed>, source: Source | undefined): AsyncGenerator<Uint8Array> {
  const placed: Placed[] = []
  let offset = 0
  for await (const entry of entries) {
    placed.push({ ...entry, offset })
    const header = localHeader(entry)
    offset += header.length + entry.packedSize
    yield header
    const { data } = entry
    if (data instanceof Uint8Array) yield data
    else
      for (let at = 0; at < entry.packedSize; at += piece)
        yield await source!.read(data.from + at, data.from + Math.min(at + piece, entry.packedSize))
  }
  const start = offset
  let size = 0
  for (const entry of placed) {
    const record = directoryRecord(entry)
    size += record.length
    yield record
  }
  yield endRecords(placed.length, size, start)
}

/** For small use: the whole archive as one array. */
export const packedBytes = (publication: Publication, source: Source, options?: WriteOptions) =>
  toBytes(writePublication(publication, source, options))

function mimetype(codec: Codec): Packed {
  const data = encodeUtf8('application/epub+zip')
  const { length } = data
  return {
    name: encodeUtf8('mimetype'),
    method: 0,
    crc: codec.crc32(data),
    packedSize: length,
    size: length,
    modified: epoch,
    data,
  }
}

async function packed({ path, entry, bytes, load }: Resource, codec: Codec): Promise<Packed> {
  const name = encodeUtf8(path)
  if (entry) {
    const { method, crc, packedSize, size, modified, dataStart } = entry
    return { name, method, crc, packedSize, size, modified, data: { from: dataStart } }
  }
  const plain = bytes ?? (await load())
  const deflated = await codec.deflate(plain)
  const data = deflated.length < plain.length ? deflated : plain
  const method = data === plain ? 0 : 8
  return { name, method, crc: codec.crc32(plain), packedSize: data.length, size: plain.length, modified: epoch, data }
}

/** Fields of 1, 2, 4 or 8 bytes, little-endian. */
function record(...fields: readonly (readonly [size: 1 | 2 | 4 | 8, value: number] | Uint8Array)[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, field) => sum + (field instanceof Uint8Array ? field.length : field[0]), 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const field of fields) {
    if (field instanceof Uint8Array) {
      bytes.set(field, at)
      at += field.length
      continue
    }
    const [size, value] = field
    if (size === 1) view.setUint8(at, value)
    else if (size === 2) view.setUint16(at, value, true)
    else if (size === 4) view.setUint32(at, value, true)
    else view.setBigUint64(at, BigInt(value), true)
    at += size
  }
  return bytes
}

const isWide = ({ size, packedSize }: Packed) => size >= wide || packedSize >= wide
/** Names outside ASCII carry the UTF-8 flag (APPNOTE 4.4.4, bit 11). */
const flagsOf = ({ name }: Packed) => (name.some((byte) => byte > 127) ? 0x800 : 0)

function localHeader(entry: Packed): Uint8Array {
  const { name, method, crc, packedSize, size, modified } = entry
  const large = isWide(entry)
  const extra = large ? record([2, 1], [2, 16], [8, size], [8, packedSize]) : new Uint8Array()
  return record(
    [4, 0x04034b50],
    [2, large ? 45 : 20],
    [2, flagsOf(entry)],
    [2, method],
    [4, modified],
    [4, crc],
    [4, large ? wide : packedSize],
    [4, large ? wide : size],
    [2, name.length],
    [2, extra.length],
    name,
    extra,
  )
}

function directoryRecord(entry: Placed): Uint8Array {
  const { name, method, crc, packedSize, size, modified, offset } = entry
  const large = isWide(entry)
  const far = offset >= wide
  const values = [...(large ? [size, packedSize] : []), ...(far ? [offset] : [])]
  const extra = values.length
    ? record([2, 1], [2, values.length * 8], ...values.map((value) => [8, value] as const))
    : new Uint8Array()
  const version = values.length ? 45 : 20
  return record(
    [4, 0x02014b50],
    [2, version],
    [2, version],
    [2, flagsOf(entry)],
    [2, method],
    [4, modified],
    [4, crc],
    [4, large ? wide : packedSize],
    [4, large ? wide : size],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, far ? wide : offset],
    name,
    extra,
  )
}

function endRecords(count: number, size: number, start: number): Uint8Array {
  const end = [
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, 0xffff)],
    [2, Math.min(count, 0xffff)],
    [4, Math.min(size, wide)],
    [4, Math.min(start, wide)],
    [2, 0],
  ] as const
  if (count < 0xffff && start < wide && size < wide) return record(...end)
  return record(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, start],
    [4, 0x07064b50],
    [4, 0],
    [8, start + size],
    [4, 1],
    ...end,
  )
}
