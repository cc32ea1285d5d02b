const tables = Array.from({ length: 4 }, () => new Int32Array(256))
const [t0, t1, t2, t3] = tables as [Int32Array, Int32Array, Int32Array, Int32Array]
for (let n = 0; n < 256; n++) {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
  t0[n] = c
}
for (let n = 0; n < 256; n++) {
  t1[n] = (t0[n]! >>> 8) ^ t0[t0[n]! & 255]!
  t2[n] = (t1[n]! >>> 8) ^ t0[t1[n]! & 255]!
  t3[n] = (t2[n]! >>> 8) ^ t0[t2[n]! & 255]!
}

/** CRC-32 of ZIP, four bytes a step; `seed` is the value of what came before. */
export function crc32(bytes: Uint8Array, seed = 0): number {
  let crc = ~seed
  let i = 0
  for (const end = bytes.length - 3; i < end; i += 4) {
    crc ^= bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24)
    crc = t3[crc & 255]! ^ t2[(crc >>> 8) & 255]! ^ t1[(crc >>> 16) & 255]! ^ t0[crc >>> 24]!
  }
  for (; i < bytes.length; i++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[i]!) & 255]!
  return ~crc >>> 0
}
