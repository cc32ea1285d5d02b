import type { ArchiveEntry } from '../publication.ts'
import { BookRefused } from '../refusal.ts'
import type { Source } from '../source.ts'
import type { Codec } from './codec.ts'
import type { FoundEntry, Read } from './directory.ts'
import { garbageStart } from './garbage.ts'
import { holdsText } from './kind.ts'
import type { Budget } from './limits.ts'

export interface Unpacked {
  readonly head: Uint8Array
  /** All of it, for text. */
  readonly bytes: Uint8Array | undefined
  readonly size: number
  /** Length and checksum are what the entry promises. */
  readonly intact: boolean
  /** The stream came to its end, or all stored bytes were there. */
  readonly whole: boolean
  readonly survival: number
  /** Where the bytes lie, set right where the header was wrong. */
  readonly at: Omit<ArchiveEntry, 'name'>
}

const piece = 1024 * 1024

/** Reads an entry once: checks it, counts it, and keeps its head, or all of it when it is text. */
export async function unpack(
  found: FoundEntry,
  path: string,
  nextStart: number,
  { source, read, codec, budget }: { source: Source; read: Read; codec: Codec; budget: Budget },
): Promise<Unpacked> {
  const end = Math.min(source.size, found.dataStart + found.packedSize)
  const methods = found.method === 0 || found.method === 8 ? [found.method] : [8, 0]
  let best: Unpacked | undefined
  for (const method of methods) {
    const first = await attempt(found, method, end)
    if (first.intact) return first
    best = better(best, first)
  }
  if (methods.length === 1 && !best?.whole && nextStart > end)
    best = better(best, await attempt(found, found.method, Math.min(nextStart, source.size)))
  return best!

  async function attempt(entry: FoundEntry, method: number, to: number): Promise<Unpacked> {
    const collector = collect(path, entry, budget)
    let crc = 0
    const take = (part: Uint8Array) => {
      crc = codec.crc32(part, crc)
      collector.add(part, to - entry.dataStart)
      return true
    }
    let whole: boolean
    let consumed = Math.max(0, to - entry.dataStart)
    if (method === 0) {
      for (let at = entry.dataStart; at < to; at += piece) take(await read(at, Math.min(to, at + piece)))
      whole = to === entry.dataStart + entry.packedSize
    } else {
      const result = codec.inflate(await read(entry.dataStart, to), take, entry.size)
      whole = result.complete
      consumed = whole ? result.consumed : consumed
    }
    const { size: unpackedSize, head, bytes: all } = collector.result(whole)
    const intact = whole && crc === entry.crc && unpackedSize === entry.size
    const good = !intact && all && method === 8 && crc !== entry.crc ? garbageStart(all) : undefined
    if (good !== undefined) whole = false
    const bytes = good === undefined ? all : all!.slice(0, good)
    const size = good ?? unpackedSize
    if (crc !== entry.crc && size < entry.size) whole = false
    const expected = Math.max(entry.size, unpackedSize)
    return {
      head,
      bytes,
      size,
      intact,
      whole,
      survival: whole || expected === 0 ? 1 : expected > size ? size / expected : size > 0 ? 0.99 : 0,
      at: { method, crc, packedSize: consumed, size, dataStart: entry.dataStart, modified: entry.modified },
    }
  }
}

/** The one that is whole, else the one that gave more. */
const better = (a: Unpacked | undefined, b: Unpacked) =>
  !a || (b.whole && !a.whole) || (b.whole === a.whole && b.size > a.size) ? b : a

function collect(path: string, entry: FoundEntry, { limits, spend, holdText }: Budget) {
  const head = new Uint8Array(1024)
  let headSize = 0
  let size = 0
  let isText: boolean | undefined
  let held = new Uint8Array()
  let heldSize = 0
  const hold = (piece: Uint8Array) => {
    if (heldSize + piece.length > held.length) {
      const bigger = new Uint8Array(Math.min(limits.text, Math.max(entry.size, held.length * 2, heldSize + piece.length)))
      bigger.set(held.subarray(0, heldSize))
      held = bigger
    }
    held.set(piece, heldSize)
    heldSize += piece.length
  }
  return {
    add(piece: Uint8Array, packed: number) {
      spend(piece.length)
      const before = size
      size += piece.length
      if (size > limits.entry || (size > 16 * 1024 * 1024 && size > packed * limits.ratio)) throw new BookRefused('too-large')
      if (headSize < 1024) {
        const part = piece.subarray(0, 1024 - headSize)
        head.set(part, headSize)
        headSize += part.length
      }
      if (headSize < 1024 && size < entry.size) {
        // The head is not full yet: hold all of it until its kind is known.
        hold(piece)
        return
      }
      if (isText === undefined) {
        isText = holdsText(path, head.subarray(0, headSize))
        if (isText && before > heldSize) throw new Error(`Lost ${before - heldSize} bytes of ${path}`)
      }
      if (!isText) return
      if (size > limits.text) throw new BookRefused('too-large')
      hold(piece)
    },
    result(whole: boolean) {
      isText ??= holdsText(path, head.subarray(0, headSize))
      const used = isText ? held.subarray(0, whole ? heldSize : completeUtf8(held.subarray(0, heldSize))) : undefined
      const bytes = used && used.length < held.length ? used.slice() : used
      if (bytes) holdText(bytes.length)
      return { size: bytes ? bytes.length : size, head: head.slice(0, headSize), bytes }
    },
  }
}

/** Length without a character cut in its middle. */
function completeUtf8(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) break
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length
  }
  return bytes.length
}
