import { constants, deflateRawSync, crc32 as zlibCrc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { nodeCodec } from '../node/codec.ts'
import { random } from '../testing/breaker.ts'
import { portable } from './codec.ts'
import { crc32 } from './crc32.ts'
import { inflate } from './inflate.ts'

const dice = random(7)
const samples = [
  new Uint8Array(),
  Uint8Array.of(65),
  Uint8Array.from({ length: 200_000 }, () => dice() * 256),
  new TextEncoder().encode(Array.from({ length: 60_000 }, (_, i) => `word${(i * 7919) % 3001} `).join('')),
  new Uint8Array(1_000_000),
]

function unpacked(packed: Uint8Array) {
  const parts: Uint8Array[] = []
  const result = inflate(packed, (piece) => parts.push(piece.slice()) > 0)
  return { ...result, bytes: new Uint8Array(Buffer.concat(parts)) }
}

test('every stream that zlib makes comes out whole, and what follows it is left', () => {
  for (const sample of samples)
    for (const level of [0, 1, 6, 9])
      for (const strategy of [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY]) {
        const packed = deflateRawSync(sample, { level, strategy })
        const { complete, consumed, bytes } = unpacked(new Uint8Array([...packed, 1, 2, 3]))
        expect({ complete, consumed, size: bytes.length }).toEqual({
          complete: true,
          consumed: packed.length,
          size: sample.length,
        })
        expect(Buffer.compare(bytes, sample)).toBe(0)
      }
})

test('a stream that is cut or broken gives every byte before the fault', () => {
  const sample = samples[3]!
  const packed = deflateRawSync(sample)
  const cut = unpacked(packed.subarray(0, packed.length / 2))
  expect(cut.complete).toBe(false)
  expect(cut.bytes.length).toBeGreaterThan(10_000)
  expect(Buffer.compare(cut.bytes, sample.subarray(0, cut.bytes.length))).toBe(0)
})

test('rubbish ends, and ends by itself', () => {
  for (let seed = 0; seed < 400; seed++) {
    const roll = random(seed)
    expect(unpacked(Uint8Array.from({ length: 300 }, () => roll() * 256)).consumed).toBeLessThanOrEqual(300)
  }
})

test('the taker can stop a stream that would never end', () => {
  let taken = 0
  const { complete } = inflate(deflateRawSync(new Uint8Array(50_000_000)), (piece) => (taken += piece.length) < 1_000_000)
  expect(complete).toBe(false)
  expect(taken).toBeLessThan(2_000_000)
})

test('the codec of Node and the portable one agree', async () => {
  for (const sample of samples) {
    expect(crc32(sample)).toBe(zlibCrc32(sample))
    expect(crc32(sample.subarray(3), crc32(sample.subarray(0, 3)))).toBe(zlibCrc32(sample))
    for (const { deflate } of [nodeCodec, portable]) expect(Buffer.compare(unpacked(await deflate(sample)).bytes, sample)).toBe(0)
    const packed = deflateRawSync(sample)
    for (const codec of [nodeCodec, portable])
      expect(codec.inflate(packed, () => true, 10)).toEqual({ consumed: packed.length, complete: true })
  }
})
