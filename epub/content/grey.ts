/** Pictures without a picture: plain mid-grey, in the format that a name asks for. */

/** A baseline grey-scale JPEG (ITU T.81). Every block is two zero bits: no difference to the last one, and its end. */
export function greyJpeg(width: number, height: number): Uint8Array {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const data = new Uint8Array(Math.ceil(blocks / 4))
  const rest = (blocks * 2) % 8
  if (rest > 0) data[data.length - 1] = 0xff >> rest
  const one = [1, ...new Array<number>(15).fill(0), 0]
  const segment = (marker: number, bytes: readonly number[]) => [
    0xff,
    marker,
    (bytes.length + 2) >> 8,
    (bytes.length + 2) & 255,
    ...bytes,
  ]
  const head = [
    ...[0xff, 0xd8],
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...new Array<number>(64).fill(1)]),
    ...segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, ...one]),
    ...segment(0xc4, [0x10, ...one]),
    ...segment(0xda, [1, 1, 0x00, 0, 63, 0]),
  ]
  return Uint8Array.from([...head, ...data, 0xff, 0xd9])
}

/** One grey pixel. */
export const greyGif = () =>
  Uint8Array.from([
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0x80, 0x80, 0x80, 0xff, 0xff, 0xff, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0,
    0, 2, 2, 0x44, 1, 0, 0x3b,
  ])
