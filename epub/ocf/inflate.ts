export interface Inflation {
  /** Packed bytes that the stream took, up to the end of its last block or to where it broke. */
  readonly consumed: number
  /** The stream came to its own end; else it was cut, broken, or stopped by `take`. */
  readonly complete: boolean
}

/** Gets every decoded piece in order, valid only during the call; `false` stops. */
export type Take = (piece: Uint8Array) => boolean

const reach = 32768
const room = reach + 131072
const lengthBase = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
const lengthExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const distanceBase = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289,
  16385, 24577,
]
const distanceExtra = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13]
const codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Symbols by their reversed code bits: length in the low 4 bits, symbol above; 0 for a code nobody has. */
interface Codes {
  readonly table: Uint16Array
  readonly mask: number
}

/** RFC 1951 section 3.2.2; undefined for a set of lengths that zlib refuses too. */
function codesOf(lengths: Uint8Array, { single = false } = {}): Codes | undefined {
  const counts = new Uint16Array(16)
  for (const length of lengths) counts[length]!++
  counts[0] = 0
  let longest = 15
  while (longest > 0 && counts[longest] === 0) longest--
  if (longest === 0) return single ? { table: new Uint16Array(2), mask: 1 } : undefined

  let left = 1
  for (let length = 1; length <= 15; length++) {
    left = left * 2 - counts[length]!
    if (left < 0) return undefined
  }
  if (left > 0 && !(single && longest === 1)) return undefined

  const next = new Uint16Array(16)
  for (let length = 1, code = 0; length < 16; length++) next[length] = code = (code + counts[length - 1]!) << 1
  const table = new Uint16Array(1 << longest)
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol]!
    if (length === 0) continue
    let reversed = 0
    for (let code = next[length]!++, k = 0; k < length; k++, code >>= 1) reversed = (reversed << 1) | (code & 1)
    for (let at = reversed; at < table.length; at += 1 << length) table[at] = (symbol << 4) | length
  }
  return { table, mask: table.length - 1 }
}

const fixedLiterals = codesOf(new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280))!
const fixedDistances = codesOf(new Uint8Array(32).fill(5))!

/**
 * Raw DEFLATE (RFC 1951), in constant memory, that hands out every byte before the place where the stream breaks:
 * system inflaters drop what they hold when they meet an error.
 */
export function inflate(packed: Uint8Array, take: Take): Inflation {
  const out = new Uint8Array(room)
  let end = 0
  let given = 0
  let at = 0
  let hold = 0
  let bits = 0
  let stopped = false

  const fill = () => {
    while (bits <= 24 && at < packed.length) {
      hold |= packed[at++]! << bits
      bits += 8
    }
  }
  const read = (count: number) => {
    fill()
    if (count > bits) return -1
    const value = hold & ((1 << count) - 1)
    hold >>>= count
    bits -= count
    return value
  }
  const symbol = ({ table, mask }: Codes) => {
    fill()
    const entry = table[hold & mask]!
    const length = entry & 15
    if (length === 0 || length > bits) return -1
    hold >>>= length
    bits -= length
    return entry >>> 4
  }
  const give = () => {
    if (end > given && !stopped && !take(out.subarray(given, end))) stopped = true
    given = end
  }
  const makeRoom = () => {
    if (end + 258 <= room) return true
    give()
    out.copyWithin(0, end - reach, end)
    given = end = reach
    return !stopped
  }

  const stored = () => {
    read(bits & 7)
    const length = read(16)
    const check = read(16)
    if (length < 0 || check < 0 || (length ^ 0xffff) !== check) return false
    for (let left = length; left > 0; ) {
      if (bits >= 8) {
        if (!makeRoom()) return false
        out[end++] = read(8)
        left--
        continue
      }
      if (!makeRoom()) return false
      const size = Math.min(left, room - end, packed.length - at)
      if (size === 0) return false
      out.set(packed.subarray(at, at + size), end)
      at += size
      end += size
      left -= size
    }
    return true
  }

  const dynamicCodes = (): [Codes, Codes] | undefined => {
    const literals = read(5) + 257
    const distances = read(5) + 1
    const count = read(4) + 4
    if (count < 4 || literals > 286 || distances > 30) return undefined
    const order = new Uint8Array(19)
    for (let i = 0; i < count; i++) {
      const length = read(3)
      if (length < 0) return undefined
      order[codeOrder[i]!] = length
    }
    const meta = codesOf(order)
    if (!meta) return undefined
    const lengths = new Uint8Array(literals + distances)
    for (let i = 0; i < lengths.length; ) {
      const code = symbol(meta)
      if (code < 0) return undefined
      if (code < 16) {
        lengths[i++] = code
        continue
      }
      const repeated = code === 16 ? (i > 0 ? lengths[i - 1]! : -1) : 0
      const extra = code === 16 ? read(2) : code === 17 ? read(3) : read(7)
      const times = extra + (code === 18 ? 11 : 3)
      if (repeated < 0 || extra < 0 || i + times > lengths.length) return undefined
      lengths.fill(repeated, i, i + times)
      i += times
    }
    if (lengths[256] === 0) return undefined
    const first = codesOf(lengths.subarray(0, literals), { single: true })
    const second = codesOf(lengths.subarray(literals), { single: true })
    return first && second && [first, second]
  }

  const block = (literals: Codes, distances: Codes) => {
    for (;;) {
      const code = symbol(literals)
      if (code < 0) return false
      if (code < 256) {
        if (end === room && !makeRoom()) return false
        out[end++] = code
        continue
      }
      if (code === 256) return true
      if (code > 285) return false
      const extra = read(lengthExtra[code - 257]!)
      const distanceCode = symbol(distances)
      if (extra < 0 || distanceCode < 0 || distanceCode > 29) return false
      const distanceMore = read(distanceExtra[distanceCode]!)
      if (distanceMore < 0) return false
      const length = lengthBase[code - 257]! + extra
      const distance = distanceBase[distanceCode]! + distanceMore
      if (!makeRoom() || distance > end) return false
      if (distance === 1) {
        out.fill(out[end - 1]!, end, end + length)
        end += length
      } else if (distance >= length) {
        out.copyWithin(end, end - distance, end - distance + length)
        end += length
      } else for (let i = 0; i < length; i++, end++) out[end] = out[end - distance]!
    }
  }

  let complete = false
  for (let last = 0; !last && !stopped; ) {
    last = read(1)
    const kind = read(2)
    if (last < 0 || kind < 0 || kind === 3) break
    const codes = kind === 1 ? ([fixedLiterals, fixedDistances] as const) : kind === 2 ? dynamicCodes() : undefined
    const sound = kind === 0 ? stored() : codes !== undefined && block(...codes)
    if (!sound) break
    complete = last === 1
  }
  give()
  return { consumed: at - (bits >>> 3), complete: complete && !stopped }
}
