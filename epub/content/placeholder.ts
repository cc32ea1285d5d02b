import { crc32 } from '../ocf/crc32.ts'

/** A light grey PNG of this size, at most 1,200 pixels a side, for a picture that is lost: layout and text stay. */
export function greyPng(width: number, height: number): Uint8Array {
  const scale = Math.min(1, 1200 / Math.max(width, height, 1))
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, across)
  new DataView(header.buffer).setUint32(4, down)
  // One bit a pixel, palette of one colour: every byte of the picture is zero.
  header.set([1, 3, 0, 0, 0], 8)
  return joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.of(0xd8, 0xd8, 0xd8)),
    chunk('IDAT', zlibZeros((Math.ceil(across / 8) + 1) * down)),
    chunk('IEND', new Uint8Array()),
  ])
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

/** `count` zero bytes as a zlib stream: one literal, then copies of it, in the fixed codes of RFC 1951 section 3.2.6. */
function zlibZeros(count: number): Uint8Array {
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  bits.push(1, 1, 0)
  put(0x30, 8)
  let left = count - 1
  for (; left >= 258; left -= 258) {
    put(0xc5, 8)
    put(0, 5)
  }
  for (; left > 0; left--) put(0x30, 8)
  put(0, 7)
  const packed = new Uint8Array(Math.ceil(bits.length / 8))
  for (const [i, bit] of bits.entries()) packed[i >> 3]! |= bit << (i & 7)
  const sum = new Uint8Array(4)
  new DataView(sum.buffer).setUint32(0, ((count % 65521) << 16) | 1)
  return joined([Uint8Array.of(0x78, 0x01), packed, sum])
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
